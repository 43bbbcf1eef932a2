import { sql } from "kysely";
import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { ChannelHandlers } from "@/lib/channels/handlers.ts";
import type { Arrival, Filed } from "@/lib/channels/in/arrival.ts";
import { decideAuthors } from "@/lib/channels/in/author/decide_authors.ts";
import { shareFiling, withoutErased } from "@/lib/channels/in/erased_mail.ts";
import { fileArrivals } from "@/lib/channels/in/file_arrivals.ts";
import { noteMail } from "@/lib/channels/in/note_mail.ts";
import { delayOf, type Settled, settleEvents, wake } from "@/lib/channels/in/meta/early_events.ts";
import { fileEvent } from "@/lib/channels/in/meta/file_event.ts";
import { noteMessage } from "@/lib/channels/in/meta/note_message.ts";
import { messageKey, personKey } from "@/lib/channels/in/meta/outcome.ts";
import { fileReceipts, receiptIn } from "@/lib/channels/in/meta/receipts.ts";
import type { Parsed } from "@/lib/channels/in/meta/parsed.ts";
import { hearPeople } from "@/lib/channels/meta/people/people.ts";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

interface Delivered {
  id: number;
  attempts: number;
  parsed: Parsed;
}

type Stored = Delivered & Pick<Arrival, "account" | "event">;

/**
 * Files what was read, in the order that it came in; what another process has read since is left
 * out. @returns ms until something of it is due again; null where nothing is
 */
export async function fileGroup(
  trx: Trx,
  handlers: ChannelHandlers,
  tenant: Tenant,
  group: readonly Delivered[],
): Promise<number | null> {
  await shareFiling(trx, tenant);
  const stored = await lockStored(trx, tenant, group);
  // States of what we sent change nothing that others bring, and may tell of an echo among them.
  const receipts = stored.flatMap(({ parsed, ...one }) => {
    const event = receiptIn(parsed);
    return event ? [{ ...one, event }] : [];
  });
  const delays: number[] = [];
  for (const run of runsOf(stored.filter(({ parsed }) => !receiptIn(parsed)))) {
    const delayMs = await fileRun(trx, handlers, tenant, run);
    if (delayMs !== null) delays.push(delayMs);
  }
  const delayMs = await fileReceipts(trx, handlers, tenant, receipts);
  if (delayMs !== null) delays.push(delayMs);
  return delays.length > 0 ? Math.min(...delays) : null;
}

async function lockStored(
  trx: Trx,
  { companyId }: Tenant,
  group: readonly Delivered[],
): Promise<Stored[]> {
  const { rows: events } = await sql<{ id: number; account_id: number; receivedAt: Date }>`
    select e.id, e.account_id, e.received_at as "receivedAt"
    from ${idRows(group.map(({ id }) => id), "int")} k cross join ${
    lookUp(sql`select * from channel_events
      where company_id = ${companyId} and id = k.id for update`)
  } e
    where e.state = 'waiting' order by e.id`.execute(trx);
  if (events.length === 0) return [];
  const rows = await trx.selectFrom("channel_accounts").selectAll()
    .where("company_id", "=", companyId)
    .where("id", "in", [...new Set(events.map(({ account_id }) => account_id))]).execute();
  const accounts = new Map<number, Account>(rows.map((row) => [row.id, row]));
  const delivered = new Map(group.map((one) => [one.id, one]));
  return events.map(({ account_id, ...event }) => {
    return { ...delivered.get(event.id)!, event, account: accounts.get(account_id)! };
  });
}

/** Messages in a row are filed together; each other event by itself. No message is there twice. */
function* runsOf(stored: readonly Stored[]): Generator<Stored[]> {
  let run: Stored[] = [];
  const keys = new Set<string>();
  for (const one of stored) {
    const key = "message" in one.parsed
      ? `${one.account.id}:${one.parsed.message.externalId}`
      : null;
    if (run.length > 0 && (key === null || keys.has(key))) {
      yield run;
      run = [];
      keys.clear();
    }
    if (key === null) yield [one];
    else {
      run.push(one);
      keys.add(key);
    }
  }
  if (run.length > 0) yield run;
}

