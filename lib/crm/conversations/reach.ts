import { sql } from "kysely";
import type { Device } from "@/lib/access/devices.ts";
import type { Db } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Actor } from "@/lib/records/records.ts";

/** Conversations that a phone may see: its member's, and those that it had notices of. */

export interface PhoneMember extends Actor {
  userId: number;
  /** The user id that notices are sent to. */
  recipient: string;
}

/** @throws Problem not_found: a program paired the phone, which makes it no member's */
export function memberOf({ companyId, memberId, userId }: Omit<Device, "id">): PhoneMember {
  if (memberId === null) throw problem("not_found");
  return { companyId, userId: memberId, recipient: userId };
}

/** Also matches notices of a contact that was merged into it. @param of alias of `contacts` */
export function isTheirs(of: string, { userId, recipient }: PhoneMember) {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const tags = sql`select 'contact:' || ${column("id")} union all
    select 'contact:' || m.id from contacts m
    where m.company_id = ${column("company_id")} and m.merged_into_id = ${column("id")}`;
  return sql<boolean>`(${column("assignee_id")} = ${userId} or exists (
    select from notification_recipients r
    where r.company_id = ${column("company_id")} and r.user_id = ${recipient}
      and r.internal and r.tag like 'contact:%' and r.tag = any(array(${tags}))))`;
}

export function isListed(of: string) {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql<boolean>`(${column("deleted_at")} is null and not ${column("is_spam")}
    and not ${column("held")})`;
}

/**
 * Ids of the contact, or the one that it was merged into, and of the others of its client that they
 * see: one customer's are read together. @throws Problem not_found
 */
export async function findReachable(
  db: Db,
  member: PhoneMember,
  contactId: number,
): Promise<number[]> {
  const { companyId } = member;
  const { rows } = await sql<{ id: number }>`
    with recursive chain as (
      select id, merged_into_id, 0 as depth from contacts
      where company_id = ${companyId} and id = ${contactId}
      union all
      select t.id, t.merged_into_id, depth + 1 from chain
      join contacts t on t.company_id = ${companyId} and t.id = chain.merged_into_id
      where depth < 20
    ), asked as (
      select t.id, t.converted_client_id from chain
      join contacts t on t.company_id = ${companyId} and t.id = chain.id
      where t.deleted_at is null and ${isTheirs("t", member)}
    )
    select id from asked
    union all
    select * from (
      select o.id from asked join contacts o on o.company_id = ${companyId}
        and o.converted_client_id = asked.converted_client_id and o.id <> asked.id
      where ${isListed("o")} and ${isTheirs("o", member)}
      order by o.last_message_at desc limit 20) others`.execute(db);
  if (rows.length === 0) throw problem("not_found");
  return rows.map(({ id }) => id);
}
