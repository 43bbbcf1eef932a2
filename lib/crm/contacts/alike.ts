import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { wordKinds, wordStates } from "@/lib/records/listing/word_codes.ts";
import type { Likeness } from "@/lib/crm/contacts/contact.ts";
import { nouns } from "@/lib/records/nouns.ts";

interface Comparison {
  /** The record that others are compared with, by all that it is known as. */
  of: { noun: Alike; id: number };
  noun: Alike;
  names: (string | null)[];
}

type Alike = "contact" | "client";

const maxFound = 10;

/**
 * Finds at most 10 live records by e-mail, then phone, then more than half the words of a name;
 * also by addresses and numbers that a merge brought to either; before them, contacts whom an account
 * tells to be the same person. Spam and what is held are left out. At most three statements.
 */
export async function findAlike(
  db: Db,
  tenant: Tenant,
  { of, noun, names }: Comparison,
): Promise<Map<number, Likeness>> {
  const { companyId } = tenant;
  const except = of.noun === noun ? of.id : 0;
  const { rows: reachable } = await sql<{ id: number; byEmail: boolean }>`
    select t.id, bool_or(mine.kind = 'email') as "byEmail"
    from identities mine cross join ${
    lookUp(sql`select * from identities
      where company_id = ${companyId} and kind = mine.kind and value = mine.value`)
  } i cross join ${
    lookUp(sql`select * from ${sql.table(nouns[noun].table)}
      where company_id = ${companyId} and id = ${sql.ref(`i.${nouns[noun].key}`)}`)
  } t
    where mine.company_id = ${companyId} and ${sql.ref(`mine.${nouns[of.noun].key}`)} = ${of.id}
      and mine.kind in ('email', 'phone') and t.deleted_at is null and t.id <> ${except}
      ${noun === "contact" ? sql`and not t.is_spam and not t.held` : sql``}
    group by t.id order by t.id desc limit ${maxFound}`.execute(db);
  const samePersons = noun === "contact" && of.noun === "contact"
    ? await idsOfSamePerson(db, tenant, of.id)
    : [];
  const named = await idsNamedAlike(db, tenant, names, { noun, except });
  const likenesses = new Map<number, Likeness>(samePersons.map((id) => [id, "same_person"]));
  for (const { id, byEmail } of reachable) {
    if (byEmail && !likenesses.has(id)) likenesses.set(id, "same_email");
  }
  for (const { id } of reachable) if (!likenesses.has(id)) likenesses.set(id, "same_phone");
  for (const id of named) if (!likenesses.has(id)) likenesses.set(id, "similar_name");
  return new Map([...likenesses].slice(0, maxFound));
}

/** Contacts with an id of which an event told that it is of the same person. */
async function idsOfSamePerson(
  db: Db,
  { companyId }: Tenant,
  contactId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct t.id from identities mine
    join account_people p on p.company_id = mine.company_id
      and p.account_id = split_part(mine.value, ':', 1)::int
      and p.person_id = substr(mine.value, strpos(mine.value, ':') + 1)
    join account_people o on o.company_id = p.company_id and o.account_id = p.account_id
      and o.joined_to = p.joined_to
    join identities i on i.company_id = o.company_id and i.kind = 'account_id'
      and i.value = o.account_id || ':' || o.person_id
    join contacts t on t.company_id = i.company_id and t.id = i.contact_id
    where mine.company_id = ${companyId} and mine.contact_id = ${contactId}
      and mine.kind = 'account_id' and t.deleted_at is null and t.id <> ${contactId}
      and not t.is_spam and not t.held
    order by t.id desc limit ${maxFound}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ranks by shared words of the name; words of one or two letters are ignored. */
async function idsNamedAlike(
  db: Db,
  { companyId }: Tenant,
  names: (string | null)[],
  { noun, except }: { noun: Alike; except: number },
): Promise<number[]> {
  const values = names.filter((name) => name !== null);
  if (values.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with wanted as (
      select n, w collate "C" as word, count(*) over (partition by n) as total
      from unnest(${values}::text[]) with ordinality as given(phrase, n), relevo_words(phrase) w
      where length(w) > 2
    ), shared as (
      select s.record_id as id, count(*)::float / wanted.total as share
      from wanted cross join ${
    lookUp(sql`select record_id from search_words
      where company_id = ${companyId} and kind = ${wordKinds[noun]} and state = ${wordStates.live}
        and word = wanted.word`)
  } s
      where s.record_id <> ${except}
      group by s.record_id, wanted.n, wanted.total
    )
    select id from shared where share > 0.5
    group by id order by max(share) desc, id desc limit ${maxFound}`.execute(db);
  return rows.map(({ id }) => id);
}
