import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Candidate } from "@/lib/crm/clients/client.ts";
import { findClient } from "@/lib/crm/clients/clients.ts";
import { findAlike } from "@/lib/crm/contacts/alike.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";

/** Finds clients by the contact's e-mail, phone, or a similar name. @throws Problem not_found */
export async function listCandidates(
  db: Db,
  tenant: Tenant,
  contactId: number,
): Promise<Candidate[]> {
  return await candidatesFor(db, tenant, await findContact(db, tenant, contactId));
}

/** Finds clients that may be the contact. */
export async function candidatesFor(
  db: Db,
  tenant: Tenant,
  { id, name, organization }: { id: number; name: string | null; organization: string | null },
): Promise<Candidate[]> {
  return await clientsAlike(db, tenant, { noun: "contact", id }, [name, organization]);
}

/** Clients that may be the same as the client, the likeliest first. @throws Problem not_found */
export async function listDuplicateClients(
  db: Db,
  tenant: Tenant,
  clientId: number,
): Promise<Candidate[]> {
  const { name, legal_name } = await findClient(db, tenant, clientId);
  return await clientsAlike(db, tenant, { noun: "client", id: clientId }, [name, legal_name]);
}

async function clientsAlike(
  db: Db,
  tenant: Tenant,
  of: { noun: "contact" | "client"; id: number },
  names: (string | null)[],
): Promise<Candidate[]> {
  const { companyId } = tenant;
  const reasons = await findAlike(db, tenant, { of, noun: "client", names });
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
