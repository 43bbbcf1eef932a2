import { type Kysely, sql } from "kysely";

/** Search words in fewer bytes, made in fewer steps: docs/decisions/0070. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  const run = async (statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  await run(table);
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::xid::text as xid`.execute(db);
  await asWorker(db, () => run([copy("")]));
  await run([...indexes, lockWriters]);
  await asWorker(db, () => run([...catchUp(rows[0]!.xid), removeGone]));
  await run([...exchange, ...functions]);
}

/** Upper case: a name that is cut to a byte by an older process finds nothing instead of others. */
const kinds = {
  ...{ contact: "C", client: "L", opportunity: "O", quote: "Q", sale: "S", product: "P" },
  ...{ task: "T", event: "E", automatic: "A" },
};
const states = { live: "L", spam: "S", held: "H", trash: "T" };
const quoted = (codes: Record<string, string>) =>
  Object.values(codes).map((code) => `'${code}'`).join(", ");
const coded = (column: string, codes: Record<string, string>) =>
  `(case ${column} ${
    Object.entries(codes).map(([name, code]) => `when '${name}' then '${code}'`).join(" ")
  } end)::"char"`;

const table = [
  `create table new_search_words (
    company_id integer not null,
    record_id integer not null,
    kind "char" not null constraint search_words_kind check (kind in (${quoted(kinds)})),
    state "char" not null constraint search_words_state check (state in (${quoted(states)})),
    word text collate "C" not null
  )`,
  "grant select, insert, delete on new_search_words to relevo_worker",
  "create table changed_words (company_id integer, kind text, record_id integer)",
  "grant select, insert on changed_words to relevo_worker",
];

const indexes = [
  `alter table new_search_words
    add constraint new_search_words_pkey primary key (company_id, kind, state, word, record_id)`,
  "create index new_search_words_record on new_search_words (company_id, kind, record_id)",
  "analyze new_search_words",
];

/** The worker may read all companies' words in one pass, which the owner may not. */
// deno-lint-ignore no-explicit-any
async function asWorker(db: Kysely<any>, act: () => Promise<void>): Promise<void> {
  await sql`select set_config('role', 'relevo_worker', true)`.execute(db);
  await act();
  await sql`select set_config('role', 'none', true)`.execute(db);
}

function copy(where: string): string {
  return `insert into new_search_words (company_id, record_id, kind, state, word)
    select company_id, record_id, ${coded("kind", kinds)}, ${coded("state", states)}, word
    from search_words ${where}`;
}

/** Writers go on while the table is copied; a record's words are always written all at once. */
function catchUp(since: string): string[] {
  return [
    `insert into changed_words
      select distinct company_id, kind, record_id from search_words
      where age(xmin) <= age('${since}'::xid)`,
    `delete from new_search_words n using changed_words c
      where n.company_id = c.company_id and n.kind = ${coded("c.kind", kinds)}
        and n.record_id = c.record_id`,
    copy("where (company_id, kind, record_id) in (select * from changed_words)"),
  ];
}

/** Records that have no words any more. */
const removeGone = `do $$
  begin
    if (select count(*) from search_words) <> (select count(*) from new_search_words) then
      delete from new_search_words n where not exists (
        select from search_words o where o.company_id = n.company_id
          and ${coded("o.kind", kinds)} = n.kind and o.record_id = n.record_id);
    end if;
  end $$`;

/** All at once or none, so that nobody waits for this behind somebody else's long transaction. */
const lockWriters = `do $$
  begin
    perform set_config('lock_timeout', '100ms', true);
    loop
      begin
        lock table contacts, clients, opportunities, quotes, sales, products, tasks, events,
          channel_events, identities in share row exclusive mode;
        lock table search_words in access exclusive mode;
        exit;
      exception when lock_not_available then perform pg_sleep(0.1); end;
    end loop;
    perform set_config('lock_timeout', '0', true);
  end $$`;

