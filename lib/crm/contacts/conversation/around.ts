import { sql } from "kysely";
import { type Senders, sendersOf, toSenders } from "@/lib/crm/contacts/conversation/senders.ts";
import { nextWaiting } from "@/lib/crm/contacts/threads.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Accounts that can answer a contact, and the contact who waits next. One statement. */
export async function readAround(
  db: Db,
  tenant: Tenant,
  contact: { id: number; last_message_at: Date },
): Promise<{ senders: Senders; nextId: number | null }> {
  const whose = { contactId: contact.id };
  const { rows } = await sql<{ senders: Parameters<typeof toSenders>[0]; nextId: number | null }>`
    select (select coalesce(json_agg(s), '[]') from (
        ${sendersOf(tenant, whose)}) s) as senders,
      (select id from (${nextWaiting(tenant, contact)}) n) as "nextId"`.execute(db);
  const { senders, nextId } = rows[0]!;
  return { senders: toSenders(senders, whose), nextId };
}
