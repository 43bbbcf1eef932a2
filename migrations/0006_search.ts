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
}

const tables = [
  `create table search_words (
    company_id integer not null references companies,
    word text collate "C" not null,
    kind text not null
      check (kind in ('contact', 'client', 'opportunity', 'quote', 'product', 'task')),
    record_id integer not null,
    primary key (company_id, word, kind, record_id)
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

/**
 * The word table is kept by triggers, so that no way of writing can forget it. Words are folded:
 * lower case, without accents, split where neither a letter nor a digit stands.
 */
const words = [
  `create function relevo_fold(given text) returns text language sql immutable parallel safe as
    $$ select regexp_replace(normalize(lower(coalesce(given, '')), nfd), '[\u0300-\u036f]', '', 'g') $$`,
  `create function relevo_words(given text) returns setof text language sql immutable as
    $$ select distinct left(w, 60) from regexp_split_to_table(relevo_fold(given), '[^[:alnum:]]+') w
       where w <> '' $$`,
  ...searched.flatMap(({ table, kind, columns, unless }) => {
    const joined = `concat_ws(' ', ${columns.map((column) => `new.${column}`).join(", ")})`;
    const hidden = unless
      ? `new.deleted_at is not null or new.${unless}`
      : "new.deleted_at is not null";
    return [
      `create function relevo_index_${kind}() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            delete from search_words
            where company_id = old.company_id and kind = '${kind}' and record_id = old.id;
          end if;
          if tg_op = 'DELETE' or ${hidden} then return null; end if;
          insert into search_words (company_id, word, kind, record_id)
          select new.company_id, w, '${kind}', new.id from relevo_words(${joined}) w;
          return null;
        end $$`,
      `create trigger search_words after insert or delete or
        update of ${[...columns, "deleted_at", ...(unless ? [unless] : [])].join(", ")}
        on ${table} for each row execute function relevo_index_${kind}()`,
    ];
  }),
];
