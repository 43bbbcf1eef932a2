import { type Kysely, sql } from "kysely";

/** Companies' own settings, and the way from a contact to an opportunity. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...companyColumns, ...tables, ...links, ...indexes]) {
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
  await sql`grant update on companies to relevo_tenant`.execute(db);
  await setFactoryRotDays(db);
}

const companyColumns = [
  `alter table companies
    add column timezone text not null default 'Europe/Madrid',
    add column country text not null default 'ES' check (country ~ '^[A-Z]{2}$'),
    add column currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
    add column language text not null default 'es' check (language in ('es', 'en')),
    add column legal_name text check (length(legal_name) <= 200),
    add column tax_id text check (length(tax_id) <= 40),
    add column address text check (length(address) <= 500),
    add column phone text check (length(phone) <= 40),
    add column email text check (length(email) <= 254),
    add column website text check (length(website) <= 2048),
    add column default_tax_rate numeric(5,2) not null default 21
      check (default_tax_rate between 0 and 100),
    add column quote_validity_days smallint not null default 30
      check (quote_validity_days between 0 and 3650),
    add column quote_prefix text not null default 'P' check (length(quote_prefix) <= 10),
    add column quote_terms text check (length(quote_terms) <= 10000),
    add column public_origins text[] not null default '{}'`,
  `alter table users add column muted text[] not null default '{}'`,
  `alter table pipeline_stages
    add column color text check (color ~ '^#[0-9a-f]{6}$'),
    add column rot_days smallint not null default 0 check (rot_days between 0 and 3650),
    add column requirements text check (length(requirements) <= 1000)`,
];

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
const channels = `('web', 'whatsapp', 'instagram', 'facebook', 'phone', 'referral', 'other')`;

const live = "where deleted_at is null";

const tables = [
  `create table company_logos (
    company_id integer not null references companies,
    hash text not null,
    media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
    bytes bytea not null check (length(bytes) <= 262144),
    primary key (company_id, hash)
  )`,
  `create table contacts (${record},
    channel text not null default 'web' check (channel in ${channels}),
    channel_contact_id text check (length(channel_contact_id) between 1 and 254),
    status text not null default 'new' check (status in ('new', 'read', 'archived')),
    converted_client_id integer,
    converted_at timestamptz,
    converted_by integer references users,
    name text check (length(name) between 1 and 200),
    email text check (length(email) <= 254),
    email_norm text,
    phone text check (length(phone) <= 40),
    phone_e164 text,
    organization text check (length(organization) <= 200),
    subject text check (length(subject) <= 200),
    message text check (length(message) <= 5000),
    next_action_at timestamptz,
    next_action_note text check (length(next_action_note) <= 500),
    first_response_at timestamptz,
    last_message_at timestamptz not null default now(),
    last_direction text check (last_direction in ('in', 'out', 'note')),
    language text check (language in ('es', 'en')),
    source_url text check (length(source_url) <= 2048),
    referrer text check (length(referrer) <= 2048),
    utm jsonb,
    consent_at timestamptz,
    consent_text_version text check (length(consent_text_version) <= 60),
    marketing_consent boolean not null default false,
    spam_score smallint not null default 0,
    is_spam boolean not null default false,
    merged_into_id integer,
    tags text[] not null default '{}',
    ${assignee},
    check ((converted_client_id is null) = (converted_at is null)),
    check (num_nonnulls(name, email, phone, channel_contact_id) > 0)
  )`,
  `create table contact_messages (${record},
    contact_id integer not null,
    direction text not null check (direction in ('in', 'out', 'note')),
    channel text not null check (channel in ${channels}),
    body text not null check (length(body) <= 10000),
    external_id text check (length(external_id) <= 254),
    author_id integer references users,
    sent_at timestamptz not null default now(),
    meta jsonb,
    foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
  )`,
  `create table clients (${record},
    kind text not null default 'company' check (kind in ('company', 'person')),
    name text not null check (length(name) between 1 and 200),
    legal_name text check (length(legal_name) <= 200),
    tax_id text check (length(tax_id) <= 40),
    email text check (length(email) <= 254),
    email_norm text,
    phone text check (length(phone) <= 40),
    phone_e164 text,
    website text check (length(website) <= 2048),
    address text check (length(address) <= 500),
    postal_code text check (length(postal_code) <= 20),
    city text check (length(city) <= 120),
    region text check (length(region) <= 120),
    country text check (country ~ '^[A-Z]{2}$'),
    language text check (language in ('es', 'en')),
    payment_terms_days smallint check (payment_terms_days between 0 and 3650),
    notes text check (length(notes) <= 10000),
    source_channel text check (source_channel in ${channels}),
    source_contact_id integer,
    marketing_consent boolean not null default false,
    merged_into_id integer,
    tags text[] not null default '{}',
    ${assignee}
  )`,
  `create table opportunities (${record},
    title text not null check (length(title) between 1 and 200),
    client_id integer not null,
    contact_id integer,
    stage_id integer not null,
    status text not null default 'open' check (status in ('open', 'won', 'lost')),
    amount numeric(14,2) not null default 0 check (amount >= 0),
    amount_source text not null default 'quote' check (amount_source in ('manual', 'quote')),
    probability smallint check (probability between 0 and 100),
    expected_close_date date,
    source_channel text check (source_channel in ${channels}),
    lost_reason text check (length(lost_reason) between 1 and 120),
    lost_note text check (length(lost_note) <= 2000),
    won_at timestamptz,
    lost_at timestamptz,
    closed_by integer references users,
    reopened_at timestamptz,
    stage_changed_at timestamptz not null default now(),
    last_activity_at timestamptz not null default now(),
    next_action_at timestamptz,
    next_action_note text check (length(next_action_note) <= 500),
    description text check (length(description) <= 10000),
    position numeric(20,6) not null default 0,
    tags text[] not null default '{}',
    ${assignee},
    foreign key (company_id, client_id) references clients (company_id, id),
    foreign key (company_id, contact_id) references contacts (company_id, id),
    foreign key (company_id, stage_id) references pipeline_stages (company_id, id),
    check ((status = 'won') = (won_at is not null)),
    check ((status = 'lost') = (lost_at is not null)),
    check ((status = 'lost') = (lost_reason is not null))
  )`,
  `create table opportunity_stage_log (${record},
    opportunity_id integer not null,
    from_stage_id integer,
    to_stage_id integer,
    entered_at timestamptz not null default now(),
    left_at timestamptz,
    user_id integer references users,
    foreign key (company_id, opportunity_id) references opportunities (company_id, id)
      on delete cascade,
    foreign key (company_id, from_stage_id) references pipeline_stages (company_id, id)
      on delete set null (from_stage_id),
    foreign key (company_id, to_stage_id) references pipeline_stages (company_id, id)
      on delete set null (to_stage_id)
  )`,
];

/** One index a list and sort, and one a link that is followed. */
const indexes = [
  `create index company_logos_hash on company_logos (hash)`,
  `create unique index contacts_channel on contacts (company_id, channel, channel_contact_id)
    where deleted_at is null and channel_contact_id is not null`,
  `create index contacts_inbox on contacts (company_id, last_message_at desc, id desc) ${live}`,
  `create index contacts_newest on contacts (company_id, created_at desc, id desc) ${live}`,
  `create index contacts_name on contacts (company_id, name, id) ${live}`,
  `create index contacts_status on contacts (company_id, status, last_message_at desc) ${live}`,
  `create index contacts_assignee on contacts (company_id, assignee_id) ${live}`,
  `create index contacts_email on contacts (company_id, email_norm) ${live}`,
  `create index contacts_phone on contacts (company_id, phone_e164) ${live}`,
  `create index contacts_next_action on contacts (company_id, next_action_at) ${live}`,
  `create index contacts_client on contacts (company_id, converted_client_id)
    where converted_client_id is not null`,
  `create index contact_messages_thread on contact_messages (company_id, contact_id, sent_at, id)`,
  `create unique index contact_messages_external
    on contact_messages (company_id, channel, external_id) where external_id is not null`,
  `create index contact_messages_newest on contact_messages (company_id, created_at)`,
  `create unique index clients_tax_id on clients (company_id, upper(tax_id))
    where tax_id is not null and deleted_at is null`,
  `create index clients_newest on clients (company_id, created_at desc, id desc) ${live}`,
  `create index clients_name on clients (company_id, name, id) ${live}`,
  `create index clients_email on clients (company_id, email_norm) ${live}`,
  `create index clients_phone on clients (company_id, phone_e164) ${live}`,
  `create index opportunities_newest on opportunities (company_id, created_at desc, id desc) ${live}`,
  `create index opportunities_title on opportunities (company_id, title, id) ${live}`,
  `create index opportunities_amount on opportunities (company_id, amount desc, id) ${live}`,
  `create index opportunities_close on opportunities (company_id, expected_close_date, id) ${live}`,
  `create index opportunities_board on opportunities (company_id, status, stage_id, position, id)
    ${live}`,
  `create index opportunities_client on opportunities (company_id, client_id)`,
  `create index opportunities_contact on opportunities (company_id, contact_id)`,
  `create index opportunities_assignee on opportunities (company_id, assignee_id) ${live}`,
  `create index opportunities_won on opportunities (company_id, won_at) where won_at is not null`,
  `create index opportunities_lost on opportunities (company_id, lost_at) where lost_at is not null`,
  `create index opportunity_stage_log_of on opportunity_stage_log (company_id, opportunity_id)`,
];

const tenantTables = [
  "company_logos",
  "contacts",
  "contact_messages",
  "clients",
  "opportunities",
  "opportunity_stage_log",
];

const workerRights = [
  { table: "company_logos", rights: "select" },
  { table: "contacts", rights: "select, delete" },
];

const links = [
  `alter table contacts
    add foreign key (company_id, converted_client_id) references clients (company_id, id),
    add foreign key (company_id, merged_into_id) references contacts (company_id, id)`,
  `alter table clients
    add foreign key (company_id, source_contact_id) references contacts (company_id, id),
    add foreign key (company_id, merged_into_id) references clients (company_id, id)`,
];

/** The factory stages' patience: 7, 10, 14 and 14 days. */
// deno-lint-ignore no-explicit-any
async function setFactoryRotDays(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    await sql`
      update pipeline_stages set rot_days = case "order" when 1 then 7 when 2 then 10 else 14 end
      where name in ('Nuevo', 'Calificado', 'Propuesta', 'Negociación')`.execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
