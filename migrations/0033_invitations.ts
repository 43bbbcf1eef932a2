import { type Kysely, sql } from "kysely";

/** A membership that waits for the person's yes (docs/decisions/0029). */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table invitations (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    user_id integer not null references users,
    /* As it was typed: a company reads nothing of a person who is not its member. */
    email text not null check (length(email) <= 254),
    role text not null default '' check (length(role) <= 60),
    invited_by integer not null,
    created_at timestamptz not null default now(),
    state text not null default 'invited' check (state in ('invited', 'accepted', 'declined')),
    answered_at timestamptz,
    unique (company_id, id),
    unique (company_id, user_id),
    foreign key (company_id, invited_by) references user_companies (company_id, user_id),
    check ((state = 'invited') = (answered_at is null))
  )`,
  `create index invitations_of_person on invitations (user_id) where state = 'invited'`,
  `alter table invitations enable row level security`,
  `alter table invitations force row level security`,
  `create policy tenant on invitations to relevo_tenant
    using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))`,
  `grant select, insert, delete on invitations to relevo_tenant`,
  `grant update (role, state, answered_at) on invitations to relevo_tenant`,
  // Who is invited belongs to no company that could be entered: they read their own, and of those
  // neither the address nor the role.
  `create policy worker on invitations for select to relevo_worker
    using (user_id = (select nullif(current_setting('app.user_id', true), '')::int))`,
  `grant select (id, company_id, user_id, invited_by, created_at, state) on invitations
    to relevo_worker`,
];
