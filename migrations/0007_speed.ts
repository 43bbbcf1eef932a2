import { type Kysely, sql } from "kysely";

/** Indexes that answer lists, boards and reports by themselves, and counts that are kept. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of [...tables, ...indexes, ...counting]) {
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
  await sql`grant select, insert, delete on record_counts to relevo_worker`.execute(db);
  await sql`create policy worker on record_counts to relevo_worker using (true)`.execute(db);
  await countWhatIsThere(db);
}

/**
 * How many live records there are, by what lists are mostly narrowed by. Rows are only added, never
 * changed, so that two who write do not wait for each other: a sum over them is the count. Now and
 * then the worker replaces the rows of a kind by their sums (`folded`).
 */
const tables = [
  `create table record_counts (
    company_id integer not null,
    kind text not null,
    status text,
    assignee_id integer,
    /* a contact's channel, a task's kind, a client's kind */
    facet text,
    n integer not null,
    folded boolean not null default false
  )`,
];

const live = "where deleted_at is null";
const wanted = "where deleted_at is null and not is_spam";

/**
 * A list finds the ids of its page in the index of its sort alone, so each ends with the id, and the
 * default one also has what the list is mostly narrowed by. What a report or the dashboard adds up
 * stands in the index by which it finds the rows.
 */
const indexes = [
  `create index record_counts_of on record_counts (company_id, kind)`,
  `create index record_counts_new on record_counts (company_id, kind) where not folded`,

  `drop index contacts_inbox, contacts_newest, contacts_name, contacts_status, contacts_assignee,
    contacts_next_action`,
  `create index contacts_inbox on contacts (company_id, last_message_at desc, id desc)
    include (status, assignee_id, channel, created_at) ${wanted}`,
  `create index contacts_newest on contacts (company_id, created_at desc, id desc) ${wanted}`,
  `create index contacts_name on contacts (company_id, name, id) ${wanted}`,
  `create index contacts_next_action on contacts (company_id, next_action_at, id) ${wanted}`,
  `create index contacts_status on contacts (company_id, status, last_message_at desc, id desc)
    ${wanted}`,
  `create index contacts_assignee on contacts
    (company_id, assignee_id, last_message_at desc, id desc) include (status) ${wanted}`,
  `create index contacts_spam on contacts (company_id, last_message_at desc, id desc)
    where deleted_at is null and is_spam`,
  `create index contacts_waiting on contacts (company_id, last_message_at)
    where deleted_at is null and not is_spam and last_direction = 'in' and status <> 'archived'`,
  `create index contacts_converted on contacts (company_id)
    where deleted_at is null and not is_spam and converted_client_id is not null`,

  `create index clients_assignee on clients (company_id, assignee_id, name, id) ${live}`,

  `drop index opportunities_newest, opportunities_amount, opportunities_board,
    opportunities_assignee, opportunities_won, opportunities_lost`,
  `create index opportunities_newest on opportunities (company_id, created_at desc, id desc)
    include (status, assignee_id) ${live}`,
  `create index opportunities_status on opportunities
    (company_id, status, created_at desc, id desc) ${live}`,
  `create index opportunities_assignee on opportunities
    (company_id, assignee_id, created_at desc, id desc) include (status) ${live}`,
  `create index opportunities_amount on opportunities (company_id, amount, id) ${live}`,
  `create index opportunities_board on opportunities (company_id, stage_id, position, id)
    include (amount, probability, assignee_id) where deleted_at is null and status = 'open'`,
  // Quotations and sales are their opportunity's assignee's.
  `create index opportunities_whose on opportunities (company_id, id) include (assignee_id)`,
  `create index opportunities_won on opportunities (company_id, won_at) include (assignee_id)
    where deleted_at is null and status = 'won'`,
  `create index opportunities_lost on opportunities (company_id, lost_at) include (assignee_id)
    where deleted_at is null and status = 'lost'`,

  `drop index quotes_issued, quotes_status`,
  `create index quotes_issued on quotes (company_id, issue_date desc, id desc)
    include (status, opportunity_id) ${live}`,
  `create index quotes_status on quotes (company_id, status, created_at desc, id desc) ${live}`,
  `create index quotes_sent on quotes (company_id, valid_until) include (net_total)
    where deleted_at is null and status = 'sent'`,
  `create index quotes_number on quotes (company_id, number, id) ${live}`,

  `drop index sales_newest`,
  `create index sales_newest on sales (company_id, sold_at desc, id desc)
    include (status, net_total, opportunity_id) ${live}`,
  `create index sales_number on sales (company_id, number, id) ${live}`,

  `drop index tasks_due, tasks_assignee, tasks_done`,
  `create index tasks_due on tasks (company_id, due_at, id) include (status, kind, created_at)
    ${live}`,
  `create index tasks_open on tasks (company_id, due_at, id)
    include (status, assignee_id, created_at, due_all_day)
    where deleted_at is null and status in ('pending', 'in_progress')`,
  `create index tasks_assignee on tasks (company_id, assignee_id, due_at, id)
    include (status) ${live}`,
  `create index tasks_done on tasks (company_id, done_at) include (assignee_id)
    where deleted_at is null and status = 'done'`,

  // What is in the bin is little, and listed whatever else it is.
  ...["contacts", "clients", "opportunities", "products", "quotes", "sales", "tasks", "events"].map(
    (table) => `create index ${table}_binned on ${table} (company_id) where deleted_at is not null`,
  ),

  `drop index events_time`,
  `create index events_time on events (company_id, starts_at, id) include (ends_at) ${live}`,
];