const exchange = [
  "drop table changed_words",
  "drop table search_words",
  "alter table new_search_words rename to search_words",
  "alter index new_search_words_pkey rename to search_words_pkey",
  "alter index new_search_words_record rename to search_words_record",
  "alter table search_words enable row level security, force row level security",
  "grant select, insert, update, delete on search_words to relevo_tenant",
  `create policy tenant on search_words to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  "revoke insert on search_words from relevo_worker",
  "create policy worker on search_words to relevo_worker using (true)",
];

const separators = "\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4" +
  "\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff" +
  "\u3000-\u3004\u3007-\u3030\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40" +
  "\uff5b-\uff65\ufff0-\uffff\u{1f000}-\u{1faff}";
const blanks = "\u0001-\u0020\u00a0\u2000-\u200a\u3000";

const initials = `regexp_replace(given collate "C", '(?<![A-Za-z])([A-Za-z])\\. +(?=[A-Za-z]\\.)',
  '\\1.', 'g')`;

/** The words of 0064. Bare Spanish is ASCII, whose words need no regular expression of Unicode. */
const terms = `create or replace function relevo_terms(given text) returns setof text
  language plpgsql immutable as $terms$ declare
    joined text := case when strpos(given, '. ') > 0 then ${initials} else given end;
    bare text := case when octet_length(joined) = length(joined) then joined
      else regexp_replace(normalize(joined, nfkd) collate "C", '[\u0300-\u036f]', '', 'g') end;
    folded text collate "C";
  begin
    if octet_length(bare) = length(bare) then
      folded := lower(bare collate "C");
      return query
        select distinct left(w, 60) from (
          select unnest(regexp_split_to_array(folded, '[^a-z0-9]+'))
          union all
          select regexp_replace(part, '[^a-z0-9]+', '', 'g')
          from unnest(regexp_split_to_array(folded, '[\u0001-\u0020]+')) part
          where part ~ '[a-z0-9][^a-z0-9]+[a-z0-9]'
        ) parts (w) where w <> '';
    else
      return query
        select relevo_words(given collate "C")
        union
        select relevo_words(string_agg(regexp_replace(part, '[${separators}]+', '', 'g'), ' '))
        from regexp_split_to_table(relevo_fold(joined) collate "C", '[${blanks}]+') part
        where part ~ '[^${separators}][${separators}]+[^${separators}]';
    end if;
  end $terms$`;

/** Writes what is not there, and deletes what is too much; planned at each use, as in 0076. */
const write = `create function relevo_write_words(
    of_company integer, of_kind "char", of_id integer, of_state "char", given text)
  returns void language plpgsql as $$
  declare wanted text[] collate "C" := array(select relevo_terms(given));
  begin
    execute 'delete from search_words where company_id = $1 and kind = $2 and record_id = $3
        and (state <> $4 or word <> all ($5))'
      using of_company, of_kind, of_id, of_state, wanted;
    execute 'insert into search_words (company_id, kind, state, word, record_id)
      select $1, $2, $4, w, $3 from unnest($5) w
      where w collate "C" <> all (array(
        select word from search_words where company_id = $1 and kind = $2 and record_id = $3))
      on conflict do nothing'
      using of_company, of_kind, of_id, of_state, wanted;
  end $$`;

interface Searched {
  table: string;
  noun: keyof typeof kinds;
  /** Expressions over the row `n` and its client `c`. */
  text: string;
  hasClient?: true;
  merged?: string;
}

const number = `n.number, substring(n.number from '[0-9]+-[0-9]+$'),
  ltrim(substring(n.number from '[0-9]+$'), '0')`;
/** A tax id as people type it: in its parts, and without its country. */
const typed = (taxId: string) =>
  `regexp_replace(${taxId}, '([A-Za-z]+|[0-9]+)', '\\1 ', 'g'),
   regexp_replace(${taxId}, '^[A-Za-z]{2}([A-Za-z0-9])', '\\1')`;
const ofMerges = (key: string, further = "") =>
  `(select string_agg(case when i.kind in ('phone', 'whatsapp_id', 'phone_id')
      then concat_ws(' ', i.value, relevo_endings(i.value)) ${further} else i.value end, ' ')
    from identities i
    where i.company_id = n.company_id and i.${key} = n.id and i.source = 'merge')`;

const searched: Searched[] = [
  {
    ...{ table: "contacts", noun: "contact", merged: ofMerges("contact_id") },
    text: `n.name, n.username, n.email, n.organization, n.subject, n.channel_contact_id,
      relevo_endings(coalesce(n.phone_e164, n.phone)),
      relevo_endings(case when n.channel in ('whatsapp', 'phone') then n.channel_contact_id end)`,
  },
  {
    ...{ table: "clients", noun: "client" },
    text: `n.name, n.legal_name, n.email, n.city, n.tax_id, n.country || n.tax_id,
      ${typed("n.tax_id")}, relevo_endings(coalesce(n.phone_e164, n.phone))`,
    merged: ofMerges(
      "client_id",
      `when i.kind = 'tax_id' then concat_ws(' ', i.value, ${typed("i.value")})`,
    ),
  },
  { table: "opportunities", noun: "opportunity", text: "n.title", hasClient: true },
  { table: "quotes", noun: "quote", text: `${number}, n.title`, hasClient: true },
  { table: "sales", noun: "sale", text: number, hasClient: true },
  { table: "products", noun: "product", text: "n.name, n.sku, n.category, n.barcode" },
  { table: "tasks", noun: "task", text: "n.title" },
  { table: "events", noun: "event", text: "n.title, n.location, left(n.description, 300)" },
];

const stateOf = (noun: string) =>
  `(case when n.deleted_at is not null then 'T' ${
    noun === "contact" ? "when n.is_spam then 'S' when n.held then 'H'" : ""
  } else 'L' end)::"char"`;

const client = `left join lateral (select c.name, c.legal_name from clients c
  where c.company_id = n.company_id and c.id = n.client_id offset 0) c on true`;

function nounFunctions({ table, noun, text, hasClient, merged }: Searched): string[] {
  const [state, kind] = [stateOf(noun), `'${kinds[noun]}'::"char"`];
  const all = hasClient ? `${text}, c.name, c.legal_name` : text;
  const joined = hasClient ? client : "";
  const rewritten = (source: string, texts: string) =>
    `perform relevo_write_words(n.company_id, ${kind}, n.id, ${state}, concat_ws(' ', ${texts}))
      from ${source}`;
  return [
    `create or replace function relevo_index_${noun}s() returns trigger language plpgsql as $$
      begin
        insert into search_words (company_id, kind, state, word, record_id)
        select n.company_id, ${kind}, ${state}, w, n.id
        from made n ${joined} cross join lateral relevo_terms(concat_ws(' ', ${all})) w;
        return null;
      end $$`,
    ...merged
      ? [`create or replace function relevo_rewrite_${noun}(of_company integer, of_id integer)
        returns void language plpgsql as $$
        begin
          ${rewritten(`${table} n`, `${text}, ${merged}`)}
          where n.company_id = of_company and n.id = of_id;
        end $$`]
      : [],
    `create or replace function relevo_reindex_${noun}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then ${
      merged
        ? `perform relevo_rewrite_${noun}(new.company_id, new.id)`
        : rewritten(`(select new.*) n ${joined}`, all)
    };
        else
          delete from search_words
          where company_id = old.company_id and kind = ${kind} and record_id = old.id;
        end if;
        return null;
      end $$`,
  ];
}

function documentsOf({ table, noun, text }: Searched): string {
  return `
      for document in execute 'select id from ${table}
        where company_id = $1 and client_id = $2 order by id for no key update'
        using new.company_id, new.id loop
        execute $write$
          select relevo_write_words(n.company_id, '${kinds[noun]}', n.id, ${stateOf(noun)},
            concat_ws(' ', ${text}, $3, $4))
          from ${table} n where n.company_id = $1 and n.id = $2 $write$
          using new.company_id, document, new.name, new.legal_name;
      end loop;`;
}

const functions = [
  terms,
  write,
  ...searched.flatMap(nounFunctions),
  `create or replace function relevo_reindex_documents() returns trigger language plpgsql as $$
    declare document integer; begin ${
    searched.filter(({ hasClient }) => hasClient).map(documentsOf).join("")
  }
      return null;
    end $$`,
  `create or replace function relevo_reindex_automatic() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from search_words
        where company_id = old.company_id and kind = 'A' and record_id = old.id;
      end if;
      if tg_op <> 'DELETE' then if new.automatic is not null then
          insert into search_words (company_id, kind, state, word, record_id)
          select new.company_id, 'A', 'L', w, new.id
          from relevo_terms(concat_ws(' ', new.automatic ->> 'subject',
            new.automatic #>> '{from,name}', new.automatic #>> '{from,address}')) w;
      end if; end if;
      return null;
    end $$`,
];
