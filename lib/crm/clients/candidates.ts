import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { Candidate } from "@/lib/crm/clients/client.ts";
import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { findContact } from "@/lib/crm/contacts/contacts.ts";

/** Most candidates that are shown. */
const most = 10;

/**
 * The clients that a contact may be: those with its e-mail, then those with its phone, then those
 * that share more than half of the words of its name or its organization.
 * @throws Problem not_found
 */
export async function listCandidates(db: Db, { companyId }: Tenant, contactId: number) {
  const contact = await findContact(db, { companyId }, contactId);
  const email = normaliseEmail(contact.email);
  const phone = normalisePhone(contact.phone);
  const reachable = await clientRows(db, { companyId })
    .select(["email_norm", "phone_e164"])
    .where((on) => on.or([on("email_norm", "=", email), on("phone_e164", "=", phone)]))
    .orderBy("id", "desc").limit(most).execute();
  const alike = await listAlike(db, { companyId }, [contact.name, contact.organization]);
  const found = new Map<number, Candidate>();
  const add = (reason: Candidate["reason"], { id, name, email, phone, tax_id, city }: Row) => {
    if (!found.has(id)) found.set(id, { id, name, email, phone, tax_id, city, reason });
  };
  for (const row of reachable) if (email && row.email_norm === email) add("same_email", row);
  for (const row of reachable) add("same_phone", row);
  for (const row of alike) add("similar_name", row);
  return [...found.values()].slice(0, most);
}

type Row = Omit<Candidate, "reason">;

/** Clients by the share of a phrase's words that they have; words of one or two letters say little. */
async function listAlike(
  db: Db,
  { companyId }: Tenant,
  phrases: (string | null)[],
): Promise<Row[]> {
  const given = phrases.filter((phrase) => phrase !== null);
  if (given.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select n, w collate "C" as word, count(*) over (partition by n) as total
      from unnest(${given}::text[]) with ordinality as given(phrase, n), relevo_words(phrase) w
      where length(w) > 2
    ), shared as (
      select s.record_id as id, count(*)::float / wanted.total as share
      from wanted join search_words s on s.word = wanted.word
      where s.company_id = ${companyId} and s.kind = 'client' and s.state = 'live'
      group by s.record_id, wanted.n, wanted.total
    )
    select id from shared where share > 0.5
    group by id order by max(share) desc, id desc limit ${most}`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const clients = await clientRows(db, { companyId }).where("id", "in", ids).execute();
  return clients.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

function clientRows(db: Db, { companyId }: Tenant) {
  return db.selectFrom("clients").select(["id", "name", "email", "phone", "tax_id", "city"])
    .where("company_id", "=", companyId).where("deleted_at", "is", null);
}
