import { type Kysely, sql } from "kysely";

/** Web Push: where a browser is pushed to, which pairings share it, and what is still to be pushed. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...tables, ...links]) await sql.raw(statement).execute(db);
  for (const table of ["push_subscriptions", "push_jobs"]) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
    // A subscription is locked before it is forgotten, which takes the right to update.
    await sql.raw(`grant select, update, delete on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
  await sql`grant update (status) on notification_recipients to relevo_worker`.execute(db);
}

const tables = [
  `create table push_subscriptions (
    id uuid primary key,
    company_id integer not null references companies,
    endpoint text not null check (length(endpoint) <= 2048),
    host text not null,
    p256dh bytea not null check (length(p256dh) = 65),
    auth bytea not null check (length(auth) = 16),
    created_at timestamptz not null default now(),
    unique (company_id, id)
  )`,
  // A push service ends a subscription by its endpoint, which is the same in every company.
  `create unique index push_subscriptions_endpoint on push_subscriptions (endpoint, company_id)`,
  // Only what is owed: a job that has ended is deleted.
  `create table push_jobs (
    id uuid primary key,
    company_id integer not null references companies,
    notification_id uuid not null,
    user_id text not null,
    subscription_id uuid not null,
    host text not null,
    attempts integer not null default 0,
    due_at timestamptz not null,
    ends_at timestamptz not null,
    lease uuid,
    leased_until timestamptz,
    unique (company_id, notification_id, user_id, subscription_id),
    foreign key (company_id, notification_id, user_id)
      references notification_recipients (company_id, notification_id, user_id) on delete cascade,
    foreign key (company_id, subscription_id)
      references push_subscriptions (company_id, id) on delete cascade,
    check ((lease is null) = (leased_until is null))
  )`,
  `create index push_jobs_due on push_jobs (host, due_at)`,
  `create index push_jobs_subscription on push_jobs (company_id, subscription_id)`,
];

const links = [
  `alter table devices add column push_subscription_id uuid`,
  `alter table devices add foreign key (company_id, push_subscription_id)
    references push_subscriptions (company_id, id) on delete set null (push_subscription_id)`,
  `create index devices_push on devices (company_id, push_subscription_id)
    where push_subscription_id is not null`,
  // The lock makes the last two phones that leave at once see each other.
  `create function relevo_forget_subscription() returns trigger language plpgsql as $$
    begin
      perform from push_subscriptions
        where company_id = old.company_id and id = old.push_subscription_id for update;
      delete from push_subscriptions
        where company_id = old.company_id and id = old.push_subscription_id
          and not exists (
            select from devices d
            where d.company_id = old.company_id
              and d.push_subscription_id = old.push_subscription_id);
      return null;
    end $$`,
  `create trigger subscription_left after update of push_subscription_id on devices for each row
    when (old.push_subscription_id is distinct from new.push_subscription_id
      and old.push_subscription_id is not null)
    execute function relevo_forget_subscription()`,
];
