import { type Kysely, sql } from "kysely";

/** Every address and number by which a person is known, also those that a merge brought. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...table, ...words, ...mirrors]) await sql.raw(statement).execute(db);
  await identifyWhoIsThere(db);
}

const channels = ["web", "whatsapp", "instagram", "facebook", "phone", "referral", "other"];
const kinds = ["email", "phone", ...channels.map((channel) => `${channel}_id`)];

const table = [
  "alter table merges add unique (company_id, id)",
  `create table identities (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    contact_id integer,
    client_id integer,
    /* an address, a number, or an id of a channel */
    kind text not null check (kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})),
    /* e-mail in lower case, phone as E.164, ids as they are */
    value text not null check (value <> ''),
    /* record: what the record's own columns say; merge: what another had, and stays known */
    source text not null default 'record' check (source in ('record', 'merge')),
    /* the merge that brought it; null once it can no longer be undone */
    merge_id integer,
    unique (company_id, id),
    foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
    foreign key (company_id, client_id) references clients (company_id, id) on delete cascade,
    foreign key (company_id, merge_id) references merges (company_id, id)
      on delete set null (merge_id),
    check (num_nonnulls(contact_id, client_id) = 1),
    check (merge_id is null or source = 'merge')
  )`,
  "create index identities_value on identities (company_id, kind, value)",
  `create index identities_contact on identities (company_id, contact_id)
    where contact_id is not null`,
  "create index identities_client on identities (company_id, client_id) where client_id is not null",
  "create index identities_merge on identities (company_id, merge_id) where merge_id is not null",
  "alter table identities enable row level security",
  "alter table identities force row level security",
  "grant select, insert, update, delete on identities to relevo_tenant",
  `create policy tenant on identities to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
];

interface Person {
  table: string;
  kind: string;
  key: string;
  /** Whose change changes what it is known by. */
  known: string[];
  /** Rows of kind and value, of a row. */
  values(row: string): string;
  /** Expressions over the row `n`, as in 0011. */
  text: string[];
  state: string;
}

const persons: Person[] = [
  {
    table: "contacts",
    kind: "contact",
    key: "contact_id",
    known: ["email_norm", "phone_e164", "channel", "channel_contact_id"],
    values: (row) =>
      `('email', ${row}.email_norm), ('phone', ${row}.phone_e164),
       (${row}.channel || '_id', ${row}.channel_contact_id)`,
    text: [
      ...["n.name", "n.email", "n.organization", "n.subject", "n.channel_contact_id"],
      "relevo_endings(coalesce(n.phone_e164, n.phone))",
      "relevo_endings(case when n.channel in ('whatsapp', 'phone') then n.channel_contact_id end)",
    ],
    state: "when n.is_spam then 'spam'",
  },
  {
    table: "clients",
    kind: "client",
    key: "client_id",
    known: ["email_norm", "phone_e164"],
    values: (row) => `('email', ${row}.email_norm), ('phone', ${row}.phone_e164)`,
    text: [
      ...["n.name", "n.legal_name", "n.email", "n.city", "n.tax_id", "n.country || n.tax_id"],
      "regexp_replace(n.tax_id, '([A-Za-z]+|[0-9]+)', '\\1 ', 'g')",
      "regexp_replace(n.tax_id, '^[A-Za-z]{2}([A-Za-z0-9])', '\\1')",
      "relevo_endings(coalesce(n.phone_e164, n.phone))",
    ],
    state: "",
  },
];

/** Whoever is found by the words of a record is also found by what merges brought to it. */
const words = persons.flatMap(({ table, kind, key, text, state }) => [
  `create function relevo_rewrite_${kind}(of_company integer, of_id integer) returns void
    language plpgsql as $$
    begin
      delete from search_words
      where company_id = of_company and search_words.kind = '${kind}' and record_id = of_id;
      insert into search_words (company_id, kind, state, word, record_id)
      select n.company_id, '${kind}',
        case when n.deleted_at is not null then 'trash' ${state} else 'live' end, w, n.id
      from ${table} n cross join lateral relevo_terms(concat_ws(' ', ${text.join(", ")}, (
        select string_agg(case when i.kind in ('phone', 'whatsapp_id', 'phone_id')
          then concat_ws(' ', i.value, relevo_endings(i.value)) else i.value end, ' ')
        from identities i
        where i.company_id = n.company_id and i.${key} = n.id and i.source = 'merge'))) w
      where n.company_id = of_company and n.id = of_id;
    end $$`,
  `create or replace function relevo_reindex_${kind}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        perform relevo_rewrite_${kind}(new.company_id, new.id);
      else
        delete from search_words
        where company_id = old.company_id and kind = '${kind}' and record_id = old.id;
      end if;
      return null;
    end $$`,
]);

