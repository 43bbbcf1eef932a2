import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { Arrival, Filed } from "@/lib/channels/in/arrival.ts";
import { markRead } from "@/lib/channels/in/events.ts";
import { kinds } from "@/lib/channels/kinds.ts";
import { findLoops, pauseForLoop } from "@/lib/channels/in/loops.ts";
import { writesFrom } from "@/lib/channels/in/note_mail.ts";
import { hearFrom } from "@/lib/channels/email/refused_addresses.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

interface Batch<Writer> extends Arrival {
  /** Undefined for somebody new. */
  writer: Writer | undefined;
}

/**
 * Files what came in, in batches of a few statements each. Nobody has two messages in one: the first
 * may be what makes them known. @returns by event, but for what waits since a loop paused its account
 * @throws Problem validation_failed (files)
 */
export async function fileArrivals(
  trx: Trx,
  handlers: ChannelHandlers,
  tenant: Tenant,
  arrivals: readonly Arrival[],
): Promise<Map<number, Filed>> {
  const filed = new Map<number, Filed>();
  let remaining = arrivals;
  while (remaining.length > 0) {
    const writers = await handlers.findWriters(trx, tenant, remaining);
    const batch = chooseBatch(
      handlers,
      remaining.map((one, at) => ({ ...one, writer: writers[at] })),
    );
    const accepted = await withoutLoops(trx, handlers, tenant, batch);
    const done = await handlers.fileMessages(trx, tenant, accepted);
    const read = done.map((one, at) => ({ eventId: accepted[at]!.event.id, ...one }));
    await markRead(trx, tenant, read);
    await hearFrom(trx, tenant, accepted.flatMap(({ message }) => writesFrom(message)));
    for (const { eventId, ...one } of read) filed.set(eventId, one);
    const had = new Set(batch.map(({ event }) => event.id));
    remaining = remaining.filter(({ account, event }) =>
      account.state !== "paused" && !had.has(event.id)
    );
  }
  return filed;
}

/** The first message of each person; one that waits holds up what follows it. */
function chooseBatch<Writer extends { contactId: number }>(
  handlers: ChannelHandlers<Writer>,
  arrivals: Batch<Writer>[],
): Batch<Writer>[] {
  const usedNames = new Set<string | number>();
  return arrivals.filter(({ account, message, writer }) => {
    const names = [...handlers.namesOf(account, message), ...(writer ? [writer.contactId] : [])];
    const isFirst = !names.some((name) => usedNames.has(name));
    for (const name of names) usedNames.add(name);
    return isFirst;
  });
}

async function withoutLoops<Writer extends { contactId: number }>(
  trx: Trx,
  handlers: ChannelHandlers<Writer>,
  tenant: Tenant,
  batch: Batch<Writer>[],
): Promise<Batch<Writer>[]> {
  const withWriters = batch.filter((one): one is Batch<Writer> & { writer: Writer } =>
    one.writer !== undefined && !one.message.isQuiet
  );
  const loops: Set<Batch<Writer>> = await findLoops(trx, tenant, withWriters);
  const accepted: Batch<Writer>[] = [];
  for (const one of batch) {
    const { account, message, writer } = one;
    if (account.state === "paused") continue;
    if (!loops.has(one)) accepted.push(one);
    else if (kinds[account.kind].floodHolds === "person") {
      await handlers.holdWriter(trx, account, writer!);
      message.isQuiet = true;
      accepted.push(one);
    } else {
      const isNews = await pauseForLoop(trx, account);
      if (isNews) await handlers.tellOfLoop(trx, account, writer!.contactId);
      account.state = "paused";
    }
  }
  return accepted;
}
