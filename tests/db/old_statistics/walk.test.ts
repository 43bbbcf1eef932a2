/**
 * Whatever can be called handles about what it gives, in a company that has grown since Postgres
 * looked at its tables. The walk's own statements are asked outside of `lib` and not looked at.
 */
import assert from "node:assert/strict";
import { long } from "../../faults/support/proof.ts";
import { withGuards } from "../../isolation/calls.ts";
import { makeScene } from "../../isolation/things.ts";
import { asOperator } from "../../panel/pages/walk.ts";
import { hasServer } from "../../support/kinds.ts";
import { leaveSites } from "../../support/sites.ts";
import { assertNamed } from "../companies/named.ts";
import { makeWorld } from "../../support/world.ts";
import { factor, leastOfCalls } from "./bounds.ts";
import { explaining, type Handled } from "./explaining.ts";
import { openOld } from "./old_database.ts";
import { states } from "./states.ts";
import { callAll, callFurther, further, type Part, readPages } from "./walk/everything.ts";
import { callFunctions } from "./walk/functions.ts";
import { isExcused } from "./walk/may_handle.ts";

const env = { ...withGuards.env, ...asOperator.env, CONTACT_LIMIT_PER_DAY: "2" };

/** The ordinary one, in which about as much was found as in any. */
const usual = ["sample"] as const;

for (const state of long ? states : usual) {
  Deno.test({
    name: `whatever is called handles about what it gives (${state})`,
    ignore: !hasServer,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(test) {
      const { database, statistics, end } = await openOld("postgres");
      await statistics.enter(state);
      /** By their places, each at its worst. */
      const complaints = new Map<string, Handled>();
      const hear = (one: Handled) => {
        const { site, handled, given } = one;
        if (!site || handled <= leastOfCalls + factor * given || isExcused(one, state)) return;
        if (handled > (complaints.get(site)?.handled ?? 0)) complaints.set(site, one);
      };
      const db = explaining(database.db, hear, { isKept: true, most: long ? 2 : 1 });
      await using world = await makeWorld({ ...withGuards, env, database: { ...database, db } });
      const scene = await makeScene(world);
      await test.step("pages", () => readPages(scene));
      for (const part of Object.keys(further) as Part[]) {
        await test.step(part, () => callFurther(scene, part));
      }
      await test.step("functions", () => callFunctions(explaining(database.db, hear), scene));
      await test.step("every operation", () => callAll(scene));
      await leaveSites();
      assertNamed();
      await end();
      assert.equal([...complaints.values()].map(describe).join("\n\n"), "");
    },
  });
}

function describe({ site, handled, given, sql, plan }: Handled): string {
  return `${site}: ${handled} for ${given}\n${sql}\n${plan}`;
}
