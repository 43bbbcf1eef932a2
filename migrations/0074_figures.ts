import { type Kysely, sql } from "kysely";

/**
 * What a company's days brought, kept: opportunities created, won and lost, where those of a day
 * stand and have been, how long they stayed there, and what was sold. Those of before are counted
 * later (0078), so that nobody who writes waits for it.
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...table, ...functions, ...opportunities, ...log, ...sales, ...zone]) {
    await sql.raw(statement).execute(db);
  }
}

/**
 * Rows are only added, as in `record_counts`: those of the span `new`. The worker folds them into
 * the rows of their day and of their month, so that many days are read by their months.
 */
const table = [
  `create table figures (
    company_id integer not null,
    span text not null default 'new' check (span in ('new', 'day', 'month')),
    /* by the company's clocks; the month's first; 1970-01-01 where no day is asked for */
    day date not null,
    figure text not null check (figure in
      ('created', 'cohort', 'stay', 'open', 'pipeline', 'won', 'lost', 'sold')),
    /* reason of a loss; parts with spaces between: see relevo_opportunity_figures */
    key text not null default '',
    assignee_id integer,
    n integer not null,
    /* money; seconds of stays */
    amount numeric not null
  )`,
  "create index figures_of on figures (company_id, figure, span, day)",
  "create index figures_new on figures (company_id) where span = 'new'",
  `create index opportunities_idle on opportunities (company_id, stage_id, last_activity_at)
    include (next_action_at) where deleted_at is null and status = 'open'`,
  "alter table figures enable row level security",
  "alter table figures force row level security",
  "grant select, insert, update, delete on figures to relevo_tenant",
  `create policy tenant on figures to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  "grant select, insert, delete on figures to relevo_worker",
  "create policy worker on figures to relevo_worker using (true)",
];

const columns = "day, figure, key, assignee_id";
const target = `insert into figures (company_id, ${columns}, n, amount)`;

/** Of an opportunity: what its figures depend on. */
const counted = ["status", "stage_id", "amount", "probability", "next_action_at", "assignee_id"]
  .concat("created_at", "won_at", "lost_at", "lost_reason");
const figuresOf = (row: string, zone: string, been: string) =>
  `relevo_opportunity_figures(${counted.map((name) => `${row}.${name}`)}, ${zone}, ${been})`;

/** Lower bounds of the widths of stays from the second on, in seconds: an hour, then times 1.6. */
const widths = Array.from({ length: 23 }, (_, at) => Math.round(3600 * 1.6 ** at));
const seconds = (row: string) => `extract(epoch from ${row}.left_at - ${row}.entered_at)`;
const stay = (row: string) =>
  `${row}.to_stage_id || ' ' ||
    width_bucket(${seconds(row)}, '{${widths}}'::numeric[])`;
const isStay = (row: string) => `${row}.to_stage_id is not null and ${row}.left_at is not null`;

/** The stages where an opportunity has been, by its log. */
const beenOf = (row: string, but = "") =>
  `(select array_agg(l.to_stage_id) from opportunity_stage_log l
    where l.company_id = ${row}.company_id and l.opportunity_id = ${row}.id
      and l.to_stage_id is not null${but})`;
/** A look-up of the row's opportunity, whatever the planner believes of their number. */
const opportunityOf = (row: string, lock = "") =>
  `cross join lateral (select o.* from opportunities o
    where o.company_id = company and o.id = ${row}.opportunity_id${lock} offset 0) o`;
/** A statement writes in one company, or in several as the owner. */
const eachCompany = (name: string, rows: string) => (body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$
    declare company integer; zone text;
    begin
      for company in select distinct company_id from ${rows} loop
        zone := relevo_zone(company);
        ${body};
      end loop;
      return null;
    end $$`;

const isSold = (row: string) => `${row}.status = 'active' and ${row}.deleted_at is null`;

const changed = (table: string, names: string[], run: string) =>
  `create trigger figures_changed after update of ${names} on ${table} for each row when (${
    names.map((name) => `old.${name} is distinct from new.${name}`).join(" or ")
  }) execute function ${run}()`;

const functions = [
  // The day whose begin is the last before the instant, as lists of a day have it (`beginOf`).
  // One expression, so that it is inlined.
  `create function relevo_day(at timestamptz, zone text) returns date language sql stable as $$
    select (at at time zone zone)::date
      - (at < ((at at time zone zone)::date::timestamp at time zone zone))::int $$`,
  `create function relevo_opportunity_figures(
    status text, stage_id integer, amount numeric, probability smallint, next_action_at timestamptz,
    assignee_id integer, created_at timestamptz, won_at timestamptz, lost_at timestamptz,
    lost_reason text, zone text, been integer[]
  ) returns table (day date, figure text, key text, assignee integer, n integer, sum numeric)
  language sql stable as $$
    select relevo_day(created_at, zone), 'created', '', null::integer, 1, amount
    /* status, stage, stages where it was and is */
    union all select relevo_day(created_at, zone), 'cohort', concat_ws(' ', status, stage_id,
      array_to_string(array(select distinct unnest(been || stage_id) order by 1), ',')),
      null, 1, 0
    union all select relevo_day(created_at, zone), 'open', '', assignee_id, 1, 0
    where status = 'open'
    /* stage, probability of its own, whether a next action is planned */
    union all select date '1970-01-01', 'pipeline', concat_ws(' ', stage_id,
      coalesce(probability::text, '-'), (next_action_at is not null)::int), null, 1, amount
    where status = 'open'
    union all select relevo_day(won_at, zone), 'won', '', assignee_id, 1, amount
    where status = 'won'
    union all select relevo_day(lost_at, zone), 'lost', lost_reason, assignee_id, 1, amount
    where status = 'lost' $$`,
  // Writers in the company share the lock; a change of its clocks waits for them.
  `create function relevo_zone(company integer) returns text language sql volatile as $$
    select timezone from companies where id = company for key share $$`,
];

const added = (figures: string, sign: "" | "-" = "") =>
  `select f.day, f.figure, f.key, f.assignee, ${sign}f.n as n, ${sign}f.sum as sum
    from ${figures} f`;

/** Adds what differs. A deletion comes before the row's log goes. */
const opportunities = [
  eachCompany("relevo_figure_opportunities", "made")(`
    ${target}
    select company, f.day, f.figure, f.key, f.assignee, sum(f.n), sum(f.sum)
    from made r cross join lateral ${figuresOf("r", "zone", "null")} f
    where r.company_id = company and r.deleted_at is null group by 2, 3, 4, 5`),
  `create function relevo_figure_opportunity() returns trigger language plpgsql as $$
    declare
      zone text := relevo_zone(old.company_id);
      been integer[] := ${beenOf("old")};
      before integer := (old.deleted_at is null)::int;
      after integer := (tg_op = 'UPDATE' and new.deleted_at is null)::int;
    begin
      ${target}
      select old.company_id, c.day, c.figure, c.key, c.assignee, sum(c.n), sum(c.sum) from (
        ${added(figuresOf("old", "zone", "been"), "-")} where before = 1
        union all ${added(figuresOf("new", "zone", "been"))} where after = 1
      ) c group by 2, 3, 4, 5 having sum(c.n) <> 0 or sum(c.sum) <> 0;
      if before <> after
        or relevo_day(old.created_at, zone) <> relevo_day(new.created_at, zone)
      then
        ${target}
        select l.company_id, d.day, 'stay', ${stay("l")}, null,
          sum(d.sign), sum(d.sign * ${seconds("l")})
        from opportunity_stage_log l cross join (values
          (relevo_day(old.created_at, zone), -before), (relevo_day(new.created_at, zone), after)
        ) d (day, sign)
        where l.company_id = old.company_id and l.opportunity_id = old.id and ${isStay("l")}
          and d.sign <> 0
        group by 1, 2, 4;
      end if;
      if tg_op = 'DELETE' then return old; end if;
      if old.assignee_id is distinct from new.assignee_id then
        ${target}
        select s.company_id, relevo_day(s.sold_at, zone), 'sold', '', a.id,
          sum(a.sign), sum(a.sign * s.net_total)
        from sales s cross join (values (old.assignee_id, -1), (new.assignee_id, 1)) a (id, sign)
        where s.company_id = old.company_id and s.opportunity_id = old.id and ${isSold("s")}
        group by 1, 2, 5;
      end if;
      return null;
    end $$`,
  `create trigger figures_made after insert on opportunities
    referencing new table as made for each statement
    execute function relevo_figure_opportunities()`,
  changed("opportunities", [...counted, "deleted_at"], "relevo_figure_opportunity"),
  `create trigger figures_gone before delete on opportunities
    for each row when (old.deleted_at is null) execute function relevo_figure_opportunity()`,
];

/** The log only grows: it goes with its opportunity, whose trigger comes first. */
const log = [
  eachCompany("relevo_figure_log", "made")(`
    ${target}
    select company, f.day, f.figure, f.key, f.assignee, sum(f.n), sum(f.sum) from (
      select each.*
      from (select opportunity_id, array_agg(id) as ids, array_agg(to_stage_id)
          filter (where to_stage_id is not null) as stages
        from made where company_id = company group by 1) r
      ${opportunityOf("r")}
      cross join lateral (select ${beenOf("o", " and l.id <> all(r.ids)")} as stages offset 0) past
      cross join lateral (
        ${added(figuresOf("o", "zone", "past.stages"), "-")} where f.figure = 'cohort'
        union all ${added(figuresOf("o", "zone", "past.stages || r.stages"))}
        where f.figure = 'cohort'
      ) each
      where o.deleted_at is null and not r.stages <@ (past.stages || o.stage_id)
      union all
      select relevo_day(o.created_at, zone), 'stay', ${stay("l")}, null, 1, ${seconds("l")}
      from made l ${opportunityOf("l")}
      where l.company_id = company and ${isStay("l")} and o.deleted_at is null
    ) f group by 2, 3, 4, 5 having sum(f.n) <> 0 or sum(f.sum) <> 0`),
  eachCompany("relevo_figure_stays", "was")(`
    ${target}
    select company, relevo_day(o.created_at, zone), 'stay', ${stay("l")}, null, sum(l.sign),
      sum(l.sign * ${seconds("l")})
    from (select -1 as sign, was.* from was union all select 1, became.* from became) l
    ${opportunityOf("l")}
    where l.company_id = company and ${isStay("l")} and o.deleted_at is null
    group by 2, 4 having sum(l.sign) <> 0 or sum(l.sign * ${seconds("l")}) <> 0`),
  `create trigger figures_made after insert on opportunity_stage_log
    referencing new table as made for each statement execute function relevo_figure_log()`,
  `create trigger figures_changed after update on opportunity_stage_log
    referencing old table as was new table as became
    for each statement execute function relevo_figure_stays()`,
];

/** A sale is its opportunity's assignee's: whoever changes one of the two waits for the other. */
const assignee = (row: string) =>
  `(select assignee_id from opportunities where company_id = ${row}.company_id
    and id = ${row}.opportunity_id for no key update)`;
const sold = (row: "old" | "new", sign: "" | "-") =>
  `if ${isSold(row)} then
    ${target} values (${row}.company_id, relevo_day(${row}.sold_at, zone), 'sold', '',
      ${assignee(row)}, ${sign}1, ${sign}${row}.net_total);
  end if;`;

const soldBy = ["status", "deleted_at", "sold_at", "net_total", "opportunity_id"];
const sales = [
  eachCompany("relevo_figure_sales", "made")(`
    ${target}
    select company, relevo_day(s.sold_at, zone), 'sold', '', o.assignee_id, count(*),
      sum(s.net_total)
    from made s ${opportunityOf("s", " for no key update")}
    where s.company_id = company and ${isSold("s")} group by 2, 5`),
  `create function relevo_figure_sale() returns trigger language plpgsql as $$
    declare zone text := relevo_zone(old.company_id);
    begin
      ${sold("old", "-")}
      if tg_op = 'DELETE' then return old; end if;
      ${sold("new", "")}
      return null;
    end $$`,
  `create trigger figures_made after insert on sales
    referencing new table as made for each statement execute function relevo_figure_sales()`,
  changed("sales", soldBy, "relevo_figure_sale"),
  `create trigger figures_gone before delete on sales
    for each row when (${isSold("old")}) execute function relevo_figure_sale()`,
];

/** Other clocks have other days: a company's figures are made anew by one statement. */
const zone = [
  `create function relevo_fill_figures(company integer) returns void language plpgsql as $$
    declare zone text;
    begin
      select timezone into zone from companies where id = company for update;
      perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
      delete from figures where company_id = company;
      with days as materialized (
        select f.day, f.figure, f.key, f.assignee, sum(f.n) as n, sum(f.sum) as sum from (
        select each.*
        from opportunities o
        cross join lateral (select ${beenOf("o")} as stages offset 0) past
        cross join lateral ${figuresOf("o", "zone", "past.stages")} each
        where o.company_id = company and o.deleted_at is null
        union all
        select relevo_day(o.created_at, zone), 'stay', ${stay("l")}, null, 1, ${seconds("l")}
        from opportunity_stage_log l ${opportunityOf("l")}
        where l.company_id = company and ${isStay("l")} and o.deleted_at is null
        union all
        select relevo_day(s.sold_at, zone), 'sold', '', o.assignee_id, 1, s.net_total
        from sales s ${opportunityOf("s")}
        where s.company_id = company and ${isSold("s")}
      ) f group by 1, 2, 3, 4)
      insert into figures (company_id, span, ${columns}, n, amount)
      select company, 'day', days.* from days union all
      select company, 'month', date_trunc('month', day)::date, figure, key, assignee, sum(n),
        sum(sum)
      from days group by 3, 4, 5, 6;
    end $$`,
  `create function relevo_refill_figures() returns trigger language plpgsql as $$
    begin
      perform relevo_fill_figures(new.id);
      return null;
    end $$`,
  `create trigger figures_of_days after update of timezone on companies
    for each row when (old.timezone <> new.timezone) execute function relevo_refill_figures()`,
];
