import type { Inbound } from "@/lib/channels/in/message_in.ts";
import type { Reader } from "@/lib/channels/email/read/read_mail.ts";
import type { MetaReader } from "@/lib/channels/in/meta/parse_meta.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import { toMailInbound } from "@/lib/channels/in/mail_in.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

/** Reads what channels delivered: in a process of its own, since strangers wrote it. */

export interface ParseJob {
  kind: AccountKind;
  body: Uint8Array;
  externalId: string;
  direction: "in" | "out";
  reader: Reader;
  /** Of accounts of Meta. */
  meta?: MetaReader;
}

/** @throws Error it is not what such an account delivers */
export async function parseDelivery({ meta, ...job }: ParseJob): Promise<Parsed> {
  if (!meta) return { message: await parseEvent(job) };
  const { parseMeta } = await import("@/lib/channels/in/meta/parse_meta.ts");
  return parseMeta(job.body, job.kind, meta);
}

/** Null in the place of one that is not what such an account delivers. */
export async function parseDeliveries(jobs: readonly ParseJob[]): Promise<(Parsed | null)[]> {
  const parsed: (Parsed | null)[] = [];
  for (const job of jobs) parsed.push(await parseDelivery(job).catch(() => null));
  return parsed;
}

/** @throws Error it is not what such an account delivers */
export async function parseEvent({ kind, body, ...job }: ParseJob): Promise<Inbound> {
  if (kind === "email") return await toMailInbound(body, job);
  if (kind !== "program") throw new Error(`${kind} is not read here`);
  // Not with mail: what checks messages takes ten megabytes.
  const { messageIn, toInbound } = await import("@/lib/channels/in/message_in.ts");
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  return toInbound(messageIn.parse(JSON.parse(text)));
}
