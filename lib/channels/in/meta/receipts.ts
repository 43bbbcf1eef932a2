import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import { settleEvents } from "@/lib/channels/in/meta/early_events.ts";
import type { ReceiptEvent } from "@/lib/channels/in/meta/file_event.ts";
import { findFloods } from "@/lib/channels/in/meta/flood.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** States of what went out: they wait for the message that they are of. */

export interface Receipt {
  id: number;
  attempts: number;
  account: Account;
  event: ReceiptEvent;
}

export function receiptIn(parsed: Parsed): ReceiptEvent | undefined {
  const event = "event" in parsed ? parsed.event : undefined;
  return event?.type === "status" || event?.type === "receipt" ? event : undefined;
}

/**
 * Files them in batches of a few statements each; what tells of the same message or person in order.
 * @returns ms until one is due again; null where none is
 */
export async function fileReceipts(
  trx: Trx,
  { meta }: Pick<ChannelHandlers, "meta">,
  tenant: Tenant,
  receipts: readonly Receipt[],
): Promise<number | null> {
  const delays: number[] = [];
  for (let remaining = receipts; remaining.length > 0;) {
    const batch = chooseBatch(remaining);
    const chosen = new Set(batch);
    remaining = remaining.filter((one) => !chosen.has(one));
    const floods = await findFloods(trx, tenant, batch, meta);
    const reports = batch.filter((_, place) => !floods.has(place));
    const outcomes = (await meta.noteReceipts(trx, tenant, reports)).values();
    const delayMs = await settleEvents(
      trx,
      tenant,
      batch.map(({ id, attempts }, place) => {
        const outcome = floods.has(place) ? "flood" as const : outcomes.next().value!;
        return { id, attempts, outcome };
      }),
    );
    if (delayMs !== null) delays.push(delayMs);
  }
  return delays.length > 0 ? Math.min(...delays) : null;
}

/** The first of each message and person. */
function chooseBatch(receipts: readonly Receipt[]): Receipt[] {
  const usedNames = new Set<string>();
  return receipts.filter((one) => {
    const names = namesOf(one);
    const isFirst = !names.some((name) => usedNames.has(name));
    for (const name of names) usedNames.add(name);
    return isFirst;
  });
}

function namesOf({ account: { id }, event }: Receipt): string[] {
  if (event.type === "status") {
    return [
      `${id}:message:${event.id}`,
      ...event.opaque === null ? [] : [`outbox:${event.opaque}`],
    ];
  }
  return [
    ...event.ids.map((key) => `${id}:message:${key}`),
    ...event.person.ids.map((person) => `${id}:person:${person}`),
  ];
}
