export const change = "narrows";

/** The release of 0083 relies on no key that goes: tests/db/release asks its statements of this. */
export const oldest = "0083_held_installations";

/** Keys of companies' tables begin with the company: docs/decisions/0084. */

/** Tables by the column that was their key, which stays unique beside the company alone. */
const idOf = (table: string) => table === "callbacks" ? "response_id" : "id";

/** Had the new key as a constraint beside the old one. */
const hadBoth = [
  ...["activities", "answer_links", "api_keys", "bulk_changes", "callbacks", "channel_accounts"],
  ...["channel_events", "clients", "contact_messages", "contacts", "devices", "due_times"],
  ...["entry_links", "event_series", "events", "files", "identities", "imports", "invitations"],
  ...["mail_senders", "merges", "meta_apps", "meta_problems", "notes", "notifications"],
  ...["opportunities", "opportunity_stage_log", "outbox", "pairings", "privacy_requests"],
  ...["products", "push_subscriptions", "quote_lines", "quote_shares", "quotes"],
  ...["refused_addresses", "reply_templates", "responses", "sales", "saved_views", "tasks"],
];

const hadOne = ["blocked_records", "erasures", "quote_revisions"];

/** Rows that background work of all companies finds by their ids alone. */
const foundById = ["api_keys", "callbacks", "channel_accounts", "due_times", "invitations"]
  .concat("outbox");

export const takes = [...hadBoth, ...hadOne].filter((table) => !foundById.includes(table))
  .map((table) => `${table} unique btree (id) is gone`);

/** Tables and columns that refer to each, and what a deletion does to them. */
const links: Record<string, string> = {
  api_keys: `
    notifications key_id
    devices paired_by_key
    pairings paired_by_key
    responses key_id
    callbacks key_id
    files created_by_key`,
  callbacks: `
    callback_attempts response_id cascade`,
  channel_accounts: `
    contact_messages via_id
    activities channel_id cascade
    channel_secrets account_id cascade
    channel_events account_id
    outbox account_id
    mailboxes account_id cascade
    refused_addresses account_id cascade
    meta_routes account_id cascade
    account_people account_id cascade
    file_fetches account_id cascade
    message_templates account_id cascade`,
  clients: `
    contacts converted_client_id
    clients merged_into_id
    opportunities client_id
    quotes client_id
    sales client_id
    tasks client_id
    events client_id
    notes client_id cascade
    activities client_id cascade
    activities timeline_client_id cascade
    merges client_id cascade
    identities client_id cascade
    import_records client_id cascade`,
  contact_messages: `
    quote_shares message_id null
    channel_events message_id null
    files message_id cascade
    outbox message_id cascade
    mail_ids message_id cascade
    refused_addresses message_id null
    phone_sends message_id cascade`,
  contacts: `
    contacts merged_into_id
    contact_messages contact_id cascade
    clients source_contact_id
    opportunities contact_id
    tasks contact_id
    events contact_id
    notes contact_id cascade
    activities contact_id cascade
    merges contact_id cascade
    identities contact_id cascade
    import_records contact_id cascade
    channel_events contact_id null
    conversation_reminders contact_id cascade
    phone_sends contact_id cascade`,
  devices: `
    responses device_id`,
  event_series: `
    events series_id`,
  events: `
    event_reminders event_id cascade
    notes event_id cascade
    activities event_id cascade`,
  files: `
    file_chunks file_id cascade
    file_fetches file_id cascade`,
  imports: `
    import_records import_id cascade`,
  merges: `
    identities merge_id null`,
  meta_apps: `
    meta_app_secrets app_id cascade
    meta_app_shares app_id cascade
    meta_hooks app_id cascade
    meta_problems app_id cascade`,
  meta_problems: `
    meta_problem_events problem_id cascade`,
  notes: `
    files note_id cascade
    phone_sends note_id cascade`,
  notifications: `
    notification_recipients notification_id cascade
    outbox notification_id cascade
    due_times notification_id cascade`,
  opportunities: `
    opportunity_stage_log opportunity_id cascade
    quotes opportunity_id
    sales opportunity_id
    tasks opportunity_id
    events opportunity_id
    notes opportunity_id cascade
    activities opportunity_id cascade`,
  outbox: `
    outbox_attempts outbox_id cascade`,
  products: `
    quote_lines product_id
    activities product_id cascade
    import_records product_id cascade`,
  push_subscriptions: `
    devices push_subscription_id null
    push_jobs subscription_id cascade`,
  quote_lines: `
    tasks quote_line_id`,
  quotes: `
    contact_messages quote_id null
    quote_lines quote_id cascade
    quote_revisions quote_id cascade
    quote_shares quote_id cascade
    sales quote_id
    notes quote_id cascade
    activities quote_id cascade
    quote_approvals quote_id cascade`,
  responses: `
    callbacks response_id cascade`,
  sales: `
    tasks sale_id
    notes sale_id cascade
    activities sale_id cascade
    blocked_records sale_id cascade`,
  tasks: `
    notes task_id cascade
    activities task_id cascade`,
};

