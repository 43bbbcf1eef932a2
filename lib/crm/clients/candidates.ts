import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Candidate } from "@/lib/crm/clients/client.ts";
import { findAlike } from "@/lib/crm/contacts/alike.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";

/** By the contact's e-mail, then phone, then a similar name. @throws Problem not_found */
export async function listCandidates(
  db: Db,
  { companyId }: Tenant,
  contactId: number,
): Promise<Candidate[]> {
  const { email, phone, name, organization } = await findContact(db, { companyId }, contactId);
  const known = { email, phone, names: [name, organization] };
  const reasons = await findAlike(db, { companyId }, known, { noun: "client" });
  if (reasons.size === 0) return [];
  const rows = await db.selectFrom("clients")
    .select(["id", "name", "email", "phone", "tax_id", "city"])
    .where("company_id", "=", companyId).where("deleted_at", "is", null)
    .where("id", "in", [...reasons.keys()]).execute();
  return [...reasons].flatMap(([id, reason]) => {
    const client = rows.find((row) => row.id === id);
    return client ? [{ ...client, reason }] : [];
  });
}
