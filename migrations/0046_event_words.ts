import { type Kysely, sql } from "kysely";

/** Events are found by their words; `relevo_terms` is that of 0011. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await indexWhatIsThere(db);
}

const watched = ["title", "location", "description", "deleted_at"];
const differs = watched.map((name) => `old.${name} is distinct from new.${name}`);

/** The beginning of the notes: a long text on each day of a series would be most of the index. */
const text = "n.title, n.location, left(n.description, 300)";

/** Adds the words of what `source` calls `n`. */
function index(source: string): string {
  return `insert into search_words (company_id, kind, state, word, record_id)
    select n.company_id, 'event',
      case when n.deleted_at is not null then 'trash' else 'live' end, w, n.id
    from ${source} cross join lateral relevo_terms(concat_ws(' ', ${text})) w`;
}

const statements = [
  "alter table search_words drop constraint search_words_kind_check",
  `alter table search_words add constraint search_words_kind_check check (kind in
    ('contact', 'client', 'opportunity', 'quote', 'sale', 'product', 'task', 'event'))`,
  `create function relevo_index_events() returns trigger language plpgsql as $$
    begin
      ${index("made n")};
      return null;
    end $$`,
  `create function relevo_reindex_event() returns trigger language plpgsql as $$
    begin
      delete from search_words
      where company_id = old.company_id and kind = 'event' and record_id = old.id;
      if tg_op = 'UPDATE' then
        ${index("(select new.*) n")};
      end if;
      return null;
    end $$`,
  `create trigger search_words_made after insert on events
    referencing new table as made for each statement execute function relevo_index_events()`,
  `create trigger search_words_changed after update of ${watched.join(", ")} on events
    for each row when (${differs.join(" or ")}) execute function relevo_reindex_event()`,
  `create trigger search_words_gone after delete on events
    for each row execute function relevo_reindex_event()`,
];

/** As in 0011: forced row-level security holds for the owner too. */
// deno-lint-ignore no-explicit-any
async function indexWhatIsThere(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    await sql.raw(index("events n")).execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
