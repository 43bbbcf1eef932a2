import { type Kysely, sql } from "kysely";

/** What members said of senders of mail: docs/decisions/0047. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table mail_senders (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    /* in From, in small letters */
    address text not null check (length(address) between 3 and 254),
    /* whose the mail is: of From, or of whom Reply-To names; null where it was not asked */
    answers_to text check (answers_to in ('from', 'reply_to')),
    /* somebody writes it, whatever its head says */
    is_person boolean not null default false,
    updated_at timestamptz not null default now(),
    unique (company_id, id),
    unique (company_id, address)
  )`,
  "alter table mail_senders enable row level security",
  "alter table mail_senders force row level security",
  "grant select, insert, update, delete on mail_senders to relevo_tenant",
  `create policy tenant on mail_senders to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
];
