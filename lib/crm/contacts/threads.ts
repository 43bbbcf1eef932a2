import { shownName } from "@/lib/shown_name.ts";
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { isWaiting } from "@/lib/crm/contacts/contacts.ts";
import type { Direction, FormMeta } from "@/lib/crm/contacts/message.ts";

export interface ThreadEntry {
  kind: "message" | "note";
  id: number;
  at: Date;
  direction: Direction;
  body: string;
  author: string | null;
  meta: FormMeta | null;
}

/** The newest `most` messages and notes, oldest first, and the total. One statement. */
export async function readThread(
  db: Db,
  { companyId }: Tenant,
  contactId: number,
  most: number,
): Promise<{ entries: ThreadEntry[]; total: number }> {
  const { rows } = await sql<ThreadEntry & { total: number }>`
    with entries as (
      select 'message' as kind, id::int, sent_at as at, direction, body, author_id, meta
      from contact_messages
      where company_id = ${companyId} and contact_id = ${contactId} and deleted_at is null
      union all
      select 'note', id::int, created_at, 'note', body, author_id, null
      from notes
      where company_id = ${companyId} and contact_id = ${contactId} and deleted_at is null
    )
    select e.kind, e.id, e.at, e.direction, e.body, e.meta, coalesce(${
    shownName("u", "w")
  }, u.email) as author,
      count(*) over () as total
    from entries e left join users u on u.id = e.author_id
    left join user_companies w on w.company_id = ${companyId} and w.user_id = e.author_id
    order by e.at desc, e.kind desc, e.id desc limit ${most}`.execute(db);
  const entries = rows.map(({ total: _, ...entry }) => entry).reverse();
  return { entries, total: Number(rows[0]?.total ?? 0) };
}

export interface LastMessage {
  direction: Direction;
  body: string;
}

/** Per contact that has one; notes do not count. One statement. */
export async function readLastMessages(
  db: Db,
  { companyId }: Tenant,
  contactIds: readonly number[],
): Promise<Map<number, LastMessage>> {
  const { rows } = await sql<LastMessage & { id: number }>`
    select c.id, m.direction, m.body from unnest(${[...contactIds]}::int[]) as c(id)
    cross join lateral (
      select direction, left(body, 200) as body from contact_messages
      where company_id = ${companyId} and contact_id = c.id and direction <> 'note'
        and deleted_at is null
      order by sent_at desc, id desc limit 1
    ) m`.execute(db);
  return new Map(rows.map(({ id, ...message }) => [id, message]));
}

/** Wraps from newest to oldest, so that each waiting contact is met once. One statement. */
export async function findNextWaiting(
  db: Db,
  { companyId }: Tenant,
  from: { id: number; last_message_at: Date },
): Promise<number | null> {
  const waiting = sql`select id from contacts t where company_id = ${companyId}
    and deleted_at is null and not is_spam and not held and id <> ${from.id} and ${isWaiting}`;
  const { rows } = await sql<{ id: number }>`
    select * from (${waiting} and (last_message_at, id) > (${from.last_message_at}, ${from.id})
      order by last_message_at, id limit 1) later
    union all
    select * from (${waiting} order by last_message_at, id limit 1) oldest
    limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
