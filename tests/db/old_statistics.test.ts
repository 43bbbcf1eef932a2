/** Statements handle about what they give, whatever Postgres believes about the tables. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "@/lib/db/connection.ts";
import { openEmbedded } from "../support/embedded.ts";
import { kindsFor } from "../support/kinds.ts";
import { testDatabases } from "../support/test_server.ts";
import { makeWorld } from "../support/world.ts";
import { openOnServer } from "../support/world_database.ts";
import { cases, mayHandle } from "./old_statistics/cases.ts";
import { explaining, type Handled } from "./old_statistics/explaining.ts";
import { mayRead, mayReadQueue, readingsOf } from "./old_statistics/lists.ts";
import { type AsAdmin, type State, states, Statistics } from "./old_statistics/states.ts";

const sizes = {
  postgres: { rows: 20_000, records: 4_000 },
  pglite: { rows: 5_000, records: 3_000 },
};
const least = 1_000;
const factor = 20;

for (const kind of kindsFor({ both: true })) {
  Deno.test({
    name: `no statement handles more than its keys while statistics are old (${kind})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(test) {
      const database = kind === "postgres"
        ? await openOnServer({ growthMs: Infinity })
        : await openEmbedded({ growthMs: Infinity });
      const admin = await adminOf(database);
      const statistics = new Statistics(admin.query);
      await statistics.fill(database.db, sizes[kind]);
      await using world = await makeWorld({ database });
      const readings = kind === "postgres" ? await readingsOf(world) : [];
      for (const state of states) {
        await test.step(state, async () => {
          await statistics.enter(state);
          const complaints: string[] = [];
          for (const [name, act] of Object.entries(cases)) {
            const heard: Handled[] = [];
            await act(explaining(database.db, (handled) => heard.push(handled)));
            assert.ok(heard.length > 0, name);
            complaints.push(
              ...heard.filter(isMore(allowed(name, state, kind)))
                .map((one) => describe(name, one)),
            );
          }
          assert.equal(complaints.join("\n\n"), "");
        });
        // Lists take what they show by an order, for which Postgres has to know how many there are.
        if (state === "never") continue;
        await test.step(`${state}: lists`, async () => {
          const complaints: string[] = [];
          for (const { path, read } of readings) {
            const more = (await read()).filter(isMore(0));
            if (more.length === 0) continue;
            if (path in mayRead || state === "empty" && mayReadQueue.includes(path)) continue;
            complaints.push(...more.map((one) => describe(path, one)));
          }
          assert.equal(complaints.join("\n\n"), "");
        });
      }
      await statistics.enter("never");
      await admin.end();
    },
  });
}

const isMore = (besides: number) => ({ handled, given }: Handled) =>
  handled > least + factor * (given + besides);

function describe(name: string, { handled, given, sql, plan }: Handled): string {
  return `${name}: ${handled} for ${given}\n${sql}\n${plan}`;
}

function allowed(name: string, state: State, kind: Database["kind"]): number {
  const { rows, states } = mayHandle[name] ?? {};
  return rows && (states?.includes(state) ?? true) ? rows(sizes[kind]) : 0;
}

async function adminOf(database: Database): Promise<{ query: AsAdmin; end(): Promise<void> }> {
  if (database.kind === "pglite") {
    return {
      query: (text) => sql.raw(text).execute(database.db),
      end: () => Promise.resolve(),
    };
  }
  const { rows: [row] } = await sql<{ name: string }>`select current_database() as name`
    .execute(database.db);
  const url = new URL((await testDatabases())!.adminUrl);
  url.pathname = `/${row!.name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return { query: (text) => client.query(text), end: () => client.end() };
}
