import { sql } from "kysely";
import { bareSubject } from "@/lib/crm/contacts/conversation/subjects.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

const longest = 120;

export interface LastWritten {
  subject: string | null;
  body: string;
}

/** Selects a contact's last message, as far as a topic needs it. */
export function lastWritten({ companyId }: Tenant, contactId: number) {
  return sql<LastWritten>`
    select subject, left(body, 2000) as body from contact_messages
    where company_id = ${companyId} and contact_id = ${contactId} and direction = 'in'
      and deleted_at is null
    order by sent_at desc, id desc limit 1`;
}

/** Topic of the contact's last message: the subject, else the first line of its text. */
export function topicOf(
  last: LastWritten | null | undefined,
  contact: { subject: string | null },
): string | null {
  const subject = last?.subject ?? contact.subject ?? "";
  return bareSubject(subject).trim() || firstLine(last?.body ?? "");
}

export async function readTopic(
  db: Db,
  tenant: Tenant,
  contact: { id: number; subject: string | null },
): Promise<string | null> {
  const { rows: [last] } = await lastWritten(tenant, contact.id).execute(db);
  return topicOf(last, contact);
}

function firstLine(text: string): string | null {
  const line = text.split("\n").map((one) => one.trim()).find((one) => one !== "");
  if (!line) return null;
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join("").trimEnd()}…`;
}
