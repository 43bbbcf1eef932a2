import { type Kysely, sql } from "kysely";

/** The words that records are found by. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...tables, ...indexes, ...words]) {
    await sql.raw(statement).execute(db);
  }
  for (const table of tenantTables) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
  }
  // What the worker deletes (old spam) takes its words along.
  await sql`grant select, delete on search_words to relevo_worker`.execute(db);
  await sql`create policy worker on search_words to relevo_worker using (true)`.execute(db);
}

/** Without a foreign key: only the triggers write it, from rows that have theirs. */
const tables = [
  `create table search_words (
    company_id integer not null,
    word text collate "C" not null,
    kind text not null
      check (kind in ('contact', 'client', 'opportunity', 'quote', 'product', 'task')),
    record_id integer not null,
    primary key (company_id, kind, word, record_id)
  )`,
];

/** One index a list and sort, and one a link that is followed. */
const indexes = [
  `create index search_words_record on search_words (company_id, kind, record_id)`,
];

const tenantTables = [
  "search_words",
];

/** Which columns of what are found by their words. */
const searched = [
  {
    table: "contacts",
    kind: "contact",
    columns: ["name", "email", "phone", "organization", "subject"],
    unless: "is_spam",
  },
  {
    table: "clients",
    kind: "client",
    columns: ["name", "legal_name", "tax_id", "email", "phone", "city"],
  },
  { table: "opportunities", kind: "opportunity", columns: ["title"] },
  { table: "quotes", kind: "quote", columns: ["number", "title"] },
  { table: "products", kind: "product", columns: ["name", "sku", "category"] },
  { table: "tasks", kind: "task", columns: ["title"] },
];

/** What splits words, by code points: what a locale takes for a letter differs between servers. */
const separators = "\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4" +
  "\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff" +
  "\u3000-\u3004\u3007-\u3030\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40" +
  "\uff5b-\uff65\ufff0-\uffff\u{1f000}-\u{1faff}";

/** The text whose words a row has; a phone number also as its last nine digits in one. */
function textOf(row: string, columns: string[]): string {
  const parts = columns.map((column) => `${row}.${column}`);
  if (columns.includes("phone")) {
    parts.push(`right(regexp_replace(${row}.phone, '[^0-9]', '', 'g'), 9)`);
  }
  return `concat_ws(' ', ${parts.join(", ")})`;
}

function isHidden(row: string, unless?: string): string {
  return `(${row}.deleted_at is not null${unless ? ` or ${row}.${unless}` : ""})`;
}

/**
 * The word table is kept by triggers, so that no way of writing can forget it; one for each insert
 * statement and not row, because an import has thousands of rows. Words are folded: without accents,
 * lower case, split where neither a letter nor a digit stands. lib/web/words.ts folds alike.
 */
const words = [
  `create function relevo_fold(given text) returns text language sql immutable parallel safe as
    $$ select lower(regexp_replace(normalize(coalesce(given, ''), nfd), '[\u0300-\u036f]', '', 'g')) $$`,
  `create function relevo_words(given text) returns setof text language sql immutable as
    $$ select distinct left(w, 60) from regexp_split_to_table(relevo_fold(given), '[${separators}]+') w
       where w <> '' $$`,
  ...searched.flatMap(({ table, kind, columns, unless }) => [
    `create function relevo_index_${kind}s() returns trigger language plpgsql as $$
      begin
        insert into search_words (company_id, word, kind, record_id)
        select n.company_id, w, '${kind}', n.id
        from made n cross join lateral relevo_words(${textOf("n", columns)}) w
        where not ${isHidden("n", unless)};
        return null;
      end $$`,
    `create function relevo_reindex_${kind}() returns trigger language plpgsql as $$
      begin
        delete from search_words
        where company_id = old.company_id and kind = '${kind}' and record_id = old.id;
        if tg_op = 'DELETE' or ${isHidden("new", unless)} then return null; end if;
        insert into search_words (company_id, word, kind, record_id)
        select new.company_id, w, '${kind}', new.id from relevo_words(${textOf("new", columns)}) w;
        return null;
      end $$`,
    `create trigger search_words_made after insert on ${table}
      referencing new table as made for each statement execute function relevo_index_${kind}s()`,
    `create trigger search_words after delete or
      update of ${[...columns, "deleted_at", ...(unless ? [unless] : [])].join(", ")}
      on ${table} for each row execute function relevo_reindex_${kind}()`,
  ]),
];
