import { type Kysely, sql } from "kysely";

/** A yes before a quotation is sent, and what lines cost: docs/decisions/0051. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const subjects = "contact_id, client_id, opportunity_id, quote_id, sale_id, task_id, event_id, " +
  "product_id, channel_id";

const statements = [
  `alter table companies
    add column approval jsonb not null default '{"discount_above": null, "margin_below": null,
      "amount_above": null, "approver_id": null}'`,
  `alter table quote_lines add column cost numeric(14,4) check (cost >= 0)`,
  `alter table quotes
    /* cost of the lines that have one, and their net */
    add column cost_total numeric(18,2) not null default 0,
    add column costed_net numeric(14,2) not null default 0,
    /* of the line with the largest */
    add column max_discount numeric(5,2) not null default 0`,
  // Forced row-level security would hide every row from the tables' owner.
  `alter table quotes no force row level security`,
  `alter table quote_lines no force row level security`,
  `alter table products no force row level security`,
  `update quote_lines l set cost = p.cost from products p, quotes q
    where p.company_id = l.company_id and p.id = l.product_id and p.cost is not null
      and q.company_id = l.company_id and q.id = l.quote_id and q.status = 'draft'
      and l.quantity * p.cost < 1000000000000`,
  `update quotes q set max_discount = s.discount, cost_total = s.cost, costed_net = s.net
    from (select company_id, quote_id, max(discount_percent) as discount,
        coalesce(sum(round(quantity * cost, 2)), 0) as cost,
        coalesce(sum(line_net) filter (where cost is not null), 0) as net
      from quote_lines group by company_id, quote_id) s
    where s.company_id = q.company_id and s.quote_id = q.id`,
  `alter table products force row level security`,
  `alter table quote_lines force row level security`,
  `alter table quotes force row level security`,
  `create table quote_approvals (
    company_id integer not null references companies,
    quote_id integer not null,
    /* of the quotation that was asked about; of another one the answer says nothing */
    version integer not null,
    state text not null check (state in ('asked', 'given', 'refused')),
    asked_of integer not null,
    asked_by integer not null,
    asked_at timestamptz not null,
    decided_by integer,
    decided_at timestamptz,
    via text check (via in ('phone', 'panel')),
    note text check (length(note) <= 500),
    notification_id uuid,
    /* what leaves on yes, until it has left */
    message jsonb,
    /* it is to be sent */
    due_at timestamptz,
    primary key (company_id, quote_id),
    foreign key (company_id, quote_id) references quotes (company_id, id) on delete cascade,
    foreign key (company_id, asked_of) references user_companies (company_id, user_id),
    foreign key (company_id, asked_by) references user_companies (company_id, user_id),
    foreign key (company_id, decided_by) references user_companies (company_id, user_id),
    check ((state = 'asked') = (decided_at is null)),
    check (due_at is null or state = 'given')
  )`,
  `create index quote_approvals_asked on quote_approvals (company_id, asked_of)
    where state = 'asked'`,
  `create index quote_approvals_due on quote_approvals (due_at) where due_at is not null`,
  `alter table quote_approvals enable row level security`,
  `alter table quote_approvals force row level security`,
  `create policy tenant on quote_approvals to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  `grant select, insert, update, delete on quote_approvals to relevo_tenant`,
  `create policy worker on quote_approvals for select to relevo_worker using (true)`,
  `grant select (company_id, quote_id, due_at) on quote_approvals to relevo_worker`,
  // What changes in the company's own settings is about no record of it.
  `alter table activities drop constraint activities_check`,
  `alter table activities add constraint activities_check
    check (num_nonnulls(${subjects}) = 1
      or (verb = 'approval_rules_changed' and num_nonnulls(${subjects}) = 0)) not valid`,
];
