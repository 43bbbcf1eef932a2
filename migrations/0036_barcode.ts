import { type Kysely, sql } from "kysely";

/** A product's barcode, which the search finds; `relevo_terms` is that of 0011. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const watched = ["name", "sku", "category", "barcode", "deleted_at"];
const differs = watched.map((name) => `old.${name} is distinct from new.${name}`);

/** Adds the words of what `source` calls `n`. */
function index(source: string): string {
  return `insert into search_words (company_id, kind, state, word, record_id)
    select n.company_id, 'product',
      case when n.deleted_at is not null then 'trash' else 'live' end, w, n.id
    from ${source}
    cross join lateral relevo_terms(concat_ws(' ', n.name, n.sku, n.category, n.barcode)) w`;
}

/** No product has one yet, so the words that are there stay as they are. */
const statements = [
  "alter table products add column barcode text",
  `create or replace function relevo_index_products() returns trigger language plpgsql as $$
    begin
      ${index("made n")};
      return null;
    end $$`,
  `create or replace function relevo_reindex_product() returns trigger language plpgsql as $$
    begin
      delete from search_words
      where company_id = old.company_id and kind = 'product' and record_id = old.id;
      if tg_op = 'UPDATE' then
        ${index("(select new.*) n")};
      end if;
      return null;
    end $$`,
  "drop trigger search_words_changed on products",
  `create trigger search_words_changed after update of ${watched.join(", ")} on products
    for each row when (${differs.join(" or ")}) execute function relevo_reindex_product()`,
];
