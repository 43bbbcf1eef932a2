import { type Kysely, sql } from "kysely";

/** Merged records stay known by their tax id and organisation, and an undo knows what it made. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await identifyMerged(db);
}

const kinds = ["email", "phone", "web_id", "whatsapp_id", "instagram_id", "facebook_id"]
  .concat("phone_id", "referral_id", "other_id", "account_id", "tax_id", "organization");

/** A tax id as people type it: in its parts, and without its country. */
const typed = (taxId: string) =>
  `regexp_replace(${taxId}, '([A-Za-z]+|[0-9]+)', '\\1 ', 'g'),
   regexp_replace(${taxId}, '^[A-Za-z]{2}([A-Za-z0-9])', '\\1')`;

const searched = [
  ...["n.name", "n.legal_name", "n.email", "n.city", "n.tax_id", "n.country || n.tax_id"],
  typed("n.tax_id"),
  "relevo_endings(coalesce(n.phone_e164, n.phone))",
].join(", ");

const statements = [
  /* tax_id, organization: what a merged record had, in no column of the one that stays */
  `alter table identities
    drop constraint identities_kind_check,
    add constraint identities_kind_check check (kind in (${
    kinds.map((kind) => `'${kind}'`).join(", ")
  }))`,
  `create or replace function relevo_rewrite_client(of_company integer, of_id integer) returns void
    language plpgsql as $$
    begin
      delete from search_words
      where company_id = of_company and search_words.kind = 'client' and record_id = of_id;
      insert into search_words (company_id, kind, state, word, record_id)
      select n.company_id, 'client',
        case when n.deleted_at is not null then 'trash' else 'live' end, w, n.id
      from clients n cross join lateral relevo_terms(concat_ws(' ', ${searched}, (
        select string_agg(case when i.kind in ('phone', 'whatsapp_id', 'phone_id')
          then concat_ws(' ', i.value, relevo_endings(i.value))
          when i.kind = 'tax_id' then concat_ws(' ', i.value, ${typed("i.value")})
          else i.value end, ' ')
        from identities i
        where i.company_id = n.company_id and i.client_id = n.id and i.source = 'merge'))) w
      where n.company_id = of_company and n.id = of_id;
    end $$`,
  /* the record as the import made it; changes are null then */
  "alter table import_records add column made jsonb",
];

const persons = [
  { table: "clients", key: "client_id", kind: "tax_id", value: "upper(n.tax_id)" },
  { table: "contacts", key: "contact_id", kind: "organization", value: "n.organization" },
];

/** The live record that holds each merged one now, and the merges on the way to it. */
const filling = ({ table, key, kind, value }: (typeof persons)[number]) => `
  with recursive way as (
    select id, id as at, merged_into_id as next from ${table}
    where company_id = $company and merged_into_id is not null
    union all
    select way.id, p.id, p.merged_into_id from way join ${table} p
      on p.company_id = $company and p.id = way.next
    where p.merged_into_id is not null
  ), place as (
    select way.id, way.next as holder, m.id as merge_id
    from way join ${table} p on p.company_id = $company and p.id = way.next
    left join merges m on m.company_id = $company and m.${key} = way.id
    where p.merged_into_id is null
  ), made as (
    insert into identities (company_id, created_at, ${key}, kind, value, source, merge_id)
    select n.company_id, n.created_at, place.holder, '${kind}', ${value}, 'merge', place.merge_id
    from place join ${table} n on n.company_id = $company and n.id = place.id
    where ${value} <> '' order by n.created_at, n.id
    returning id, merge_id
  )
  update merges m set moved = m.moved || jsonb_build_object('identities.${key}',
    coalesce(m.moved -> 'identities.${key}', '[]') || theirs.ids)
  from (
    select way.at, jsonb_agg(made.id order by made.id) as ids
    from way join place on place.id = way.id join made on made.merge_id = place.merge_id
    group by way.at
  ) theirs
  where m.company_id = $company and m.${key} = theirs.at`;

/** Forced row-level security holds for the owner too: each company's rows are read as its tenant. */
// deno-lint-ignore no-explicit-any
async function identifyMerged(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const person of persons) {
      await sql.raw(filling(person).replaceAll("$company", String(id))).execute(db);
    }
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
