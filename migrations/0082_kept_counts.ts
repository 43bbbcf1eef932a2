import { type Kysely, sql } from "kysely";

/**
 * Counts of notifications, of their recipients by state, and of tags. What was there before is
 * counted at the next start, beside those who write. Events of several days have an index,
 * and what comes due is a figure of its day.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  const counts = [...tables, ...counting, ...notifications, ...recipients, ...tags];
  for (const statement of [...counts, ...events, ...figures]) {
    await sql.raw(statement).execute(db);
  }
  // As in 0011: forced row-level security holds for the owner too.
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
      set_config('app.company_id', ${String(id)}, true)`.execute(db);
    const isFilled = (names: string[]) =>
      names.map((name) => `exists (select from ${name} where company_id = ${id} limit 1)`)
        .join(" or ");
    const marks = {
      uncounted_records: ["notifications", "contacts", "clients", "opportunities"],
      uncounted_figures: ["opportunities", "tasks"],
    };
    for (const [table, names] of Object.entries(marks)) {
      await sql.raw(`insert into ${table} select ${id} where ${isFilled(names)}
        on conflict do nothing`).execute(db);
    }
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}

const states = ["answered", "read", "opened", "delivered", "sent", "queued", "failed", "replaced"]
  .concat("cancelled");

/** Rows are only added, as in `record_counts`; the worker folds them. */
const countTables = [
  {
    table: "notification_counts",
    key: "company_id",
    columns: "company_id integer not null, n integer not null",
  },
  {
    table: "recipient_counts",
    key: "company_id, notification_id",
    columns: `company_id integer not null, notification_id uuid not null,
      ${states.map((state) => `${state} integer not null`).join(", ")}`,
  },
  {
    table: "tag_counts",
    key: "company_id, noun, tag",
    columns:
      "company_id integer not null, noun text not null, tag text not null, n integer not null",
  },
];

const secured = (table: string, worker: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `grant select, insert, update, delete on ${table} to relevo_tenant`,
  `create policy tenant on ${table} to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  `grant ${worker} on ${table} to relevo_worker`,
  `create policy worker on ${table} to relevo_worker using (true)`,
];

const tables = [
  ...countTables.flatMap(({ table, key, columns }) => [
    `create table ${table} (${columns}, folded boolean not null default false)`,
    `create index ${table}_of on ${table} (${key})`,
    `create index ${table}_new on ${table} (${key}) where not folded`,
    ...secured(table, "select, insert, delete"),
  ]),
  /* Companies whose counts do not hold all of their records yet. */
  "create table uncounted_records (company_id integer primary key)",
  ...secured("uncounted_records", "select"),
];

/** Of a recipient: `opened` has read what is known of no phone, and is shown as read or expired. */
const stateOf = `case when answered_at is not null then 'answered'
  when read_at is not null and status = 'delivered' then 'read'
  when read_at is not null and status in ('queued', 'sent') then 'opened'
  else status end`;
const ofState = (n: string, state: string) =>
  `coalesce(sum(${n}) filter (where state = '${state}'), 0)`;
const target = `insert into recipient_counts (company_id, notification_id, ${states.join(", ")})`;
const byState = (rows: string, n: string) =>
  `${target} select company_id, notification_id, ${states.map((state) => ofState(n, state))}
    from (${rows}) c group by 1, 2`;
const countedIn = (rows: string) =>
  `select company_id, notification_id, ${stateOf} as state, count(*) as n from ${rows}
    where counted group by 1, 2, 3`;

const liveTags = [
  { noun: "contact", table: "contacts", states: ["deleted_at", "is_spam", "held"] },
  { noun: "client", table: "clients", states: ["deleted_at"] },
  { noun: "opportunity", table: "opportunities", states: ["deleted_at"] },
];
const isLive = (names: string[], row = "") =>
  names.map((name) => name === "deleted_at" ? `${row}deleted_at is null` : `not ${row}${name}`)
    .join(" and ");
const tagsOf = (names: string[], row: string) =>
  `case when ${isLive(names, `${row}.`)} then ${row}.tags else '{}' end`;
const computedTags = liveTags.map(({ noun, table, states: names }) =>
  `select '${noun}' as noun, tag, 1 as n from ${table} cross join unnest(tags) tag
    where company_id = company and ${isLive(names)} and tags <> '{}'`
).join(" union all ");

const counting = [
  // What a calculation has more than the rows, in one snapshot: what is added meanwhile is in
  // neither, and to count again adds nothing.
  `create function relevo_count_records(company integer) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('counts of ' || company, 0));
      insert into notification_counts (company_id, n)
      select company, sum(n) from (
        select count(*) as n from notifications where company_id = company
        union all select -n from notification_counts where company_id = company
      ) each having sum(n) <> 0;
      insert into tag_counts (company_id, noun, tag, n)
      select company, noun, tag, sum(n) from (
        ${computedTags}
        union all select noun, tag, -n from tag_counts where company_id = company
      ) each group by 2, 3 having sum(n) <> 0;
    end $$`,
];

const trigger = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$
    begin
      ${body};
      return null;
    end $$`;

