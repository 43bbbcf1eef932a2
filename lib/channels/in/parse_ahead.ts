import type { Leased } from "@/lib/channels/in/events.ts";
import { slowLane } from "@/lib/channels/in/events.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import type { ParseJob } from "@/lib/channels/in/parse.ts";
import { isMeta } from "@/lib/channels/kinds.ts";
import { ownIdsOf } from "@/lib/channels/meta/own_ids.ts";
import type { Reader } from "@/lib/readers/reader.ts";

export type Read = { leased: Leased } & Parsed;

/** Events of Meta's are small, and go to the reader together; what ends it, is read alone. */
export async function parseAhead(
  reader: Pick<Reader, "run">,
  leased: readonly Leased[],
  ms: (size: number, isSecondTry: boolean) => number,
): Promise<Map<Leased, Read>> {
  const small = leased.filter(({ kind, lane }) => isMeta(kind) && lane !== slowLane);
  if (small.length < 2) return new Map();
  const size = small.reduce((sum, { body }) => sum + body.length, 0);
  const options = { queue: small[0]!.companyId, cpuMs: ms(size, false) };
  const parsed = await reader.run<(Parsed | null)[]>("deliveries", small.map(jobOf), options)
    .catch(() => []);
  return new Map(small.flatMap((one, at) => {
    const result = parsed[at];
    if (!result) return [];
    if ("message" in result) result.message.isQuiet ||= one.isQuiet;
    return [[one, { leased: one, ...result }] as const];
  }));
}

export function jobOf({ kind, body, externalId, direction, ...leased }: Leased): ParseJob {
  const { address, authservId, timeZone, language, settings } = leased;
  const reader = { ownAddress: address, authservId, timeZone };
  const meta = isMeta(kind) ? { ownIds: ownIdsOf(settings, address), language } : undefined;
  return { kind, body, externalId, direction, reader, meta };
}
