import { sql } from "kysely";
import { newestMessage } from "@/lib/crm/contacts/conversation/message_records.ts";
import { type LastWritten, lastWritten } from "@/lib/crm/contacts/conversation/topic.ts";
import { type Senders, sendersOf, toSenders } from "@/lib/crm/contacts/conversation/senders.ts";
import { nextWaiting } from "@/lib/crm/contacts/threads.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

interface Around {
  senders: Senders;
  newest: number | null;
  nextId: number | null;
  last: LastWritten | null;
}

/**
 * Accounts that can answer a contact, its newest message, what they wrote last and who waits next.
 * One statement.
 */
export async function readAround(
  db: Db,
  tenant: Tenant,
  contact: { id: number; last_message_at: Date },
): Promise<Around> {
  const whose = { contactId: contact.id };
  type Row = Omit<Around, "senders"> & { senders: Parameters<typeof toSenders>[0] };
  const { rows } = await sql<Row>`
    select (select coalesce(json_agg(s), '[]') from (
        ${sendersOf(tenant, whose)}) s) as senders,
      (${newestMessage(tenant, [contact.id])}) as newest,
      (select to_json(l) from (${lastWritten(tenant, contact.id)}) l) as last,
      (select id from (${nextWaiting(tenant, contact)}) n) as "nextId"`.execute(db);
  const { senders, ...rest } = rows[0]!;
  return { senders: toSenders(senders, whose), ...rest };
}
