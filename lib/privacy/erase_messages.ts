import { sql } from "kysely";
import { hasKey, idRows, keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Scope } from "@/lib/privacy/persons.ts";

/** Erases notices to members about the records, and notifications to the persons' addresses. */
export async function eraseMessages(trx: Trx, tenant: Tenant, scope: Scope): Promise<void> {
  await eraseNotices(trx, tenant, scope);
  if (scope.addresses.length === 0) return;
  await eraseReceived(trx, tenant, scope.addresses);
  await eraseAsked(trx, tenant, scope.addresses);
}

/** Removes the persons from fallback mails and escalations of other people's notifications. */
async function eraseAsked(trx: Trx, { companyId }: Tenant, addresses: string[]): Promise<void> {
  const names = sql`array(select json_array_elements_text(n.asks -> 'escalate' -> 'userIds'))`;
  const isMailed = sql`lower(n.asks -> 'fallback' ->> 'email') = any (${addresses})`;
  const isRecipient = sql`${names} && ${addresses}::text[]`;
  const { rows } = await sql<{ id: string }>`
    update notifications n set asks = (n.asks::jsonb
      - case when ${isMailed} then 'fallback' else '' end
      - case when ${isRecipient} then 'escalate' else '' end)::json
    where n.company_id = ${companyId} and n.asks is not null and (${isMailed} or ${isRecipient})
    returning n.id`.execute(trx);
  await eraseAsks(trx, companyId, rows.map(({ id }) => id), addresses);
  await sql`
    delete from attention t using ${keysOf(addresses)} k
    where t.company_id = ${companyId} and not t.is_member and ${isTheirs}`.execute(trx);
  await sql`
    delete from due_times t using ${keysOf(addresses)} k
    where t.company_id = ${companyId} and not t.is_member and ${isTheirs}`.execute(trx);
}

/** Ends what notifications ask for no longer. */
async function eraseAsks(
  trx: Trx,
  companyId: number,
  ids: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const keys = sql`${idRows(ids)} k cross join ${
    lookUp(sql`select asks from notifications where company_id = ${companyId} and id = k.id`)
  } n`;
  await sql`
    delete from due_times t using ${keys}
    where t.company_id = ${companyId} and t.notification_id = k.id
      and t.kind in ('escalate', 'fallback') and n.asks -> t.kind is null`.execute(trx);
  await sql`
    delete from answer_links l using ${keys}
    where l.company_id = ${companyId} and ${hasKey(["l.notification_id"], ["k.id"])}
      and n.asks -> 'fallback' is null`.execute(trx);
  await sql`
    delete from outbox o using ${idRows(ids)} k
    where o.company_id = ${companyId} and o.notification_id = k.id
      and o.payload -> 'to' ->> 'email' = any (${[...addresses]})`.execute(trx);
}

/** Erases notices found by their tag (lib/crm/notices); those on several tasks, by their body. */
async function eraseNotices(trx: Trx, { companyId }: Tenant, scope: Scope): Promise<void> {
  const { contacts, quotes, sales, tasks, events } = scope;
  const about = { contact: contacts, quote: quotes, sale: sales, task: tasks, event: events };
  const tags = Object.entries(about).flatMap(([noun, ids]) =>
    ids.flatMap((id) => ["", ":asked", ":yes"].map((end) => `${noun}:${id}${end}`))
  );
  await sql`
    delete from notifications n
    where n.company_id = ${companyId} and n.internal and (
      n.tag = any (${tags}::text[])
      or n.tag like 'tasks:%' and exists (
        select from tasks t where t.company_id = n.company_id
          and t.id = any (${tasks}::integer[]) and position(t.title in n.body) > 0))`.execute(trx);
}

/** @returns notifications that were somebody's of them */
async function eraseRecipients(
  trx: Trx,
  companyId: number,
  received: readonly { notification_id: string; user_id: string }[],
): Promise<string[]> {
  if (received.length === 0) return [];
  const keyed = received.map((row) => ({ company_id: companyId, ...row }));
  const keys = keyRows(keyed, { company_id: "int", notification_id: "uuid", user_id: "text" });
  const isOne = hasKey(keyOf("r"), keyOf("k"));
  // Locked first, so that the next statement sees what was answered meanwhile.
  await sql`
    select l.user_id from ${keys} k cross join ${
    lookUp(sql`select user_id from notification_recipients r where ${isOne} for update`)
  } l`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    delete from notification_recipients r using ${keys} k
    where ${isOne} and not exists (
      select from responses a join callbacks c
        on c.company_id = a.company_id and c.response_id = a.id
      where a.company_id = r.company_id and a.notification_id = r.notification_id
        and a.user_id = r.user_id and c.status = 'pending')
    returning r.notification_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

function keysOf(addresses: readonly string[]) {
  return keyRows([...new Set(addresses)].map((user_id) => ({ user_id })), { user_id: "text" });
}

const isTheirs = hasKey(["t.user_id"], ["k.user_id"]);

const keyOf = (row: string) =>
  ["company_id", "notification_id", "user_id"].map((name) => `${row}.${name}`);

/** An answer whose callback is still pending stays until retention takes it. */
async function eraseReceived(
  trx: Trx,
  { companyId }: Tenant,
  addresses: string[],
): Promise<void> {
  const { rows: received } = await sql<{ notification_id: string; user_id: string }>`
    select r.notification_id, r.user_id
    from ${keyRows(addresses.map((user_id) => ({ user_id })), { user_id: "text" })} a cross join ${
    lookUp(sql`select notification_id, user_id, internal from notification_recipients
      where company_id = ${companyId} and user_id = a.user_id`)
  } r where not r.internal order by r.notification_id, r.user_id`.execute(trx);
  const ids = await eraseRecipients(trx, companyId, received);
  await sql`
    delete from notifications n using ${idRows(ids)} k
    where n.company_id = ${companyId} and ${hasKey(["n.id"], ["k.id"])}
      and not exists (
        select from notification_recipients r
        where r.company_id = n.company_id and r.notification_id = n.id)`.execute(trx);
  await sql`
    delete from pairings t using ${keysOf(addresses)} k
    where t.company_id = ${companyId} and t.member_id is null and ${isTheirs}`.execute(trx);
  // Clearing its subscription first lets the trigger delete that.
  await sql`
    update devices t set push_subscription_id = null from ${keysOf(addresses)} k
    where t.company_id = ${companyId} and t.member_id is null and ${isTheirs}
      and t.push_subscription_id is not null`.execute(trx);
  await sql`
    delete from devices t using ${keysOf(addresses)} k
    where t.company_id = ${companyId} and t.member_id is null and ${isTheirs}
      and not exists (
        select from responses a where a.company_id = t.company_id and a.device_id = t.id)
  `.execute(trx);
}