/** Counts what a statement made of a table's rows. */
const onStatement = (table: string, event: string, rows: string, body: string) => [
  trigger(`relevo_${table}_${event}`, body),
  `create trigger counts_${event} after ${event} on ${table} referencing ${rows}
    for each statement execute function relevo_${table}_${event}()`,
];

const countOf = (rows: string, n: string) =>
  `insert into notification_counts (company_id, n) select company_id, ${n} from ${rows} group by 1`;
const notifications = [
  ...onStatement("notifications", "insert", "new table as made", countOf("made", "count(*)")),
  ...onStatement("notifications", "delete", "old table as gone", countOf("gone", "-count(*)")),
];

/** Most have few recipients, who are counted when they are asked for. */
const ifCounted = (rows: string, body: string) =>
  `if exists (select from ${rows} where counted) then ${body}; end if`;
const differences = `select company_id, notification_id, state, sum(n) as n from (
    ${countedIn("fresh")}
    union all
    select company_id, notification_id, state, -n from (${countedIn("stale")}) was
  ) both_sides group by 1, 2, 3 having sum(n) <> 0`;
const recipients = [
  "alter table notification_recipients add column counted boolean not null default false",
  ...["counted", "escalated_at is not null"].map((condition) =>
    `create index recipients_${condition.split("_")[0]} on notification_recipients
      (company_id, notification_id, seq) where ${condition}`
  ),
  ...Object.entries({
    insert: ["new table as made", ifCounted("made", byState(countedIn("made"), "n"))],
    update: [
      "old table as stale new table as fresh",
      ifCounted("fresh", byState(differences, "n")),
    ],
    delete: ["old table as gone", ifCounted("gone", byState(countedIn("gone"), "-n"))],
  }).flatMap(([event, [rows, body]]) =>
    onStatement("notification_recipients", event, rows!, body!)
  ),
];

const events = [
  `create index events_long on events (company_id, starts_at) include (ends_at, id)
    where deleted_at is null and ends_at - starts_at > interval '24 hours'`,
];

const tags = [
  `create function relevo_count_tags(company integer, noun text, stale text[], fresh text[])
  returns void language sql as $$
    insert into tag_counts (company_id, noun, tag, n)
    select company, noun, tag, sum(n) from (
      select unnest(stale) as tag, -1 as n union all select unnest(fresh), 1
    ) each group by 3 having sum(n) <> 0 $$`,
  ...liveTags.flatMap(({ noun, table, states: names }) => [
    trigger(
      `relevo_tags_of_${table}`,
      `insert into tag_counts (company_id, noun, tag, n)
        select company_id, '${noun}', tag, count(*) from made cross join unnest(tags) tag
        where ${isLive(names)} group by 1, 3`,
    ),
    trigger(
      `relevo_tags_of_${noun}`,
      `perform relevo_count_tags(old.company_id, '${noun}', ${tagsOf(names, "old")},
          case when tg_op = 'UPDATE' then ${tagsOf(names, "new")} end)`,
    ),
    `create trigger tags_made after insert on ${table}
      referencing new table as made for each statement execute function relevo_tags_of_${table}()`,
    `create trigger tags_changed after update of ${["tags", ...names]} on ${table}
      for each row when ((${tagsOf(names, "old")}) is distinct from (${tagsOf(names, "new")}))
      execute function relevo_tags_of_${noun}()`,
    `create trigger tags_gone after delete on ${table}
      for each row when ((${tagsOf(names, "old")}) <> '{}')
      execute function relevo_tags_of_${noun}()`,
  ]),
];