type Lock = "AccessExclusiveLock";

/**
 * A change that was made is passed over. It gives up its place after half a second, before anybody
 * behind it has waited for long, and before Postgres looks for a deadlock among writers. Those lock
 * what is referred to first, or in the same statement, so it comes first here.
 */
function once(isMissing: string, change: string, tables: string[]) {
  return {
    statement: {
      sql: `
        do $$ begin
          perform set_config('lock_timeout', '500ms', true);
          if ${isMissing} then
            lock table ${tables.join(", ")} in access exclusive mode;
            ${change};
          end if;
        end $$`,
      locks: Object.fromEntries(tables.map((table) => [table, "AccessExclusiveLock" as Lock])),
    },
  };
}

/** The index stays what it is; no row is read, as the columns are not null. */
function keySteps(table: string) {
  const [id, name] = [idOf(table), `${table}_key`];
  const byId = { name: `${table}_id`, table, columns: `(${id})`, isUnique: true };
  return [
    ...foundById.includes(table) ? [{ index: byId }] : [],
    { index: { name, table, columns: `(company_id, ${id})`, isUnique: true } },
    once(
      `not exists (select from pg_constraint
        where conrelid = '${table}'::regclass and conname = '${name}')`,
      `alter table ${table} drop constraint if exists ${table}_pkey,
        add constraint ${name} primary key using index ${name}`,
      [table],
    ),
  ];
}

interface Link {
  name: string;
  from: string;
  to: string;
  columns: string;
  action: string;
}

function linksTo(to: string): Link[] {
  const own = (links[to] ?? "").trim().split("\n").filter(Boolean).map((line) => {
    const [from, column, action] = line.trim().split(" ") as [string, string, string?];
    return {
      name: `${from}_company_id_${column}_fkey`,
      ...{ from, to, columns: `(company_id, ${column})` },
      action: !action ? "" : `on delete ${action === "null" ? `set null (${column})` : action}`,
    };
  });
  const shared = {
    name: "meta_routes_app_company_id_app_id_fkey",
    ...{ from: "meta_routes", to, columns: "(app_company_id, app_id)" },
    action: "on delete cascade",
  };
  return to === "meta_apps" ? [...own, shared] : own;
}

/** Without names of columns it is the key that is referred to, and not what is going to go. */
function linkSteps({ name, from, to, columns, action }: Link) {
  return [
    once(
      `not exists (select from pg_constraint where conrelid = '${from}'::regclass
        and conname = '${name}' and conindid = '${to}_key'::regclass)`,
      `alter table ${from} drop constraint if exists ${name}, add constraint ${name}
        foreign key ${columns} references ${to} ${action} not valid`,
      [...new Set([to, from])],
    ),
    {
      foreignKey: {
        name,
        table: from,
        columns,
        references: `${to} (company_id, ${idOf(to)}) ${action}`,
      },
    },
  ];
}

function dropOld(table: string) {
  const name = `${table}_company_id_${idOf(table)}_key`;
  return once(
    `to_regclass('${name}') is not null`,
    `alter table ${table} drop constraint ${name}`,
    [table],
  );
}

/** One table after the other, so that none has three such indexes for longer than it must. */
export const steps = [
  ...hadBoth.flatMap((table) => [
    ...keySteps(table),
    ...linksTo(table).flatMap(linkSteps),
    dropOld(table),
  ]),
  ...hadOne.flatMap(keySteps),
];
