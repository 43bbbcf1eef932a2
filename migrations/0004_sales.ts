import { type Kysely, sql } from "kysely";

/** The catalog, quotations and sales. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...tables, ...indexes]) {
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

const live = "where deleted_at is null";

const tables = [
  `create table products (${record},
    sku text check (length(sku) between 1 and 60),
    name text not null check (length(name) between 1 and 200),
    description text check (length(description) <= 5000),
    unit text check (length(unit) <= 20),
    unit_price numeric(14,4) not null default 0 check (unit_price >= 0),
    tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
    cost numeric(14,4) check (cost >= 0),
    category text check (length(category) <= 120),
    lead_time_days smallint check (lead_time_days between 0 and 3650),
    active boolean not null default true,
    usage_count integer not null default 0,
    last_used_at timestamptz
  )`,
  `create table document_counters (
    company_id integer not null references companies,
    kind text not null check (kind in ('quote', 'sale')),
    year smallint not null,
    last integer not null,
    primary key (company_id, kind, year)
  )`,
  `create table quotes (${record},
    number text not null,
    revision integer not null default 0,
    opportunity_id integer not null,
    client_id integer not null,
    status text not null default 'draft'
      check (status in ('draft', 'sent', 'approved', 'sold', 'rejected')),
    title text check (length(title) <= 200),
    intro text check (length(intro) <= 10000),
    terms text check (length(terms) <= 10000),
    internal_note text check (length(internal_note) <= 10000),
    language text not null check (language in ('es', 'en')),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    issue_date date not null,
    valid_until date not null,
    net_total numeric(14,2) not null default 0,
    tax_total numeric(14,2) not null default 0,
    gross_total numeric(14,2) not null default 0,
    tax_breakdown jsonb not null default '[]',
    sent_at timestamptz,
    approved_at timestamptz,
    approved_by_name text check (length(approved_by_name) <= 200),
    approved_via text check (approved_via in ('employee', 'link')),
    rejected_at timestamptz,
    rejection_reason text check (length(rejection_reason) <= 2000),
    sold_at timestamptz,
    brand_snapshot jsonb,
    unique (company_id, number),
    foreign key (company_id, opportunity_id) references opportunities (company_id, id),
    foreign key (company_id, client_id) references clients (company_id, id),
    check (status <> 'sent' or sent_at is not null),
    check ((status in ('approved', 'sold')) = (approved_at is not null)),
    check ((status = 'rejected') = (rejected_at is not null)),
    check ((status = 'sold') = (sold_at is not null))
  )`,
  `create table quote_lines (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    quote_id integer not null,
    product_id integer,
    position integer not null,
    sku text check (length(sku) <= 60),
    name text not null check (length(name) between 1 and 200),
    description text check (length(description) <= 5000),
    unit text check (length(unit) <= 20),
    quantity numeric(12,3) not null check (quantity > 0),
    unit_price numeric(14,4) not null check (unit_price >= 0),
    discount_percent numeric(5,2) not null default 0 check (discount_percent between 0 and 100),
    tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
    line_net numeric(14,2) not null,
    unique (company_id, id),
    foreign key (company_id, quote_id) references quotes (company_id, id) on delete cascade,
    foreign key (company_id, product_id) references products (company_id, id)
  )`,
  `create table quote_revisions (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    quote_id integer not null,
    revision integer not null,
    snapshot jsonb not null,
    net_total numeric(14,2) not null,
    tax_total numeric(14,2) not null,
    gross_total numeric(14,2) not null,
    sent_at timestamptz not null,
    sent_by integer references users,
    unique (company_id, quote_id, revision),
    foreign key (company_id, quote_id) references quotes (company_id, id) on delete cascade
  )`,
  `create table quote_shares (
    id integer generated always as identity primary key,
    company_id integer not null references companies,
    quote_id integer not null,
    digest bytea not null unique check (length(digest) = 32),
    created_at timestamptz not null default now(),
    created_by integer references users,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_viewed_at timestamptz,
    views integer not null default 0,
    unique (company_id, id),
    foreign key (company_id, quote_id) references quotes (company_id, id) on delete cascade
  )`,
  `create table sales (${record},
    number text not null,
    quote_id integer not null,
    opportunity_id integer not null,
    client_id integer not null,
    status text not null default 'active' check (status in ('active', 'cancelled')),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    net_total numeric(14,2) not null,
    tax_total numeric(14,2) not null,
    gross_total numeric(14,2) not null,
    sold_at timestamptz not null,
    promised_date date,
    cancelled_at timestamptz,
    cancel_reason text check (length(cancel_reason) <= 2000),
    notes text check (length(notes) <= 10000),
    unique (company_id, number),
    unique (company_id, quote_id),
    foreign key (company_id, quote_id) references quotes (company_id, id),
    foreign key (company_id, opportunity_id) references opportunities (company_id, id),
    foreign key (company_id, client_id) references clients (company_id, id),
    check ((status = 'cancelled') = (cancelled_at is not null))
  )`,
];

/** One index a list and sort, and one a link that is followed. */
const indexes = [
  `create unique index products_sku on products (company_id, lower(sku))
    where sku is not null and deleted_at is null`,
  `create index products_name on products (company_id, name, id) ${live}`,
  `create index products_newest on products (company_id, created_at desc, id desc) ${live}`,
  `create index quotes_newest on quotes (company_id, created_at desc, id desc) ${live}`,
  `create index quotes_issued on quotes (company_id, issue_date desc, id desc) ${live}`,
  `create index quotes_status on quotes (company_id, status, valid_until) ${live}`,
  `create index quotes_opportunity on quotes (company_id, opportunity_id)`,
  `create index quotes_client on quotes (company_id, client_id)`,
  `create index quote_lines_of on quote_lines (company_id, quote_id, position)`,
  `create index quote_lines_product on quote_lines (company_id, product_id)
    where product_id is not null`,
  `create index quote_shares_of on quote_shares (company_id, quote_id)`,
  `create index sales_newest on sales (company_id, sold_at desc, id desc) ${live}`,
  `create index sales_client on sales (company_id, client_id)`,
  `create index sales_opportunity on sales (company_id, opportunity_id)`,
];

const tenantTables = [
  "products",
  "document_counters",
  "quotes",
  "quote_lines",
  "quote_revisions",
  "quote_shares",
  "sales",
];

const workerRights = [
  { table: "quote_shares", rights: "select" },
];