/** Figures of the day on which something comes due: an opportunity's rest in its stage, a task. */
const timed = [
  {
    table: "opportunities",
    figure: "idle",
    key: "r.stage_id::text",
    at: "greatest(r.last_activity_at + make_interval(hours => 24 * s.rot_days), r.next_action_at)",
    join: `cross join lateral (select rot_days from pipeline_stages
      where company_id = r.company_id and id = r.stage_id offset 0) s`,
    is: "r.status = 'open' and r.deleted_at is null and s.rot_days > 0",
    columns: ["status", "stage_id", "last_activity_at", "next_action_at", "deleted_at"],
  },
  {
    table: "tasks",
    figure: "task_due",
    key: "''",
    at: "r.due_at",
    join: "",
    is: "r.status in ('pending', 'in_progress') and r.deleted_at is null and r.due_at is not null",
    columns: ["status", "due_at", "deleted_at"],
  },
];
const dueOf = ({ figure, key, at, join, is }: typeof timed[number], rows: string, n: number) =>
  `select relevo_day(${at}, zone) as day, '${figure}' as figure, ${key} as key, ${n} as n
    from ${rows} r ${join} where r.company_id = company and ${is}`;
const added = (rows: string) =>
  `insert into figures (company_id, day, figure, key, n, amount)
    select company, day, figure, key, sum(n), 0 from (${rows}) f
    group by 2, 3, 4 having sum(n) <> 0`;

const figures = [
  "alter table figures drop constraint figures_figure_check",
  `alter table figures add constraint figures_figure_check check (figure in ('created', 'cohort',
    'stay', 'open', 'pipeline', 'won', 'lost', 'sold', 'quote', 'offer', 'task_done', 'task_open',
    'idle', 'task_due'))`,
  "alter function relevo_computed_figures(integer, text) rename to relevo_computed_days",
  `create function relevo_computed_figures(company integer, zone text)
  returns table (day date, figure text, key text, assignee integer, n bigint, sum numeric)
  language sql stable as $$
    select * from relevo_computed_days(company, zone)
    union all
    select f.day, f.figure, f.key, null::integer, count(*), 0::numeric
    from (${timed.map((one) => dueOf(one, one.table, 1)).join(" union all ")}) f
    group by 1, 2, 3 $$`,
  ...timed.flatMap((one) => [
    `create function relevo_due_${one.table}() returns trigger language plpgsql as $$
      declare company integer; zone text;
      begin
        for company in select distinct company_id from made loop
          zone := relevo_zone(company);
          ${added(dueOf(one, "made", 1))};
        end loop;
        return null;
      end $$`,
    `create function relevo_due_${one.figure}() returns trigger language plpgsql as $$
      declare company integer := old.company_id; zone text := relevo_zone(old.company_id);
      begin
        ${
      added(`${dueOf(one, "(select old.*)", -1)} union all ${dueOf(one, "(select new.*)", 1)}`)
    };
        return null;
      end $$`,
    `create trigger due_made after insert on ${one.table}
      referencing new table as made for each statement execute function relevo_due_${one.table}()`,
    `create trigger due_changed after update of ${one.columns} on ${one.table} for each row when (${
      one.columns.map((name) => `old.${name} is distinct from new.${name}`).join(" or ")
    }) execute function relevo_due_${one.figure}()`,
    `create trigger due_gone after delete on ${one.table} for each row
      when (old.deleted_at is null) execute function relevo_due_${one.figure}()`,
  ]),
  // As a change of the company's clocks: waits for those who write, who share the company's lock.
  `create function relevo_due_stage() returns trigger language plpgsql as $$
    declare company integer := new.company_id; zone text;
    begin
      select timezone into zone from companies where id = company for update;
      ${
    added(`${dueOf(timed[0]!, "opportunities", 1)} and r.stage_id = new.id
        union all select day, figure, key, -n from figures where company_id = company
          and figure = 'idle' and span in ('new', 'day') and key = new.id::text`)
  };
      return null;
    end $$`,
  `create trigger due_changed after update of rot_days on pipeline_stages
    for each row when (old.rot_days <> new.rot_days) execute function relevo_due_stage()`,
];
