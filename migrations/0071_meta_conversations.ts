import { type Kysely, sql } from "kysely";

/** Conversations by WhatsApp, Instagram and Facebook: docs/decisions/0067. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const { table, worker } of guarded) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db);
    await sql.raw(`alter table ${table} force row level security`).execute(db);
    await sql.raw(`grant select, insert, update, delete on ${table} to relevo_tenant`).execute(db);
    await sql.raw(`
      create policy tenant on ${table} to relevo_tenant using (${own}) with check (${own})
    `).execute(db);
    await sql.raw(`grant ${worker} on ${table} to relevo_worker`).execute(db);
    await sql.raw(`create policy worker on ${table} to relevo_worker using (true)`).execute(db);
  }
}

const own = "company_id = (select nullif(current_setting('app.company_id', true), '')::int)";

const guarded = [
  { table: "account_people", worker: "select, insert, update, delete" },
  { table: "file_fetches", worker: "select, update, delete" },
  { table: "message_templates", worker: "select, insert, update, delete" },
];

/** Usernames are words of a contact, beside those of 0034. */
function usernames(): string[] {
  const state = `case when n.deleted_at is not null then 'trash' when n.is_spam then 'spam'
    when n.held then 'held' else 'live' end`;
  const searched = `n.name, n.username, n.email, n.organization, n.subject, n.channel_contact_id,
    relevo_endings(coalesce(n.phone_e164, n.phone)),
    relevo_endings(case when n.channel in ('whatsapp', 'phone') then n.channel_contact_id end)`;
  const watched = ["name", "username", "email", "phone", "phone_e164", "organization", "subject"]
    .concat("channel", "channel_contact_id", "deleted_at", "is_spam", "held");
  return [
    `create or replace function relevo_index_contacts() returns trigger language plpgsql as $$
      begin
        insert into search_words (company_id, kind, state, word, record_id)
        select n.company_id, 'contact', ${state}, w, n.id
        from made n cross join lateral relevo_terms(concat_ws(' ', ${searched})) w;
        return null;
      end $$`,
    `create or replace function relevo_rewrite_contact(of_company integer, of_id integer)
      returns void language plpgsql as $$
      begin
        delete from search_words
        where company_id = of_company and search_words.kind = 'contact' and record_id = of_id;
        insert into search_words (company_id, kind, state, word, record_id)
        select n.company_id, 'contact', ${state}, w, n.id
        from contacts n cross join lateral relevo_terms(concat_ws(' ', ${searched}, (
          select string_agg(case when i.kind in ('phone', 'whatsapp_id', 'phone_id')
            then concat_ws(' ', i.value, relevo_endings(i.value)) else i.value end, ' ')
          from identities i
          where i.company_id = n.company_id and i.contact_id = n.id and i.source = 'merge'))) w
        where n.company_id = of_company and n.id = of_id;
      end $$`,
    "drop trigger search_words_changed on contacts",
    `create trigger search_words_changed after update of ${watched.join(", ")} on contacts
      for each row when (${
      watched.map((name) => `old.${name} is distinct from new.${name}`).join(" or ")
    }) execute function relevo_reindex_contact()`,
  ];
}

