import { type Kysely, sql } from "kysely";

/**
 * Figures of quotations and of tasks, and a count of contacts that became clients. What was there
 * before, opportunities too (0074), is counted at the next start, beside those who write.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...table, ...functions, ...counting, ...triggers, ...contacts]) {
    await sql.raw(statement).execute(db);
  }
  // As in 0011: forced row-level security holds for the owner too.
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
      set_config('app.company_id', ${String(id)}, true)`.execute(db);
    await sql`insert into uncounted_figures select ${id}::int
      where exists (select from opportunities where company_id = ${id} limit 1)
        or exists (select from tasks where company_id = ${id} limit 1)`.execute(db);
    await sql.raw(countConverted("contacts", `where company_id = ${id} and`)).execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}

/** Companies whose figures do not hold all of their records yet. */
const table = [
  "create table uncounted_figures (company_id integer primary key)",
  "alter table uncounted_figures enable row level security",
  "alter table uncounted_figures force row level security",
  "grant select, insert, delete on uncounted_figures to relevo_tenant",
  `create policy tenant on uncounted_figures to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  "grant select on uncounted_figures to relevo_worker",
  "create policy worker on uncounted_figures to relevo_worker using (true)",

  "alter table figures drop constraint figures_figure_check",
  `alter table figures add constraint figures_figure_check check (figure in ('created', 'cohort',
    'stay', 'open', 'pipeline', 'won', 'lost', 'sold', 'quote', 'offer', 'task_done', 'task_open'))`,
];

const target = "insert into figures (company_id, day, figure, key, assignee_id, n, amount)";
const opportunityOf = (row: string, lock = "") =>
  `cross join lateral (select o.* from opportunities o
    where o.company_id = company and o.id = ${row}.opportunity_id${lock} offset 0) o`;

const functions = [
  // By its state and day of issue; the worth of those that are out, by their last day.
  `create function relevo_quote_figures(
    status text, issue_date date, valid_until date, net_total numeric, assignee integer
  ) returns table (day date, figure text, key text, assignee_id integer, n integer, sum numeric)
  language sql immutable as $$
    select issue_date, 'quote', status, assignee, 1, 0::numeric
    union all select valid_until, 'offer', '', null, 1, net_total where status = 'sent' $$`,
  `create function relevo_task_figures(
    status text, assignee integer, created_at timestamptz, done_at timestamptz, zone text
  ) returns table (day date, figure text, assignee_id integer, n integer)
  language sql stable as $$
    select relevo_day(done_at, zone), 'task_done', assignee, 1 where status = 'done'
    union all select relevo_day(created_at, zone), 'task_open', assignee, 1
    where status <> 'done' $$`,
];

const quoteOf = (row: string, assignee: string) =>
  `relevo_quote_figures(${row}.status, ${row}.issue_date, ${row}.valid_until, ${row}.net_total,
    ${assignee})`;
const taskOf = (row: string) =>
  `relevo_task_figures(${row}.status, ${row}.assignee_id, ${row}.created_at, ${row}.done_at, zone)`;

const widths = Array.from({ length: 23 }, (_, at) => Math.round(3600 * 1.6 ** at));
const seconds = "extract(epoch from l.left_at - l.entered_at)";
const counted = ["status", "stage_id", "amount", "probability", "next_action_at", "assignee_id"]
  .concat("created_at", "won_at", "lost_at", "lost_reason");

const counting = [
  // Stable: it sees what the statement that asks sees.
  `create function relevo_computed_figures(company integer, zone text)
  returns table (day date, figure text, key text, assignee integer, n bigint, sum numeric)
  language sql stable as $$
    select f.day, f.figure, f.key, f.assignee, sum(f.n), sum(f.sum) from (
      select each.* from opportunities o
      cross join lateral (select (select array_agg(l.to_stage_id) from opportunity_stage_log l
        where l.company_id = o.company_id and l.opportunity_id = o.id
          and l.to_stage_id is not null) as stages offset 0) past
      cross join lateral (select f.day, f.figure, f.key, f.assignee, f.n, f.sum
        from relevo_opportunity_figures(${counted.map((name) => `o.${name}`)}, zone, past.stages) f
      ) each
      where o.company_id = company and o.deleted_at is null
      union all
      select relevo_day(o.created_at, zone), 'stay', l.to_stage_id || ' ' ||
        width_bucket(${seconds}, '{${widths}}'::numeric[]), null, 1, ${seconds}
      from opportunity_stage_log l ${opportunityOf("l")}
      where l.company_id = company and l.to_stage_id is not null and l.left_at is not null
        and o.deleted_at is null
      union all
      select relevo_day(s.sold_at, zone), 'sold', '', o.assignee_id, 1, s.net_total
      from sales s ${opportunityOf("s")}
      where s.company_id = company and s.status = 'active' and s.deleted_at is null
      union all
      select f.* from quotes q ${opportunityOf("q")}
      cross join lateral ${quoteOf("q", "o.assignee_id")} f
      where q.company_id = company and q.deleted_at is null
      union all
      select f.day, f.figure, '', f.assignee_id, f.n, 0
      from tasks t cross join lateral ${taskOf("t")} f
      where t.company_id = company and t.deleted_at is null
    ) f group by 1, 2, 3, 4 $$`,

  // Waits for those who write, since it deletes what they add.
  `create or replace function relevo_fill_figures(company integer) returns void
  language plpgsql as $$
    declare zone text;
    begin
      select timezone into zone from companies where id = company for update;
      perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
      delete from figures where company_id = company;
      perform relevo_count_figures(company);
    end $$`,

  // What a calculation has more than the rows, in one snapshot: what is added meanwhile is in
  // neither. A change of the company's clocks takes the same lock.
  `create function relevo_count_figures(company integer) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
      with days as materialized (
        select day, figure, key, assignee, sum(n) as n, sum(sum) as sum from (
          select f.* from companies c
          cross join lateral relevo_computed_figures(company, c.timezone) f where c.id = company
          union all
          select day, figure, key, assignee_id, -n, -amount from figures
          where company_id = company and span in ('new', 'day')
        ) each group by 1, 2, 3, 4 having sum(n) <> 0 or sum(sum) <> 0)
      insert into figures (company_id, span, day, figure, key, assignee_id, n, amount)
      select company, 'day', days.* from days union all
      select company, 'month', date_trunc('month', day)::date, figure, key, assignee, sum(n),
        sum(sum)
      from days group by 3, 4, 5, 6;
    end $$`,
];

/** A quotation is its opportunity's assignee's: whoever changes one of the two waits. */
const assigneeOf = (row: string) =>
  `(select assignee_id from opportunities where company_id = ${row}.company_id
    and id = ${row}.opportunity_id for no key update)`;
const signed = (row: "old" | "new", sign: "" | "-", rows: string) =>
  `select ${row}.company_id as company, ${rows.replaceAll("+", sign)}
      where ${row}.deleted_at is null`;
const quoteRows = (row: string, assignee: string) =>
  `f.day, f.figure, f.key, f.assignee_id as assignee, +f.n as n, +f.sum as sum
    from ${quoteOf(row, assignee)} f`;
const taskRows = (row: string) =>
  `f.day, f.figure, '' as key, f.assignee_id as assignee, +f.n as n, 0 as sum
    from ${taskOf(row)} f`;
const differences = (before: string, after: string) =>
  `${target}
  select c.company, c.day, c.figure, c.key, c.assignee, sum(c.n), sum(c.sum) from (
    ${before} union all ${after}
  ) c group by 1, 2, 3, 4, 5 having sum(c.n) <> 0 or sum(c.sum) <> 0`;

interface Kept {
  table: string;
  noun: string;
  columns: string[];
  declare: string;
  begin: string;
  /** Figures of the rows `made` of a company. */
  made: string;
  rows: (row: "old" | "new") => string;
}

const keptTables: Kept[] = [
  {
    table: "quotes",
    noun: "quote",
    columns: ["status", "issue_date", "valid_until", "net_total", "opportunity_id", "deleted_at"],
    declare: "was integer; becomes integer;",
    begin: `was := ${assigneeOf("old")};
      if tg_op = 'UPDATE' then becomes := ${assigneeOf("new")}; end if;`,
    made: `select company, f.day, f.figure, f.key, f.assignee_id, sum(f.n), sum(f.sum)
      from made r ${opportunityOf("r", " for no key update")}
      cross join lateral ${quoteOf("r", "o.assignee_id")} f`,
    rows: (row) => quoteRows(row, row === "old" ? "was" : "becomes"),
  },
  {
    table: "tasks",
    noun: "task",
    columns: ["status", "assignee_id", "created_at", "done_at", "deleted_at"],
    declare: "zone text := relevo_zone(old.company_id);",
    begin: "",
    made: `select company, f.day, f.figure, '', f.assignee_id, sum(f.n), 0
      from made r cross join lateral ${taskOf("r")} f`,
    rows: taskRows,
  },
];

const triggers = [
  ...keptTables.flatMap(({ table, noun, columns, declare, begin, made, rows }) => [
    `create function relevo_figure_${table}() returns trigger language plpgsql as $$
      declare company integer; zone text;
      begin
        for company in select distinct company_id from made loop
          zone := relevo_zone(company);
          ${target} ${made}
          where r.company_id = company and r.deleted_at is null group by 2, 3, 4, 5;
        end loop;
        return null;
      end $$`,
    `create function relevo_figure_${noun}() returns trigger language plpgsql as $$
      declare ${declare}
      begin
        ${begin}
        if tg_op = 'DELETE' then
          ${target} select r.* from (${signed("old", "-", rows("old"))}) r;
          return old;
        end if;
        ${differences(signed("old", "-", rows("old")), signed("new", "", rows("new")))};
        return null;
      end $$`,
    `create trigger figures_made after insert on ${table}
      referencing new table as made for each statement execute function relevo_figure_${table}()`,
    `create trigger figures_changed after update of ${columns} on ${table} for each row when (${
      columns.map((name) => `old.${name} is distinct from new.${name}`).join(" or ")
    }) execute function relevo_figure_${noun}()`,
    `create trigger figures_gone before delete on ${table}
      for each row when (old.deleted_at is null) execute function relevo_figure_${noun}()`,
  ]),
  `create function relevo_figure_assignee() returns trigger language plpgsql as $$
    begin
      ${target}
      select q.company_id, q.issue_date, 'quote', q.status, a.id, sum(a.sign), 0
      from quotes q cross join (values (old.assignee_id, -1), (new.assignee_id, 1)) a (id, sign)
      where q.company_id = old.company_id and q.opportunity_id = old.id and q.deleted_at is null
      group by 1, 2, 4, 5;
      return null;
    end $$`,
  `create trigger figures_of_quotes after update of assignee_id on opportunities
    for each row when (old.assignee_id is distinct from new.assignee_id)
    execute function relevo_figure_assignee()`,
];

const isConverted = (row = "") =>
  ["deleted_at is null", "not is_spam", "not held", "converted_client_id is not null"]
    .map((text) => text.replace(/(\w+_\w+|held)/, `${row}$1`)).join(" and ");
const countConverted = (source: string, where = "where") =>
  `insert into record_counts (company_id, kind, n) select company_id, 'contact_converted', count(*)
    from ${source} ${where} ${isConverted()} group by 1`;
const addConverted = (row: "old" | "new", n: number) =>
  `if ${isConverted(`${row}.`)} then
    insert into record_counts (company_id, kind, n)
    values (${row}.company_id, 'contact_converted', ${n});
  end if;`;

const contacts = [
  `create index contacts_other on contacts (company_id, id) where deleted_at is null
    and not is_spam and not held and channel = 'other'`,
  `create function relevo_count_converted() returns trigger language plpgsql as $$
    begin
      ${countConverted("made")};
      return null;
    end $$`,
  `create function relevo_recount_converted() returns trigger language plpgsql as $$
    begin
      ${addConverted("old", -1)}
      if tg_op = 'UPDATE' then
        ${addConverted("new", 1)}
      end if;
      return null;
    end $$`,
  `create trigger converted_made after insert on contacts
    referencing new table as made for each statement execute function relevo_count_converted()`,
  `create trigger converted_changed after update of deleted_at, is_spam, held, converted_client_id
    on contacts for each row when ((${isConverted("old.")}) is distinct from (${
    isConverted("new.")
  }))
    execute function relevo_recount_converted()`,
  `create trigger converted_gone after delete on contacts
    for each row execute function relevo_recount_converted()`,
];
