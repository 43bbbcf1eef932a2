import { type Kysely, sql } from "kysely";

/** Whom a day's fallback mails go to outside of those that a company knows: docs/decisions/0060. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table fallback_strangers (
    company_id integer not null references companies,
    /* by UTC */
    day date not null,
    /* SHA-256 of company and address */
    digest bytea not null check (length(digest) = 32),
    /* the first one of the day beyond the bound, of which members were told */
    refused boolean not null default false,
    primary key (company_id, day, digest, refused)
  )`,
  `create unique index fallback_strangers_refused on fallback_strangers (company_id, day)
    where refused`,
  "create index fallback_strangers_day on fallback_strangers (day)",
  "alter table fallback_strangers enable row level security",
  "alter table fallback_strangers force row level security",
  "grant select, insert, update, delete on fallback_strangers to relevo_tenant",
  `create policy tenant on fallback_strangers to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  "grant select, delete on fallback_strangers to relevo_worker",
  "create policy worker on fallback_strangers to relevo_worker using (true)",
  // Users whose id is their address, as it is compared; also those who were paired once.
  "create index devices_address on devices (company_id, lower(user_id))",
  // A mail in place of a notification, as it comes back from the folder of sent mail.
  `create index outbox_in_place on outbox (company_id, (payload -> 'mail' ->> 'messageId'))
    where notification_id is not null`,
];
