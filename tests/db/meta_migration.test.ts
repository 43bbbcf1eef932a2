/** Migrations 0070 and 0071 on a database whose programs and mailboxes have messages. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import pg from "pg";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrateTo } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../support/test_server.ts";

const rows = 2_000;
const before = "0069_unnoted_moves";

Deno.test({
  name: "Meta's migrations rewrite no row of what is there",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const server = (await testDatabases())!;
    const url = await server.createDatabase();
    const database = await openDatabase({ url, log: createLog("error"), deadlineMs: 600_000 });
    const adminUrl = new URL(server.adminUrl);
    adminUrl.pathname = new URL(url).pathname;
    const admin = new pg.Client({ connectionString: adminUrl.href });
    await admin.connect();
    try {
      await migrateTo(database.db, before);
      await fill(admin);
      const old = await filesOf(database);
      const { rows: [count] } = await admin.query(changes);
      await migrateTo(database.db, "0071_meta_conversations");
      const { rows: [after] } = await admin.query(changes);
      const now = await filesOf(database);
      const rewritten = [...old].filter(([name, file]) => now.get(name) !== file);
      assert.deepEqual(rewritten, []);
      assert.deepEqual(after, count, "rows that were changed or deleted");
    } finally {
      await admin.end();
      await database.close();
    }
  },
});

/** A table that is written anew has another file. */
async function filesOf({ db }: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; file: number }>`
    select relname as name, relfilenode::bigint as file from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname !~ '^(kysely_|migrations)'`.execute(db);
  return new Map(rows.map(({ name, file }) => [name, Number(file)]));
}

const changes = `
  select pg_stat_force_next_flush(), sum(n_tup_upd + n_tup_del)::int as changed
  from pg_stat_user_tables
  where relname in ('contacts', 'contact_messages', 'channel_accounts', 'channel_events', 'outbox',
    'files', 'identities')`;

/** Messages that a program brought and a mailbox sent, with files, as a year leaves them. */
async function fill(admin: pg.Client): Promise<void> {
  const numbers = `generate_series(1, ${rows}) n`;
  const statements = [
    "set session_replication_role = replica",
    `insert into channel_accounts (id, company_id, kind, channel, name, state)
      overriding system value values (1, 1, 'program', 'other', 'Bot', 'working'),
        (2, 1, 'email', 'other', 'Buzón', 'working')`,
    `insert into contacts (id, company_id, name, channel, channel_contact_id)
      overriding system value select n, 1, 'Persona ' || n, 'other', 'c' || n
      from generate_series(1, ${Math.ceil(rows / 10)}) n`,
    `insert into identities (company_id, contact_id, kind, value, source)
      select 1, n, 'account_id', '1:c' || n, 'channel'
      from generate_series(1, ${Math.ceil(rows / 10)}) n`,
    `insert into contact_messages
      (id, company_id, contact_id, direction, channel, body, external_id, via_id)
      overriding system value
      select n, 1, 1 + n % ${Math.ceil(rows / 10)}, case n % 2 when 0 then 'in' else 'out' end,
        'other', repeat('Hola. ', 30), 'm' || n, 1 + n % 2 from ${numbers}`,
    `insert into channel_events
      (company_id, account_id, external_id, body, size, state, contact_id, message_id)
      select 1, 1 + n % 2, 'm' || n, convert_to(repeat('raw ', 300), 'UTF8'), 1200, 'read',
        1 + n % ${Math.ceil(rows / 10)}, n from ${numbers}`,
    `insert into outbox (id, company_id, account_id, message_id, host, payload, state)
      select gen_random_uuid(), 1, 2, n, 'smtp.example', '{"text": "Hola"}', 'sent'
      from ${numbers} where n % 2 = 1`,
    `insert into files (id, company_id, name, type, size, state, message_id)
      select gen_random_uuid(), 1, 'f.pdf', 'application/pdf', 1000, 'kept', n
      from ${numbers} where n % 5 = 0`,
    "set session_replication_role = origin",
  ];
  for (const statement of statements) await admin.query(statement);
}
