/** Statements handle about what they give, whatever Postgres believes about the tables. */
import assert from "node:assert/strict";
import type { Database } from "@/lib/db/connection.ts";
import { long } from "../faults/support/proof.ts";
import { idsOf } from "../isolation/readings.ts";
import { kindsFor } from "../support/kinds.ts";
import { leaveSites } from "../support/sites.ts";
import { assertNamed } from "./companies/named.ts";
import { makeWorld } from "../support/world.ts";
import { factor, least, leastOfCalls } from "./old_statistics/bounds.ts";
import { alertCases } from "./old_statistics/cases/alerts.ts";
import { batchCases } from "./old_statistics/cases/batches.ts";
import { clockCases } from "./old_statistics/cases/clock.ts";
import { mailCases } from "./old_statistics/cases/mails.ts";
import { peopleCases } from "./old_statistics/cases/people.ts";
import { queueCases } from "./old_statistics/cases/queues.ts";
import { recordCases } from "./old_statistics/cases/records.ts";
import { explaining, type Handled } from "./old_statistics/explaining.ts";
import { mayRead, readingsOf } from "./old_statistics/lists.ts";
import { mayHandle } from "./old_statistics/may_handle.ts";
import { openOld, sizes } from "./old_statistics/old_database.ts";
import { type State, states } from "./old_statistics/states.ts";

const cases = { ...queueCases, ...recordCases, ...alertCases, ...batchCases };
/** These take the embedded database minutes. */
const longer = { ...mailCases, ...peopleCases, ...clockCases };
const casesOf = {
  postgres: { ...cases, ...longer },
  pglite: long ? { ...cases, ...longer } : cases,
};

for (const kind of kindsFor({ both: true })) {
  Deno.test({
    name: `no statement handles more than its keys while statistics are old (${kind})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(test) {
      const { database, statistics, end } = await openOld(kind);
      await using world = await makeWorld({ database });
      const ids = await idsOf(database.db, 1);
      const readings = kind === "postgres" ? await readingsOf(world, ids) : [];
      for (const state of states) {
        await test.step(state, async () => {
          await statistics.enter(state);
          const complaints: string[] = [];
          for (const [name, act] of Object.entries(casesOf[kind])) {
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
            const more = (await read()).filter(isMore(0, state === "few" ? leastOfCalls : least));
            if (more.length === 0) continue;
            if (path in mayRead) continue;
            complaints.push(...more.map((one) => describe(path, one)));
          }
          assert.equal(complaints.join("\n\n"), "");
        });
      }
      await leaveSites();
      assertNamed();
      await statistics.enter("never");
      await end();
    },
  });
}

const isMore = (besides: number, most = least) => ({ handled, given }: Handled) =>
  handled > most + factor * (given + besides);

function describe(name: string, { handled, given, sql, plan }: Handled): string {
  return `${name}: ${handled} for ${given}\n${sql}\n${plan}`;
}

function allowed(name: string, state: State, kind: Database["kind"]): number {
  const { rows, states } = mayHandle[name] ?? {};
  return rows && (states?.includes(state) ?? true) ? rows(sizes[kind]) : 0;
}
