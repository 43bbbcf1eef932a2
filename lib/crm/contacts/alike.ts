import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import type { Likeness } from "@/lib/crm/contacts/contact.ts";
import { nouns } from "@/lib/records/nouns.ts";

interface Known {
  email: string | null;
  phone: string | null;
  names: (string | null)[];
}

const maxFound = 10;

/**
 * Finds at most 10 live records by e-mail, then phone, then more than half the words of a name.
 * Spam contacts are left out. Two statements.
 * @param options.except the contact being compared
 */
export async function findAlike(
  db: Db,
  { companyId }: Tenant,
  { names, ...known }: Known,
  { noun, except = 0 }: { noun: "contact" | "client"; except?: number },
): Promise<Map<number, Likeness>> {
  const email = normaliseEmail(known.email);
  const phone = normalisePhone(known.phone);
  const { rows: reachable } = await sql<{ id: number; email_norm: string | null }>`
    select id, email_norm from ${sql.table(nouns[noun].table)}
    where company_id = ${companyId} and deleted_at is null and id <> ${except}
      ${noun === "contact" ? sql`and not is_spam` : sql``}
      and (email_norm = ${email} or phone_e164 = ${phone})
    order by id desc limit ${maxFound}`.execute(db);
  const isSame = (row: { email_norm: string | null }) => email !== null && row.email_norm === email;
  const named = await idsNamedAlike(db, { companyId }, names, { noun, except });
  const found = new Map<number, Likeness>();
  for (const row of reachable.filter(isSame)) found.set(row.id, "same_email");
  for (const { id } of reachable) if (!found.has(id)) found.set(id, "same_phone");
  for (const id of named) if (!found.has(id)) found.set(id, "similar_name");
  return new Map([...found].slice(0, maxFound));
}

/** Ranks by shared words of the name; words of one or two letters are ignored. */
async function idsNamedAlike(
  db: Db,
  { companyId }: Tenant,
  names: (string | null)[],
  { noun, except }: { noun: "contact" | "client"; except: number },
): Promise<number[]> {
  const given = names.filter((name) => name !== null);
  if (given.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select n, w collate "C" as word, count(*) over (partition by n) as total
      from unnest(${given}::text[]) with ordinality as given(phrase, n), relevo_words(phrase) w
      where length(w) > 2
    ), shared as (
      select s.record_id as id, count(*)::float / wanted.total as share
      from wanted join search_words s on s.word = wanted.word
      where s.company_id = ${companyId} and s.kind = ${noun} and s.state = 'live' and s.record_id <> ${except}
      group by s.record_id, wanted.n, wanted.total
    )
    select id from shared where share > 0.5
    group by id order by max(share) desc, id desc limit ${maxFound}`.execute(db);
  return rows.map(({ id }) => id);
}
