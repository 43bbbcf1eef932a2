import { type Kysely, sql } from "kysely";

/** Addresses that returned mail, and pages that follow an account: docs/decisions/0047. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table refused_addresses (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    address text not null check (length(address) between 3 and 254),
    /* by which it was found out, and the mail that came back */
    account_id integer not null,
    message_id integer,
    at timestamptz not null default now(),
    reason text check (length(reason) <= 500),
    /* when one more mail left for it, which may come back yet */
    tried_at timestamptz,
    unique (company_id, id),
    unique (company_id, address),
    foreign key (company_id, account_id) references channel_accounts (company_id, id)
      on delete cascade,
    foreign key (company_id, message_id) references contact_messages (company_id, id)
      on delete set null (message_id)
  )`,
  "create index refused_addresses_newest on refused_addresses (company_id, at desc, id desc)",
  `create index refused_addresses_message on refused_addresses (company_id, message_id)
    where message_id is not null`,
  "alter table refused_addresses enable row level security",
  "alter table refused_addresses force row level security",
  "grant select, insert, update, delete on refused_addresses to relevo_tenant",
  "grant select, insert, update, delete on refused_addresses to relevo_worker",
  `create policy tenant on refused_addresses to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  "create policy worker on refused_addresses to relevo_worker using (true)",
  `alter table activities
    /* what comes in by an account and is no record's: mail that was put aside */
    add column channel_id integer,
    add foreign key (company_id, channel_id) references channel_accounts (company_id, id)
      on delete cascade,
    drop constraint activities_check,
    add constraint activities_check check (num_nonnulls(contact_id, client_id, opportunity_id,
      quote_id, sale_id, task_id, event_id, product_id, channel_id) = 1)`,
  `create index activities_channel on activities (company_id, channel_id, at)
    where channel_id is not null`,
  // They are forgotten when no page can ask for them any more.
  "grant select, delete on activities to relevo_worker",
  "create policy worker on activities to relevo_worker using (channel_id is not null)",
];
