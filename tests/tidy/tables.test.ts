/** Tables belong to rooms, and SQL keeps to the arrows as imports do. */
import assert from "node:assert/strict";
import ts from "typescript";
import { root, sourceFiles } from "./sources.ts";

/** The rooms that talk to tables, from the first to the last, and the tables that are theirs. */
const owned: [room: string, tables: string[]][] = [
  ["work", ["nightly_work", "processes", "instances", "job_ends", "job_leases"]],
  // The access tables of a quotation's link and of phones hold digests: they say who is calling.
  ["access", ["users", "user_companies", "companies", "api_keys", "devices", "pairings"]],
  ["access", ["invitations", "entry_links"]],
  ["access", ["quote_shares", "answer_links", "credentials", "installation"]],
  ["notify", ["notifications", "notification_recipients", "responses"]],
  ["notify", ["callbacks", "callback_attempts", "push_subscriptions", "push_jobs"]],
  ["notify", ["recipient_counts", "notification_counts", "given_up_pushes"]],
  ["notify", ["idempotency_keys"]],
  ["notify", ["due_times", "attention", "fallback_strangers"]],
  ["records", ["activities", "search_words", "record_counts", "merges", "bulk_changes"]],
  ["records", ["tag_counts"]],
  ["records", ["identities", "imports", "import_records", "import_columns"]],
  ["files", ["files", "file_chunks", "file_fetches"]],
  ["channels", ["channel_accounts", "channel_secrets", "channel_events"]],
  ["channels", ["outbox", "outbox_attempts", "mailboxes", "refused_addresses"]],
  ["channels", ["mail_senders", "account_people", "message_templates"]],
  ["channels", ["meta_apps", "meta_app_secrets", "meta_app_shares", "meta_routes"]],
  ["channels", ["meta_hooks", "meta_problems", "meta_problem_events"]],
  ["channels", ["erased_mail", "erased_mail_salts"]],
  ["crm", ["reply_templates"]],
  ["crm", ["company_logos", "pipeline_stages", "contacts", "contact_messages", "clients"]],
  ["crm", ["form_posts", "mail_ids", "conversation_reminders", "phone_sends"]],
  ["crm", ["opportunities", "opportunity_stage_log", "tasks"]],
  ["crm", ["events", "event_series", "event_reminders"]],
  ["crm", ["notes"]],
  ["sales", ["products", "document_counters", "quotes", "quote_lines", "quote_revisions", "sales"]],
  ["sales", ["quote_approvals"]],
  ["figures", ["figures", "uncounted_figures", "uncounted_records"]],
  ["views", ["saved_views"]],
  ["privacy", ["privacy_requests", "blocked_records", "erasures"]],
  ["alerts", ["alerts", "alert_looks"]],
  ["service", ["growth"]],
];
const rooms = [...new Set(owned.map(([room]) => room))];
const isLater = (a: string, b: string) => rooms.indexOf(a) > rooms.indexOf(b);
const tablesAfter = (room: string) =>
  owned.filter(([owner]) => isLater(owner, room)).flatMap(([, tables]) => tables);

/** The texts of a file that may be SQL: strings, and what stands between a template's values. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, Deno.readTextFileSync(`${root}/${file}`), 99, true);
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/**
 * The tables among `tables` that a text names: alone, with an alias, or where SQL reads or writes.
 */
function namedIn(text: string, tables: string[]): string[] {
  return tables.filter((table) =>
    new RegExp(`^${table}( as \\w+)?$|\\b(from|join|into|update|using)\\s+${table}\\b`, "i").test(
      text,
    )
  );
}

Deno.test("every table of the schema belongs to one room", () => {
  const path = `${root}/lib/db/schema.ts`;
  const source = ts.createSourceFile(path, Deno.readTextFileSync(path), 99, true);
  const schema = source.statements.filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === "Schema")!;
  const tables = schema.members.map((member) => member.name!.getText());
  assert.deepEqual(owned.flatMap(([, theirs]) => theirs).sort(), tables.sort());
});

for (const room of rooms) {
  Deno.test(`lib/${room} reads no table of a later room, unless the table of nouns names it`, () => {
    const files = sourceFiles().filter((file) =>
      // Readers of Meta's JSON reach no database, and `contacts` is a word of Meta's.
      file.startsWith(`lib/${room}/`) && !file.startsWith("lib/channels/meta/read/")
    );
    assert.ok(files.length > 0);
    const later = tablesAfter(room);
    const wrong = files.filter((file) => file !== "lib/records/nouns.ts").flatMap((file) =>
      textsOf(file).flatMap((text) => namedIn(text, later)).map((table) => `${file} → ${table}`)
    );
    assert.deepEqual(wrong, []);
  });
}

Deno.test("a table is seen in every way of writing SQL that lib has", () => {
  const ways = ["sales", "sales as t", "select 1 from sales s", "insert into sales (id)"];
  assert.ok(ways.every((text) => namedIn(text, ["sales"]).length === 1));
  assert.deepEqual(namedIn("from quote_lines", ["sales", "quotes"]), []);
});

/**
 * Files of crm that read a later room's table by its noun: what is sold decides what may be done.
 */
const readsSales: Record<string, string[]> = {
  // A client with live business is not trashed, and an undone merge moves its quotations back.
  "lib/crm/clients/live_business.ts": ["quote", "sale"],
  "lib/crm/clients/unmerge_clients.ts": ["quote", "sale"],
  // A company that has quoted keeps its currency.
  "lib/crm/companies/companies.ts": ["quote", "sale"],
  // An opportunity that was quoted keeps its client, one with a sale its state.
  "lib/crm/opportunities/quoted.ts": ["quote", "sale"],
};

Deno.test("crm reads what is sold only where the table above says so", () => {
  const readers = Object.fromEntries(
    sourceFiles().filter((file) => file.startsWith("lib/crm/")).flatMap((file) => {
      const source = Deno.readTextFileSync(`${root}/${file}`);
      const named = ["quote", "sale", "product"].filter((noun) =>
        new RegExp(`\\b${noun}\\.table\\b`).test(source)
      );
      return named.length > 0 ? [[file, named]] : [];
    }),
  );
  assert.deepEqual(readers, readsSales);
});
