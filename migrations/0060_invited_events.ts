import { type Kysely, sql } from "kysely";

/** Events know the invitation that they were made of, and automatic mail is found by its words. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...invited, ...words]) await sql.raw(statement).execute(db);
  await indexWhatIsThere(db);
}

const invited = [
  `alter table events
    /* of the calendar that it came from (RFC 5545, 3.8.4.7) */
    add column ical_uid text check (length(ical_uid) between 1 and 255),
    /* of a series the occurrence that it is: an instant or a day */
    add column ical_occurrence text check (length(ical_occurrence) <= 40),
    /* the version that it holds: SEQUENCE, then DTSTAMP */
    add column ical_sequence integer check (ical_sequence >= 0),
    add column ical_stamped_at text check (length(ical_stamped_at) <= 40),
    /* nobody else's mails move it */
    add column ical_organizer text check (length(ical_organizer) <= 254)`,
  `create index events_ical on events (company_id, contact_id, ical_uid)
    where ical_uid is not null`,
];

const text = `concat_ws(' ', n.automatic ->> 'subject', n.automatic #>> '{from,name}',
  n.automatic #>> '{from,address}')`;

/** Adds the words of what `source` calls `n`. */
function index(source: string): string {
  return `insert into search_words (company_id, kind, state, word, record_id)
    select n.company_id, 'automatic', 'live', w, n.id
    from ${source} cross join lateral relevo_terms(${text}) w
    where n.automatic is not null`;
}

const kinds = "'contact', 'client', 'opportunity', 'quote', 'sale', 'product', 'task', 'event'";

/** The worker, which forgets old ones, may delete words and add none. */
const words = [
  "alter table search_words drop constraint search_words_kind_check",
  `alter table search_words add constraint search_words_kind_check
    check (kind in (${kinds}, 'automatic'))`,
  `create function relevo_reindex_automatic() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from search_words
        where company_id = old.company_id and kind = 'automatic' and record_id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        if new.automatic is not null then
          ${index("(select new.*) n")};
        end if;
      end if;
      return null;
    end $$`,
  `create trigger automatic_words_made after insert on channel_events
    for each row when (new.automatic is not null) execute function relevo_reindex_automatic()`,
  `create trigger automatic_words_changed after update of automatic on channel_events
    for each row when (old.automatic is distinct from new.automatic)
    execute function relevo_reindex_automatic()`,
  `create trigger automatic_words_gone after delete on channel_events
    for each row when (old.automatic is not null) execute function relevo_reindex_automatic()`,
];

/** As in 0011: forced row-level security holds for the owner too. */
// deno-lint-ignore no-explicit-any
async function indexWhatIsThere(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    await sql.raw(index("channel_events n")).execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
