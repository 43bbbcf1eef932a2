/** Whatever can be called handles about what it gives, in a company that has grown. */
import assert from "node:assert/strict";
import { makeScene } from "../../isolation/things.ts";
import { withGuards } from "../../isolation/calls.ts";
import { hasServer } from "../../support/kinds.ts";
import { leaveSites } from "../../support/sites.ts";
import { makeWorld } from "../../support/world.ts";
import { asOperator } from "../../panel/pages/walk.ts";
import { explaining, type Handled } from "./explaining.ts";
import { openOld } from "./old_database.ts";
import { callAll, callFurther, further, readPages } from "./walk/everything.ts";
import type { State } from "./states.ts";

const least = 1_000;
const factor = 20;

const complaints = new Map<string, Handled>();
const isMore = ({ handled, given }: Handled) => handled > least + factor * given;
const state = (Deno.env.get("STATE") ?? "few") as State;

Deno.test({
  name: "whatever is called handles about what it gives",
  ignore: !hasServer,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    const { database, statistics, end } = await openOld("postgres");
    await statistics.enter(state);
    const hear = (one: Handled) => {
      if (!one.site || !isMore(one)) return;
      const before = complaints.get(one.site);
      if (!before || before.handled < one.handled) complaints.set(one.site, one);
    };
    const db = explaining(database.db, hear, { isKept: true, most: 3 });
    const env = { ...withGuards.env, ...asOperator.env, CONTACT_LIMIT_PER_DAY: "2" };
    await using world = await makeWorld({ ...withGuards, env, database: { ...database, db } });
    let t = performance.now();
    const lap = (what: string) => {
      console.log(what, Math.round(performance.now() - t));
      t = performance.now();
    };
    try {
      const scene = await makeScene(world);
      lap("scene");
      await test.step("pages", () => readPages(scene));
      lap("pages");
      for (const part of Object.keys(further) as (keyof typeof further)[]) {
        await test.step(part, () => callFurther(scene, part));
      }
      lap("further");
      if (!Deno.env.get("SHORT")) await test.step("calls", () => callAll(scene));
      lap("calls");
    } finally {
      const list = [...complaints].map(([site, one]) =>
        `${site}: ${one.handled} for ${one.given}\n${one.sql}\n${one.plan}`
      );
      await leaveSites();
      await Deno.writeTextFile(`/tmp/walk/complaints-${state}.txt`, list.join("\n\n"));
      console.log(state, complaints.size);
      await end();
    }
    assert.equal(complaints.size, 0);
  },
});
