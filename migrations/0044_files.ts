import { type Kysely, sql } from "kysely";

/** Files of messages and notes, in rows of 256 KiB: docs/decisions/0044. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const table of ["files", "file_chunks"]) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant
        using (company_id = (select nullif(current_setting('app.company_id', true), '')::int))
    `).execute(db);
  }
  // Unattached ones are removed of all companies at once.
  await sql`grant select, delete on files to relevo_worker`.execute(db);
  await sql`create policy worker on files to relevo_worker using (true)`.execute(db);
}

const statements = [
  `create table files (
    id uuid primary key,
    company_id integer not null references companies,
    created_at timestamptz not null default now(),
    created_by integer references users,
    created_by_key integer,
    name text not null check (length(name) between 1 and 255),
    type text not null default 'application/octet-stream' check (length(type) <= 127),
    size bigint not null default 0 check (size between 0 and 26214400),
    /* kept: all of it is here; left_out: the company had no room, and only its name is */
    state text not null default 'coming' check (state in ('coming', 'kept', 'left_out')),
    message_id integer,
    note_id integer,
    unique (company_id, id),
    foreign key (company_id, created_by_key) references api_keys (company_id, id),
    foreign key (company_id, message_id) references contact_messages (company_id, id)
      on delete cascade,
    foreign key (company_id, note_id) references notes (company_id, id) on delete cascade,
    check (num_nonnulls(message_id, note_id) <= 1),
    check (state <> 'coming' or num_nonnulls(message_id, note_id) = 0)
  )`,
  `create table file_chunks (
    company_id integer not null references companies,
    file_id uuid not null,
    number integer not null check (number >= 0),
    bytes bytea not null check (length(bytes) between 1 and 262144),
    primary key (company_id, file_id, number),
    foreign key (company_id, file_id) references files (company_id, id) on delete cascade
  )`,
  // What comes is mostly compressed already, and a range is cut out of a row unread.
  "alter table file_chunks alter column bytes set storage external",
  "create index files_message on files (company_id, message_id) where message_id is not null",
  "create index files_note on files (company_id, note_id) where note_id is not null",
  "create index files_loose on files (created_at) where message_id is null and note_id is null",
  "create index files_bytes on files (company_id) include (size)",
];
