import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Direction, FormMeta } from "@/lib/crm/contacts/message.ts";

/** Threads as the inbox shows them: a whole one, the last words of many, and which waits next. */

/** What stands in a thread: a message of the contact's, or a note on it. */
export interface ThreadEntry {
  kind: "message" | "note";
  id: number;
  at: Date;
  direction: Direction;
  body: string;
  author: string | null;
  meta: FormMeta | null;
}

/**
 * The newest `most` messages and notes of a contact, the oldest first, and how many there are in all.
 * One statement.
 */
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
    select e.kind, e.id, e.at, e.direction, e.body, e.meta, coalesce(u.name, u.email) as author,
      count(*) over () as total
    from entries e left join users u on u.id = e.author_id
    order by e.at desc, e.kind desc, e.id desc limit ${most}`.execute(db);
  const entries = rows.map(({ total: _, ...entry }) => entry).reverse();
  return { entries, total: Number(rows[0]?.total ?? 0) };
}

/** The last that was said in a thread, by them (`in`) or by us. */
export interface LastMessage {
  direction: Direction;
  /** Its beginning. */
  body: string;
}

/** The last message of each contact that has one; notes are none. One statement. */
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

/**
 * The contact that waits next after this one: new, or written by them last. After the newest comes
 * the oldest again, so that going on and on meets each once. One statement.
 */
export async function findNextWaiting(
  db: Db,
  { companyId }: Tenant,
  from: { id: number; last_message_at: Date },
): Promise<number | null> {
  const waiting = sql`select id from contacts where company_id = ${companyId}
    and deleted_at is null and not is_spam and id <> ${from.id}
    and (status = 'new' or (status = 'read' and last_direction = 'in'))`;
  const { rows } = await sql<{ id: number }>`
    select * from (${waiting} and (last_message_at, id) > (${from.last_message_at}, ${from.id})
      order by last_message_at, id limit 1) later
    union all
    select * from (${waiting} order by last_message_at, id limit 1) oldest
    limit 1`.execute(db);
  return rows[0]?.id ?? null;
}