const rewrite = (rows: string) =>
  persons.map(({ table, kind, key }) => `
      perform relevo_rewrite_${kind}(p.company_id, p.id)
      from ${table} p join (
        select distinct company_id, ${key} as id from (${rows}) r where source = 'merge'
      ) k on k.company_id = p.company_id and k.id = p.id;`).join("");

/** Triggers keep the table, so that no way of writing can forget it. */
const mirrors = [
  `create function relevo_identities_made() returns trigger language plpgsql as $$
    begin ${rewrite("select * from made")} return null; end $$`,
  `create function relevo_identities_moved() returns trigger language plpgsql as $$
    begin ${rewrite("select * from made union all select * from gone")} return null; end $$`,
  `create function relevo_identities_gone() returns trigger language plpgsql as $$
    begin ${rewrite("select * from gone")} return null; end $$`,
  `create trigger search_words_made after insert on identities
    referencing new table as made for each statement execute function relevo_identities_made()`,
  `create trigger search_words_moved after update on identities
    referencing old table as gone new table as made
    for each statement execute function relevo_identities_moved()`,
  `create trigger search_words_gone after delete on identities
    referencing old table as gone for each statement execute function relevo_identities_gone()`,
  ...persons.flatMap(({ table, kind, key, known, values }) => [
    `create function relevo_identify_${kind}s() returns trigger language plpgsql as $$
      begin
        insert into identities (company_id, created_at, ${key}, kind, value)
        select n.company_id, n.created_at, n.id, k.kind, k.value
        from made n cross join lateral (values ${values("n")}) k (kind, value)
        where k.value <> '' order by n.id;
        return null;
      end $$`,
    // What is unchanged keeps its row, and so its age.
    `create function relevo_reidentify_${kind}() returns trigger language plpgsql as $$
      begin
        delete from identities i
        where i.company_id = new.company_id and i.${key} = new.id and i.source = 'record'
          and (i.kind, i.value) not in (
            select k.kind, k.value from (values ${values("new")}) k (kind, value)
            where k.value is not null);
        if new.merged_into_id is not null then return null; end if;
        insert into identities (company_id, ${key}, kind, value)
        select new.company_id, new.id, k.kind, k.value
        from (values ${values("new")}) k (kind, value)
        where k.value <> '' and not exists (
          select from identities i where i.company_id = new.company_id and i.${key} = new.id
            and i.source = 'record' and i.kind = k.kind and i.value = k.value);
        return null;
      end $$`,
    `create trigger identities_made after insert on ${table}
      referencing new table as made for each statement execute function relevo_identify_${kind}s()`,
    `create trigger identities_changed after update of ${known.join(", ")} on ${table}
      for each row when (${
      known.map((name) => `old.${name} is distinct from new.${name}`).join(" or ")
    }) execute function relevo_reidentify_${kind}()`,
  ]),
];

/** Each merged record at each merge that its addresses went through, and where they are now. */
const ways = ({ table, key }: Person) => `
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
  )`;

/** Forced row-level security holds for the owner too: each company's rows are read as its tenant. */
// deno-lint-ignore no-explicit-any
async function identifyWhoIsThere(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const person of persons) {
      for (const statement of fillings(person)) {
        await sql.raw(statement.replaceAll("$company", String(id))).execute(db);
      }
    }
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}

function fillings(person: Person): string[] {
  const { table, key, values } = person;
  return [
    `insert into identities (company_id, created_at, ${key}, kind, value)
      select n.company_id, n.created_at, n.id, k.kind, k.value
      from ${table} n cross join lateral (values ${values("n")}) k (kind, value)
      where n.company_id = $company and n.merged_into_id is null and k.value <> ''
      order by n.created_at, n.id`,
    `${ways(person)}
      insert into identities (company_id, created_at, ${key}, kind, value, source, merge_id)
      select n.company_id, n.created_at, place.holder, k.kind, k.value, 'merge', place.merge_id
      from place join ${table} n on n.company_id = $company and n.id = place.id
      cross join lateral (values ${values("n")}) k (kind, value)
      where k.value <> '' order by n.created_at, n.id`,
    // So that they go back when the merge is undone.
    `${ways(person)}
      update merges m set moved = m.moved || jsonb_build_object('identities.${key}', theirs.ids)
      from (
        select way.at, jsonb_agg(i.id order by i.id) as ids
        from way join place on place.id = way.id
        join identities i on i.company_id = $company and i.merge_id = place.merge_id
        group by way.at
      ) theirs
      where m.company_id = $company and m.${key} = theirs.at`,
  ];
}
