import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { findAlike } from "@/lib/crm/contacts/alike.ts";
import type { Duplicate } from "@/lib/crm/contacts/contact.ts";
import { findContact, isByMail } from "@/lib/crm/contacts/contacts.ts";

/** Contacts with the same e-mail, then phone, then a similar name. @throws Problem not_found */
export async function listDuplicates(
  db: Db,
  tenant: Tenant,
  contactId: number,
): Promise<Duplicate[]> {
  const { companyId } = tenant;
  const { name } = await findContact(db, tenant, contactId);
  const of = { noun: "contact", id: contactId } as const;
  const reasons = await findAlike(db, tenant, { of, noun: "contact", names: [name] });
  if (reasons.size === 0) return [];
  const contacts = await db.selectFrom("contacts as t")
    .select(["id", "name", "email", "phone", "organization", "channel", "status"])
    .select(["last_message_at", isByMail.as("by_mail")])
    .where("company_id", "=", companyId).where("deleted_at", "is", null)
    .where("id", "in", [...reasons.keys()]).execute();
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  return [...reasons].flatMap(([id, reason]) => byId.has(id) ? { ...byId.get(id)!, reason } : []);
}