const statements = [
  `alter table channel_accounts
    drop constraint channel_accounts_kind_check,
    add constraint channel_accounts_kind_check
      check (kind in ('email', 'whatsapp', 'instagram', 'facebook', 'program')),
    /* as Meta rates a number: GREEN, YELLOW, RED */
    add column quality text check (length(quality) <= 20),
    add column token_ends_at timestamptz,
    add column subscribed_at timestamptz,
    /* when token, subscription and number were looked at last */
    add column checked_at timestamptz,
    /* until when conversations were read again after a gap */
    add column caught_up_at timestamptz,
    /* of Meta's kinds: when they are looked at next, which leases them too */
    add column check_due_at timestamptz,
    /* when the token was stored or renewed */
    add column token_at timestamptz,
    /* so many days before its end members were told */
    add column token_notice_days smallint,
    /* when templates were read; null where that is due */
    add column templates_at timestamptz`,
  `create index channel_accounts_check on channel_accounts (check_due_at)
    where check_due_at is not null and deleted_at is null`,
  // Who is known to an account by which id: they stay with it when contacts are merged.
  `create table account_people (
    company_id integer not null references companies,
    account_id integer not null,
    person_id text not null check (length(person_id) between 1 and 254),
    /* the platform's time of their newest message, or of what else opens a window */
    heard_at timestamptz,
    /* the platform said that the window is closed */
    closed_at timestamptz,
    username text check (length(username) <= 100),
    /* when their name is asked for next; null where it is known or not asked for */
    name_due_at timestamptz,
    name_attempts smallint not null default 0,
    /* the newest of their messages that a member has seen, and the one of which they were told */
    seen_key text check (length(seen_key) <= 254),
    marked_key text check (length(marked_key) <= 254),
    opted_in_at timestamptz,
    opted_in_by integer references users,
    opt_in_source text check (length(opt_in_source) between 1 and 200),
    marketing_stopped_at timestamptz,
    /* the same for all ids of which events told that they are one person's */
    joined_to text check (length(joined_to) <= 254),
    primary key (company_id, account_id, person_id),
    foreign key (company_id, account_id) references channel_accounts (company_id, id)
      on delete cascade
  )`,
  `create index account_people_names on account_people (name_due_at)
    where name_due_at is not null`,
  `create index account_people_joined on account_people (company_id, account_id, joined_to)
    where joined_to is not null`,
  // What an event that came too early waits for: a message, or a person who has not written yet.
  "alter table channel_events add column waits_for text check (length(waits_for) <= 300)",
  `create index channel_events_early on channel_events (company_id, account_id, waits_for)
    where waits_for is not null and state = 'waiting'`,
  "alter table contacts add column username text check (length(username) <= 100)",
  ...usernames(),
  `alter table contact_messages
    /* external id of the message that it answers, by the same account */
    add column answers_key text check (length(answers_key) <= 254),
    /* of what is no text */
    add column content jsonb,
    /* what led to it */
    add column source jsonb,
    add column reactions jsonb,
    add column edited_at timestamptz,
    add column edit_number integer,
    /* earlier wordings */
    add column earlier jsonb,
    add column unsent_at timestamptz,
    add column template jsonb,
    /* its place among the parts of one writing */
    add column part jsonb`,
  `alter table files
    drop constraint files_check1,
    add constraint files_coming check (state <> 'coming' or note_id is null)`,
  // Files that are fetched after their message is there.
  `create table file_fetches (
    company_id integer not null references companies,
    file_id uuid not null,
    account_id integer not null,
    /* {kind, mediaId, url, sha256, isVoice, isStory} */
    source jsonb not null,
    attempts smallint not null default 0,
    /* null once it was given up */
    due_at timestamptz default now(),
    lease uuid,
    leased_until timestamptz,
    problem text check (length(problem) <= 200),
    /* a story's file is not kept */
    forget_at timestamptz,
    primary key (company_id, file_id),
    foreign key (company_id, file_id) references files (company_id, id) on delete cascade,
    foreign key (company_id, account_id) references channel_accounts (company_id, id)
      on delete cascade
  )`,
  "create index file_fetches_due on file_fetches (due_at) where due_at is not null",
  "create index file_fetches_forget on file_fetches (forget_at) where forget_at is not null",
  `alter table outbox
    /* what one person gets by one account leaves in order */
    add column person text check (length(person) <= 254),
    /* of Meta: its error's code, what it noted, and what it charges */
    add column code integer,
    add column note text check (length(note) <= 500),
    add column charged jsonb`,
  `create index outbox_person on outbox (company_id, account_id, person, id)
    where person is not null and state in ('queued', 'sending')`,
  // What a person may still read: a mark tells of all of it.
  `create index outbox_unread on outbox (company_id, account_id, person)
    where person is not null and state in ('sent', 'delivered', 'failed', 'uncertain')`,
  // When the conversation of what is uncertain is read.
  `create index outbox_lookups on outbox (due_at)
    where state = 'uncertain' and due_at is not null`,
  `create table message_templates (
    company_id integer not null references companies,
    account_id integer not null,
    name text not null check (length(name) between 1 and 512),
    language text not null check (length(language) between 1 and 20),
    category text not null check (length(category) <= 40),
    state text not null check (length(state) <= 40),
    /* {format, header, body, footer, buttons, variables} */
    content jsonb not null,
    refreshed_at timestamptz not null default now(),
    primary key (company_id, account_id, name, language),
    foreign key (company_id, account_id) references channel_accounts (company_id, id)
      on delete cascade
  )`,
];
