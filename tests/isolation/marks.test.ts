/** The scene of the isolation tests has its mark in every text that a company can have. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { testOnEach, type World } from "../support/world.ts";
import { tenantTables } from "./contents.ts";
import { shows } from "./sides.ts";
import { makeScene } from "./things.ts";

/** Text columns that hold no company's words, or nothing yet. */
const wordless = [
  // Named or made by us.
  ...["activities.verb", "api_keys.hint", "company_logos.hash", "companies.logo", "sales.number"],
  ...["quotes.number_key", "sales.number_key"],
  ...["callback_attempts.outcome", "callbacks.last_outcome", "callbacks.host"],
  ...["companies.timezone", "quotes.tax_breakdown", "notifications.handler", "notifications.ref"],
  ...["record_counts.kind", "record_counts.status", "record_counts.facet", "tag_counts.noun"],
  ...["event_series.by_weekday", "event_series.time_zone", "bulk_changes.further"],
  ...["channel_accounts.last_error", "channel_events.problem", "channel_secrets.field"],
  ...["channel_secrets.key_name", "files.type", "outbox.host", "outbox_attempts.outcome"],
  // Rules, and the message that waits for approval: gone once it was decided.
  ...["companies.approval", "companies.opening_hours", "companies.closed_days"],
  ...["quote_approvals.message"],
  // Of Meta: its ratings, numbers, times.
  ...["channel_accounts.quality", "contact_messages.part", "file_fetches.problem"],
  ...["message_templates.category", "message_templates.language", "message_templates.state"],
  ...["meta_app_secrets.key_name", "meta_apps.hook", "meta_apps.objects", "meta_apps.refused"],
  // Digests.
  ...["form_posts.message", "form_posts.network"],
  // Names of ours.
  ...["saved_views.sort", "saved_views.columns", "user_companies.muted", "import_columns.fields"],
  // Times of an invitation.
  ...["events.ical_occurrence", "events.ical_stamped_at"],
  // Ids of what a merge moved.
  "merges.moved",
  // On purpose the same in both companies.
  ...["push_jobs.user_id", "due_times.user_id", "attention.user_id", "answer_links.user_id"],
  // A queue's name, a mail's state, and hours.
  ...["due_times.host", "due_times.mail", "attention.quiet"],
];

/** Columns of text that no check holds to a list or a form. */
async function textColumns(world: World, table: string): Promise<string[]> {
  const { db } = world.services.database;
  const { rows } = await sql<{ name: string }>`
    select a.attname::text as name from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb')
      and not exists (
        select from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c'
          and c.conkey = array[a.attnum] and pg_get_constraintdef(c.oid) ~ ' = ANY \\(|~ ''')`
    .execute(db);
  return rows.map(({ name }) => name);
}

testOnEach("the scene has written every column that a company can write", async (world) => {
  const { side } = await makeScene(world);
  const { db } = world.services.database;
  const bare: string[] = [];
  for (const table of [...await tenantTables(world), "companies", "user_companies"]) {
    for (const column of await textColumns(world, table)) {
      const own = sql.ref(table === "companies" ? "id" : "company_id");
      const { rows } = await inCompany(db, 1, (trx) =>
        sql<{ text: string }>`
          select ${sql.ref(column)}::text as text from ${sql.table(table)}
          where ${own} = 1 and ${sql.ref(column)} is not null`.execute(trx));
      if (!rows.some(({ text }) => shows(side, text))) bare.push(`${table}.${column}`);
    }
  }
  assert.deepEqual(bare.sort(), wordless.sort());
});
