import { type Kysely, sql } from "kysely";

/** Mailboxes as channels: docs/decisions/0047. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const { table, worker } of guarded) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
    if (!worker) continue;
    await sql.raw(`grant ${worker} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

const guarded = [
  { table: "mailboxes", worker: "select, insert, update, delete" },
  { table: "mail_ids", worker: "" },
];

const statements = [
  `alter table contact_messages
    add column subject text check (length(subject) <= 300),
    add column html text check (length(html) <= 1000000),
    /* what stands below the new text: what it answers, a signature */
    add column quoted text check (length(quoted) <= 200000),
    /* who else it went to, whether its sender is verified, an invitation */
    add column mail jsonb`,
  `alter table files
    /* by which a mail's HTML shows it */
    add column content_id text check (length(content_id) between 1 and 254)`,
  `alter table channel_events
    add column direction text not null default 'in' check (direction in ('in', 'out')),
    /* brought by an import: nobody is told */
    add column is_quiet boolean not null default false,
    /* what told that nobody sat down to write it, and what is shown of it */
    add column automatic jsonb`,
  `create index channel_events_automatic on channel_events (company_id, account_id, id)
    where automatic is not null`,
  // Where reading of a folder stands.
  `create table mailboxes (
    company_id integer not null references companies,
    account_id integer not null,
    role text not null check (role in ('inbox', 'sent')),
    /* server, user and folder: of others nothing that is known here holds */
    source text not null check (length(source) <= 800),
    uid_validity bigint not null,
    last_uid bigint not null,
    /* of an import: how many mails it has to bring, and has brought */
    import_total integer not null default 0,
    import_done integer not null default 0,
    read_at timestamptz not null default now(),
    primary key (company_id, account_id, role),
    foreign key (company_id, account_id) references channel_accounts (company_id, id)
      on delete cascade
  )`,
  // Message-IDs of a message, and those that it refers to: an answer to any of them is its thread's.
  `create table mail_ids (
    company_id integer not null references companies,
    message_id integer not null,
    value text not null check (length(value) between 1 and 502),
    is_own boolean not null,
    primary key (company_id, value, message_id),
    foreign key (company_id, message_id) references contact_messages (company_id, id)
      on delete cascade
  )`,
  "create index mail_ids_message on mail_ids (company_id, message_id)",
];
