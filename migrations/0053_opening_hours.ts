import { type Kysely, sql } from "kysely";

/** Opening hours, customers who wait, and what members are told: docs/decisions/0053. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const subjects = "contact_id, client_id, opportunity_id, quote_id, sale_id, task_id, event_id, " +
  "product_id, channel_id";

const statements = [
  `alter table companies
    /* json, since it keeps the days' order; null: open at every minute */
    add column opening_hours json,
    add column closed_days text[] not null default '{}',
    add column unanswered_minutes integer
      check (unanswered_minutes between 1 and 10080),
    /* the contacts' due times are to be found anew */
    add column answers_unplanned boolean not null default false`,
  `create index companies_unplanned on companies (id) where answers_unplanned`,
  `alter table contacts
    /* when everybody hears that nobody has answered */
    add column answer_due_at timestamptz,
    /* begin of the wait that they heard of last */
    add column overdue_since timestamptz`,
  `create index contacts_answer_due on contacts (answer_due_at, company_id, id)
    where answer_due_at is not null`,
  `alter table user_companies
    /* accounts of whose new contacts they hear while nobody has them; null: never chosen */
    add column tell_unassigned integer[],
    add column morning_at text check (morning_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    /* by the company's clocks */
    add column morning_sent_on date`,
  `create index user_companies_morning on user_companies (company_id, user_id)
    where morning_at is not null and disabled_at is null`,
  `create policy worker on user_companies for select to relevo_worker using (true)`,
  `grant select (company_id, user_id, disabled_at, morning_at, morning_sent_on)
    on user_companies to relevo_worker`,
  `grant update (morning_sent_on) on user_companies to relevo_tenant`,
  // What changes in the company's own settings is about no record of it.
  `alter table activities drop constraint activities_check`,
  `alter table activities add constraint activities_check
    check (num_nonnulls(${subjects}) = 1
      or (verb in ('approval_rules_changed', 'hours_changed')
        and num_nonnulls(${subjects}) = 0)) not valid`,
];
