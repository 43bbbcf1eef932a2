/** What runs by itself, and what comes from outside, handles about what it does. */
import assert from "node:assert/strict";
import { nightlyWorks } from "@/lib/service/nightly_works.ts";
import { recurring } from "@/lib/service/recurring.ts";
import { passNight } from "../../support/nights.ts";
import { leaveSites } from "../../support/sites.ts";
import { assertNamed } from "../companies/named.ts";
import { testDatabases } from "../../support/test_server.ts";
import { makeWorld, people } from "../../support/world.ts";
import { factor, leastOfCalls } from "./bounds.ts";
import { makeDue } from "./due_work.ts";
import { explaining, type Handled } from "./explaining.ts";
import { flows, flowWorld, holdAndRelease } from "./flows.ts";
import { mayWork } from "./may_work.ts";
import { openOld } from "./old_database.ts";

Deno.test({
  name: "work by the clock handles about what it does while statistics are old",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(test) {
    const { database, statistics, query, end } = await openOld("postgres");
    const more = new Map<string, Handled>();
    const tell = (one: Handled) => {
      const { site = "", handled, given } = one;
      if (handled <= leastOfCalls + factor * given) return;
      if ((more.get(site)?.handled ?? 0) < handled) more.set(site, one);
    };
    const db = explaining(database.db, tell, { isKept: true, most: 3 });
    await statistics.enter("sample");
    await using world = await makeWorld({ ...flowWorld, database: { ...database, db } });
    const { id } = await database.db.selectFrom("users").select("id")
      .where("email", "=", people.ana).executeTakeFirstOrThrow();
    await makeDue(database, query, id);
    for (const [name, flow] of Object.entries(flows)) await test.step(name, () => flow(world));
    for (const { name, run } of recurring) {
      await test.step(name, async () => void await run(world.services));
    }
    await test.step("the night", () =>
      passNight(world, { works: nightlyWorks({ retentionDays: 30, activityMonths: 12 }) }));
    await test.step("a release", () => holdAndRelease(world));
    await leaveSites();
    assertNamed();
    await statistics.enter("never");
    await end();
    const complaints = [...more.values()].filter(({ site = "" }) =>
      !(site.replace(/:\d+$/, "") in mayWork)
    );
    for (const { sql, plan } of complaints) console.log(`${sql}\n${plan}\n`);
    assert.deepEqual(complaints.map(describe), []);
  },
});

function describe({ site, handled, given }: Handled): string {
  return `${site}: ${handled} for ${given}`;
}
