import { type Kysely, sql } from "kysely";

/** Tasks, the calendar, notes, and what happened to everything. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...tables, ...links, ...indexes]) {
    await sql.raw(statement).execute(db);
  }
  for (const table of tenantTables) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
  }
  for (const { table, rights } of workerRights) {
    await sql.raw(`grant ${rights} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

/** What every record has: whose it is, who made it when, its version, and the bin. */
const record = `
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    created_by integer references users,
    updated_by integer references users,
    version integer not null default 1,
    deleted_at timestamptz,
    unique (company_id, id)`;
const assignee = `assignee_id integer,
    foreign key (company_id, assignee_id) references user_companies (company_id, user_id)`;

const live = "where deleted_at is null";

const subjects = ["contact", "client", "opportunity", "quote", "sale", "task", "event"];
const plural: Record<string, string> = { opportunity: "opportunities" };

/** A note or activity is about exactly one record; a link each keeps it within the company. */
const links = ["notes", "activities"].flatMap((table) =>
  subjects.flatMap((subject) => [
    `alter table ${table} add foreign key (company_id, ${subject}_id)
        references ${plural[subject] ?? `${subject}s`} (company_id, id) on delete cascade`,
    `create index ${table}_${subject} on ${table} (company_id, ${subject}_id)
        where ${subject}_id is not null`,
  ])
);

const tables = [
  `create table tasks (${record},
    title text not null check (length(title) between 1 and 200),
    description text check (length(description) <= 10000),
    status text not null default 'pending' check (status in ('pending', 'in_progress', 'done')),
    priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
    kind text not null default 'general' check (kind in ('general', 'follow_up', 'delivery')),
    due_at timestamptz,
    due_all_day boolean not null default true,
    done_at timestamptz,
    done_by integer references users,
    client_id integer,
    opportunity_id integer,
    sale_id integer,
    quote_line_id integer,
    position numeric(20,6) not null default 0,
    checklist jsonb not null default '[]',
    ${assignee},
    unique (company_id, quote_line_id),
    foreign key (company_id, client_id) references clients (company_id, id),
    foreign key (company_id, opportunity_id) references opportunities (company_id, id),
    foreign key (company_id, sale_id) references sales (company_id, id),
    foreign key (company_id, quote_line_id) references quote_lines (company_id, id),
    check ((status = 'done') = (done_at is not null))
  )`,
  `create table events (${record},
    title text not null check (length(title) between 1 and 200),
    type text not null default 'meeting'
      check (type in ('meeting', 'delivery', 'reminder', 'other')),
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    all_day boolean not null default false,
    location text check (length(location) <= 500),
    url text check (length(url) <= 2048),
    description text check (length(description) <= 10000),
    client_id integer,
    opportunity_id integer,
    contact_id integer,
    reminder_minutes integer[] not null default '{}',
    ${assignee},
    foreign key (company_id, client_id) references clients (company_id, id),
    foreign key (company_id, opportunity_id) references opportunities (company_id, id),
    foreign key (company_id, contact_id) references contacts (company_id, id),
    check (ends_at >= starts_at)
  )`,
  `create table event_reminders (
    company_id integer not null references companies,
    event_id integer not null,
    starts_at timestamptz not null,
    minutes integer not null,
    sent_at timestamptz not null default now(),
    primary key (company_id, event_id, starts_at, minutes),
    foreign key (company_id, event_id) references events (company_id, id) on delete cascade
  )`,
  `create table notes (${record},
    body text not null check (length(body) between 1 and 10000),
    pinned boolean not null default false,
    author_id integer references users,
    edited_at timestamptz,
    contact_id integer, client_id integer, opportunity_id integer, quote_id integer,
    sale_id integer, task_id integer, event_id integer,
    check (num_nonnulls(contact_id, client_id, opportunity_id, quote_id, sale_id, task_id,
      event_id) = 1)
  )`,
  `create table activities (
    id bigint generated always as identity primary key,
    company_id integer not null references companies,
    at timestamptz not null default now(),
    verb text not null check (length(verb) <= 60),
    changes jsonb not null default '{}',
    actor_id integer references users,
    actor_kind text not null default 'user' check (actor_kind in ('user', 'public', 'system')),
    /* the client whose timeline this belongs to, whatever the subject is */
    timeline_client_id integer,
    contact_id integer, client_id integer, opportunity_id integer, quote_id integer,
    sale_id integer, task_id integer, event_id integer, product_id integer,
    unique (company_id, id),
    foreign key (company_id, timeline_client_id) references clients (company_id, id)
      on delete cascade,
    foreign key (company_id, product_id) references products (company_id, id) on delete cascade,
    check (num_nonnulls(contact_id, client_id, opportunity_id, quote_id, sale_id, task_id,
      event_id, product_id) = 1)
  )`,
];

/** One index a list and sort, and one a link that is followed. */
const indexes = [
  `create index tasks_newest on tasks (company_id, created_at desc, id desc) ${live}`,
  `create index tasks_due on tasks (company_id, due_at, id) ${live}`,
  `create index tasks_board on tasks (company_id, status, position, id) ${live}`,
  `create index tasks_assignee on tasks (company_id, assignee_id, status, due_at) ${live}`,
  `create index tasks_done on tasks (company_id, done_at) where done_at is not null`,
  `create index tasks_client on tasks (company_id, client_id) where client_id is not null`,
  `create index tasks_opportunity on tasks (company_id, opportunity_id)
    where opportunity_id is not null`,
  `create index tasks_sale on tasks (company_id, sale_id) where sale_id is not null`,
  `create index events_time on events (company_id, starts_at, id) ${live}`,
  `create index events_client on events (company_id, client_id) where client_id is not null`,
  `create index events_reminding on events (starts_at)
    where deleted_at is null and reminder_minutes <> '{}'`,
  `create index activities_timeline on activities (company_id, timeline_client_id, at desc, id desc)
    where timeline_client_id is not null`,
  `create index activities_newest on activities (company_id, at desc, id desc)`,
];

const tenantTables = [
  "tasks",
  "events",
  "event_reminders",
  "notes",
  "activities",
];

const workerRights = [
  { table: "events", rights: "select" },
  { table: "event_reminders", rights: "select" },
];
