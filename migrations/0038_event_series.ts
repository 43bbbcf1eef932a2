import { type Kysely, sql } from "kysely";

/**
 * Events that repeat (docs/decisions/0038): a series has the rule, and each occurrence is an event of
 * its own that knows its series and the day that the rule gave it.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const weekdays = "'mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'";

const statements = [
  `create table event_series (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    version integer not null default 1,
    freq text not null check (freq in ('daily', 'weekly', 'monthly')),
    every integer not null check (every between 1 and 366),
    by_weekday text[] check (by_weekday <@ array[${weekdays}]),
    by_month_day integer check (by_month_day between 1 and 31),
    week_start text not null check (week_start in (${weekdays})),
    until date,
    count integer check (count between 1 and 366),
    first_day date not null,
    start_time text not null check (start_time ~ '^\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?$'),
    time_zone text not null,
    all_day boolean not null,
    lasts_ms bigint not null check (lasts_ms >= 0),
    /* the days of the rule up to this one have been made */
    made_through date not null,
    unique (company_id, id),
    check (until is null or count is null),
    check ((freq = 'weekly') = (by_weekday is not null)),
    check ((freq = 'monthly') = (by_month_day is not null))
  )`,
  `create index event_series_growing on event_series (made_through)
    where count is null and (until is null or made_through < until)`,
  "alter table event_series enable row level security",
  "alter table event_series force row level security",
  "grant select, insert, update, delete on event_series to relevo_tenant",
  `create policy tenant on event_series to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  "grant select, delete on event_series to relevo_worker",
  "create policy worker on event_series to relevo_worker using (true)",

  `alter table events
    add column series_id integer,
    add column original_day date,
    /* changed by itself, so that later occurrences are not made like it */
    add column set_apart boolean not null default false,
    add foreign key (company_id, series_id) references event_series (company_id, id),
    add check ((series_id is null) = (original_day is null))`,
  // Checked when a statement ends: one that moves a whole series passes over its own days.
  `alter table events add constraint events_series_day exclude using btree
    (company_id with =, series_id with =, original_day with =)
    where (deleted_at is null and series_id is not null) deferrable initially immediate`,
  `create index events_series on events (company_id, series_id, original_day)
    where series_id is not null`,

  /* what an undo needs beside the records */
  "alter table bulk_changes add column further jsonb",
];
