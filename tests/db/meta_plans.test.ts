/** Statements of Meta's channels handle about what they give, whatever Postgres believes. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import pg from "pg";
import type { Db } from "@/lib/db/connection.ts";
import { leaveSites } from "../support/sites.ts";
import { assertNamed } from "./companies/named.ts";
import { testDatabases } from "../support/test_server.ts";
import { openOnServer } from "../support/world_database.ts";
import { accountCases } from "./meta_plans/accounts.ts";
import { cases } from "./meta_plans/cases.ts";
import { fill } from "./meta_plans/fill.ts";
import { writingCases } from "./meta_plans/writing.ts";
import { explaining, type Handled } from "./old_statistics/explaining.ts";
import { laterIndexes, noAutovacuum } from "./old_statistics/states.ts";

const all = { ...cases, ...accountCases, ...writingCases };
const rows = 10_000;
const least = 1_000;
const factor = 20;
/** Work that counts everything of its kind. */
const counting = ["list an app's problems"];

/** Of the tables: never looked at, or looked at while they were empty. */
const states = ["never", "empty"] as const;

for (const state of states) {
  Deno.test({
    name: `no statement of Meta's channels handles more than its keys (statistics: ${state})`,
    ignore: await testDatabases() === null,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const database = await openOnServer({});
      const admin = await adminOf(database.db);
      try {
        await admin.query(noAutovacuum);
        await admin.query(laterIndexes(queues));
        if (state === "empty") await admin.query("analyze");
        await fill((text) => admin.query(text), rows);
        if (state === "empty") await admin.query(emptiedQueues);
        const excesses: string[] = [];
        for (const [name, act] of Object.entries(all)) {
          const heard: Handled[] = [];
          await act(explaining(database.db, (handled) => heard.push(handled)));
          assert.ok(heard.length > 0, name);
          excesses.push(
            ...heard.filter(({ handled, given }) =>
              handled > least + factor * given && !counting.includes(name)
            )
              .map((one) => `${name}: ${one.handled} for ${one.given}\n${one.sql}\n${one.plan}`),
          );
        }
        await leaveSites();
        assertNamed();
        assert.deepEqual(excesses.join("\n\n"), "");
      } finally {
        await admin.end();
        await database.close();
      }
    },
  });
}

const queues = "array['outbox'::regclass, 'channel_events', 'file_fetches', 'meta_hooks']";
/** As a table is that had rows, and none when it was looked at. */
const emptiedQueues = `update pg_class set relpages = 1, reltuples = 0
  where oid = any (${queues}) or oid in (
    select indexrelid from pg_index where indrelid = any (${queues}))`;

/** A superuser, who alone may fill tables without their triggers. */
async function adminOf(db: Db): Promise<pg.Client> {
  const { rows: [row] } = await sql<{ name: string }>`select current_database() as name`
    .execute(db);
  const url = new URL((await testDatabases())!.adminUrl);
  url.pathname = `/${row!.name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}