const tenantTables = [
  "record_counts",
];

/** Which columns of what are counted by. */
const counted = [
  {
    ...{ table: "contacts", kind: "contact", facet: "channel" },
    ...{ columns: ["status", "assignee_id", "channel"], unless: "is_spam" },
  },
  { table: "clients", kind: "client", columns: ["assignee_id", "kind"], facet: "kind" },
  { table: "opportunities", kind: "opportunity", columns: ["status", "assignee_id"] },
  { table: "quotes", kind: "quote", columns: ["status"] },
  { table: "sales", kind: "sale", columns: ["status"] },
  { table: "products", kind: "product", columns: [] },
  {
    ...{ table: "tasks", kind: "task", facet: "kind" },
    ...{ columns: ["status", "assignee_id", "kind"] },
  },
];

type Counted = (typeof counted)[number] & { facet?: string; unless?: string };

function isCounted(row: string, { unless }: Counted): string {
  return `(${row}.deleted_at is null${unless ? ` and not ${row}.${unless}` : ""})`;
}

/** What a row is counted by: status, assignee and facet. */
function cell(row: string, { columns, facet }: Counted): string {
  const column = (name: string, type: string) =>
    columns.includes(name) ? `${row}.${name}` : `null::${type}`;
  const last = facet ? `${row}.${facet}` : "null::text";
  return `${column("status", "text")}, ${column("assignee_id", "integer")}, ${last}`;
}

const target = "record_counts (company_id, kind, status, assignee_id, facet, n)";

/** Adds up the live rows of a table, or of a trigger's transition table. */
function addUp(source: string, one: Counted): string {
  return `insert into ${target}
    select r.company_id, '${one.kind}', ${cell("r", one)}, count(*)
    from ${source} r where ${isCounted("r", one)} group by 1, 3, 4, 5`;
}

/**
 * Kept by triggers, so that no way of writing can forget it; one for each insert statement and not
 * row, because an import has thousands of rows.
 */
const counting = (counted as Counted[]).flatMap((one) => {
  const { table, kind, columns, unless } = one;
  const watched = [...columns, "deleted_at", ...(unless ? [unless] : [])];
  const differs = watched.map((name) =>
    name === "deleted_at"
      ? "(old.deleted_at is null) <> (new.deleted_at is null)"
      : `old.${name} is distinct from new.${name}`
  );
  const add = (row: string, n: number) =>
    `if ${isCounted(row, one)} then
      insert into ${target} values (${row}.company_id, '${kind}', ${cell(row, one)}, ${n});
    end if;`;
  return [
    `create function relevo_count_${kind}s() returns trigger language plpgsql as $$
      begin
        ${addUp("made", one)};
        return null;
      end $$`,
    `create function relevo_recount_${kind}() returns trigger language plpgsql as $$
      begin
        ${add("old", -1)}
        if tg_op = 'UPDATE' then
          ${add("new", 1)}
        end if;
        return null;
      end $$`,
    `create trigger counts_made after insert on ${table}
      referencing new table as made for each statement execute function relevo_count_${kind}s()`,
    `create trigger counts_changed after update of ${watched.join(", ")} on ${table}
      for each row when (${differs.join(" or ")}) execute function relevo_recount_${kind}()`,
    `create trigger counts_gone after delete on ${table}
      for each row execute function relevo_recount_${kind}()`,
  ];
});

/** Forced row-level security holds for the owner too: count each company's rows as its tenant. */
// deno-lint-ignore no-explicit-any
async function countWhatIsThere(db: Kysely<any>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    for (const one of counted as Counted[]) await sql.raw(addUp(one.table, one)).execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
