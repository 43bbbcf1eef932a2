/** Work that runs by itself handles about what it does, while statistics are old. */
import assert from "node:assert/strict";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import { recurring } from "@/lib/service/recurring.ts";
import { passNight } from "../../support/nights.ts";
import { leaveSites } from "../../support/sites.ts";
import { testDatabases } from "../../support/test_server.ts";
import { makeWorld, people, type World } from "../../support/world.ts";
import { makeDue } from "./due_work.ts";
import { explaining, type Handled } from "./explaining.ts";
import {
  fetchFromMeta,
  forget,
  holdAndRelease,
  importFiles,
  postForms,
  readMails,
  talk,
} from "./flows.ts";
import { openOld } from "./old_database.ts";

const least = 1_000;
const factor = 20;

Deno.test({
  name: "work by the clock handles about what it does while statistics are old",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const old = await openOld("postgres");
    const { database, statistics } = old;
    const more = new Map<string, Handled>();
    const tell = (one: Handled) => {
      const { site = "", handled, given } = one;
      if (handled <= least + factor * given) return;
      if ((more.get(site)?.handled ?? 0) < handled) more.set(site, one);
    };
    const db = explaining(database.db, tell, { isKept: true, most: 3 });
    await statistics.enter("sample");
    const world = await makeWorld({ hasGraph: true, database: { ...database, db } });
    try {
      await work(world, old);
      if (Deno.env.get("V")) {
        Deno.writeTextFileSync("/tmp/sweeps/v.txt", [...more.values()].map(describe).join("\n\n"));
      }
      assert.equal([...more.values()].map(describe).join("\n\n"), "");
    } finally {
      await leaveSites();
      await statistics.enter("never");
      await old.end();
      await world[Symbol.asyncDispose]();
    }
  },
});

async function work(world: World, { database, query }: Awaited<ReturnType<typeof openOld>>) {
  const { services } = world;
  const { id } = await database.db.selectFrom("users").select("id").where("email", "=", people.ana)
    .executeTakeFirstOrThrow();
  await makeDue(database, query, id);
  const flows = { readMails, talk, forget, importFiles, postForms, fetchFromMeta };
  for (const [name, flow] of Object.entries(flows)) {
    const t = performance.now();
    await flow(world).catch((e) => console.log(name, e));
    console.log(name, Math.round(performance.now() - t));
  }
  for (const { name, run } of recurring) {
    const t = performance.now();
    await run(services);
    if (performance.now() - t > 500) console.log(name, Math.round(performance.now() - t));
  }
  await holdAndRelease(world).catch((e) => console.log(e));
  await passNight(world, { works: nightlyWorks({ retentionDays: 30 }) });
}

function describe({ site, handled, given, sql, plan }: Handled): string {
  return `${site}: ${handled} for ${given}\n${sql}\n${plan}`;
}
