import { type Kysely, sql } from "kysely";

/** What holds while Postgres's statistics are old: docs/decisions/0055. */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** What a client's name is searched by, in a document of the client's. */
const documents = [
  { table: "opportunities", kind: "opportunity", words: ["n.title"] },
  {
    table: "quotes",
    kind: "quote",
    words: [
      "n.number",
      "substring(n.number from '[0-9]+-[0-9]+$')",
      "ltrim(substring(n.number from '[0-9]+$'), '0')",
      "n.title",
    ],
  },
  {
    table: "sales",
    kind: "sale",
    words: [
      "n.number",
      "substring(n.number from '[0-9]+-[0-9]+$')",
      "ltrim(substring(n.number from '[0-9]+$'), '0')",
    ],
  },
];

function reindexed({ table, kind, words }: typeof documents[number]): string {
  return `
      for document in execute 'select id from ${table}
        where company_id = $1 and client_id = $2 order by id for no key update'
        using new.company_id, new.id
      loop
        execute 'delete from search_words
          where company_id = $1 and kind = ''${kind}'' and record_id = $2'
          using new.company_id, document;
        execute $insert$
          insert into search_words (company_id, kind, state, word, record_id)
          select n.company_id, '${kind}',
            case when n.deleted_at is not null then 'trash' else 'live' end, w, n.id
          from ${table} n
          cross join lateral relevo_terms(concat_ws(' ', ${words.join(", ")}, $3, $4)) w
          where n.company_id = $1 and n.id = $2 $insert$
          using new.company_id, document, new.name, new.legal_name;
      end loop;`;
}

/** Taken without waiting, so that one process refreshes for all. */
const lock = 7_354_089;
const rows = "pg_stat_get_live_tuples(c.oid)";

/** Tables that grow with use, or that are empty most of the time. */
const growing = ["account_people", "activities", "attention", "callback_attempts", "callbacks"]
  .concat("channel_events", "clients", "contact_messages", "contacts", "devices", "due_times")
  .concat("entry_links", "events", "figures", "file_fetches", "files", "identities")
  .concat("import_records", "mail_ids", "meta_hooks")
  .concat("mail_senders", "notes", "notification_recipients", "notifications", "opportunities")
  .concat("opportunity_stage_log", "outbox", "outbox_attempts", "products", "push_jobs")
  .concat("push_subscriptions", "quote_lines", "quotes", "record_counts", "responses", "sales")
  .concat("search_words", "tasks");

const statements = [
  // Keys first: an index that begins with the company looks as good as theirs on an empty queue.
  `alter table push_jobs
    drop constraint push_jobs_company_id_notification_id_user_id_subscription_i_key,
    add constraint push_jobs_of unique (notification_id, user_id, company_id, subscription_id)`,
  "drop index push_jobs_subscription",
  "create index push_jobs_subscription on push_jobs (subscription_id, company_id)",
  "drop index outbox_person",
  `create index outbox_person on outbox (person, account_id, id)
    where person is not null and state in ('queued', 'sending')`,
  `create index outbox_held on outbox (account_id) where state = 'queued'
    and (error in ('graph_account', 'secret') or error like 'graph_account %')`,

  // Planned at each use: a session would keep the plans of its first one.
  `create or replace function relevo_reindex_documents() returns trigger language plpgsql as $$
    declare document integer;
    begin${documents.map(reindexed).join("")}
      return null;
    end $$`,

  // Tables that reached 1,000 rows or trebled since they were analyzed, for two seconds at most.
  `create function relevo_refresh_statistics() returns text[]
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp
    set lock_timeout = '100ms' as $$
    declare
      grown text;
      refreshed text[] := '{}';
    begin
      if not pg_try_advisory_xact_lock(${lock}) then return refreshed; end if;
      for grown in
        select c.relname from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relname = any ('{${growing.join()}}')
          and ${rows} >= 1000 and ${rows} > 3 * greatest(c.reltuples, 0)
        order by c.reltuples
      loop
        begin
          execute format('analyze public.%I', grown);
          refreshed := refreshed || grown;
        exception when lock_not_available then
          -- somebody changes the table
        end;
        exit when clock_timestamp() > statement_timestamp() + interval '2 seconds';
      end loop;
      return refreshed;
    end $$`,
  "revoke execute on function relevo_refresh_statistics() from public",
];