async function fileRun(
  trx: Trx,
  handlers: ChannelHandlers,
  tenant: Tenant,
  run: readonly Stored[],
): Promise<number | null> {
  const { id, attempts, parsed, account } = run[0]!;
  if ("message" in parsed) return await fileMessages(trx, handlers, tenant, run);
  const { event } = parsed;
  if (event.type === "status" || event.type === "receipt") return null;
  const outcome = await fileEvent(trx, handlers, account, event);
  return await settleEvents(trx, tenant, [{ id, attempts, outcome }]);
}

async function fileMessages(
  trx: Trx,
  handlers: ChannelHandlers,
  tenant: Tenant,
  run: readonly Stored[],
): Promise<number | null> {
  // As a try that failed has left it.
  const brought = run.flatMap(({ parsed, ...one }) =>
    "message" in parsed ? [{ ...one, message: { ...parsed.message } }] : []
  );
  const attempts = new Map(run.map((one) => [one.id, one.attempts]));
  const arrivals: Arrival[] = [];
  const delays: number[] = [];
  const written = await decideAuthors(trx, tenant, brought);
  const remaining = await withoutErased(trx, tenant, written);
  const existing = await findExisting(trx, handlers, tenant, remaining);
  const settled: Settled[] = [];
  for (const arrival of remaining) {
    const { event: { id }, message } = arrival;
    if (await noteMail(trx, handlers, tenant, arrival)) continue;
    const outcome = message.meta &&
      await noteMessage(trx, arrival, message.meta, existing.get(id), handlers.meta);
    const row = { id, attempts: attempts.get(id)! };
    // Nothing of ours was sent meanwhile: it is somebody else's.
    const isOver = outcome && "waitsFor" in outcome && delayOf(row) === undefined;
    if (!outcome || isOver) arrivals.push(arrival);
    else settled.push({ ...row, outcome });
  }
  const delayMs = await settleEvents(trx, tenant, settled);
  if (delayMs !== null) delays.push(delayMs);
  const filed = await fileArrivals(trx, handlers, tenant, arrivals);
  if (await hearMessages(trx, tenant, arrivals, filed)) delays.push(0);
  return delays.length > 0 ? Math.min(...delays) : null;
}

/** Messages of Meta's that are here already, by event. */
async function findExisting(
  trx: Trx,
  { meta }: ChannelHandlers,
  tenant: Tenant,
  arrivals: readonly Arrival[],
): Promise<Map<number, (Filed & { hasFiles: boolean }) | undefined>> {
  const own = arrivals.filter(({ message }) => message.meta);
  const messages = await meta.findByKeys(
    trx,
    tenant,
    own.map(({ account, message }) => ({ account, key: message.externalId })),
  );
  return new Map(own.map(({ event }, at) => [event.id, messages[at]]));
}

/** Opens the windows of who wrote. @returns whether something had waited for a message of these */
async function hearMessages(
  trx: Trx,
  tenant: Tenant,
  arrivals: readonly Arrival[],
  filed: ReadonlyMap<number, Filed>,
): Promise<boolean> {
  const heard = arrivals.flatMap(({ account, event, message }) =>
    message.meta && filed.has(event.id) ? [{ account, message, meta: message.meta }] : []
  );
  await hearPeople(
    trx,
    tenant,
    heard.map(({ account, meta: { person, direction, isHistory, at } }) => ({
      accountId: account.id,
      ids: person.ids,
      heardAt: direction === "in" && !isHistory ? at : null,
      username: person.username,
      isNameless: account.kind !== "whatsapp" && person.name === null,
    })),
  );
  const keys = heard.flatMap(({ account: { id: accountId }, message, meta }) =>
    [messageKey(message.externalId), ...meta.person.ids.map(personKey)]
      .map((key) => ({ accountId, key }))
  );
  return await wake(trx, tenant, keys);
}
