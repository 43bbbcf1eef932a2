export const change = "widens";

/** Taken without waiting, so that one process refreshes for all. */
const lock = 7_354_089;
const rows = "pg_stat_get_live_tuples(c.oid)";

/** Tables that grow with use, or that are empty most of the time: those of 0076 and kept counts. */
const growing = ["account_people", "activities", "attention", "callback_attempts", "callbacks"]
  .concat("channel_events", "clients", "contact_messages", "contacts", "devices", "due_times")
  .concat("entry_links", "events", "figures", "file_fetches", "files", "identities")
  .concat("import_records", "mail_ids", "mail_senders", "meta_hooks", "notes")
  .concat("notification_counts", "notification_recipients", "notifications", "opportunities")
  .concat("opportunity_stage_log", "outbox", "outbox_attempts", "products", "push_jobs")
  .concat("push_subscriptions", "quote_lines", "quotes", "recipient_counts", "record_counts")
  .concat("responses", "sales", "search_words", "tag_counts", "tasks");

const refresh = `create or replace function relevo_refresh_statistics() returns text[]
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
  end $$`;

const noLocks: Record<string, "ShareUpdateExclusiveLock"> = {};

export const steps = [
  { statement: { sql: refresh, locks: noLocks } },
  // A sample of few rows has each user once: then the index of a user's rows looks as good as the
  // key, and an answer reads its user's whole inbox. A sample with one contact's messages alone has
  // Postgres read everybody's for a thread.
  {
    statement: {
      sql: "alter table notification_recipients alter column user_id set (n_distinct = -0.01)",
      locks: { notification_recipients: "ShareUpdateExclusiveLock" } as typeof noLocks,
    },
  },
  {
    statement: {
      sql: "alter table contact_messages alter column contact_id set (n_distinct = -0.05)",
      locks: { contact_messages: "ShareUpdateExclusiveLock" } as typeof noLocks,
    },
  },
];
