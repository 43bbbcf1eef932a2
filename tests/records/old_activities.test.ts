/** Activities that are old go by night, and nothing else does. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { companyVerbs } from "@/lib/records/activities.ts";
import { ConfigError, readConfig } from "@/lib/service/config.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { inTenant } from "../notify/scene.ts";
import { passNight } from "../support/nights.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const makeOld = (world: World) =>
  inTenant(
    world,
    (trx) => sql`update activities set at = at - interval '13 months'`.execute(trx),
  );

async function verbsOf(world: World): Promise<string[]> {
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("activities").select("verb").orderBy("id").execute(),
  );
  return rows.map(({ verb }) => verb);
}

testOnEach("old activities go where months are set; records and rules stay", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(ana("POST", "/clients", { name: "Bar Sol" }), 201);
  const trashed = await expectData(ana("POST", "/clients", { name: "Bar Luna" }), 201);
  await inTenant(world, async (trx) => {
    for (const verb of companyVerbs) {
      await sql`insert into activities (company_id, verb, changes, actor_kind)
        values (1, ${verb}, '{}', 'system')`.execute(trx);
    }
  });
  await makeOld(world);
  const { version } = await expectData(ana("GET", `/clients/${id}`));
  await expectData(ana("PATCH", `/clients/${id}`, { version, name: "Bar del Sol" }));
  assert.equal((await ana("DELETE", `/clients/${trashed.id}`)).status, 200);
  const before = await verbsOf(world);
  await passNight(world);
  assert.deepEqual(await verbsOf(world), before, "they stay where nothing is set");
  const counts = (await ana("GET", "/clients")).body.meta.total;
  await passNight(world, { activityMonths: 12 });
  assert.deepEqual(await verbsOf(world), [...companyVerbs, "changed", "deleted"]);
  assert.equal((await ana("GET", "/clients")).body.meta.total, counts);
  const timeline = await expectData(ana("GET", `/clients/${id}/timeline`));
  assert.deepEqual(timeline.map(({ verb }: { verb: string }) => verb), ["changed"]);
  const [one] = await expectData(ana("GET", "/trash"));
  assert.deepEqual([one.id, one.deleted_by !== null], [trashed.id, true]);
  assert.equal(
    (await ana("POST", "/trash/restore", { records: [{ noun: "clients", id: trashed.id }] }))
      .status,
    200,
  );
});

Deno.test("fewer than three months are refused in a sentence", () => {
  for (const text of ["2", "0", "-1", "x", "1.5"]) {
    assert.throws(() => readConfig({ ACTIVITY_MONTHS: text }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /ACTIVITY_MONTHS: /);
      return true;
    });
  }
  assert.equal(readConfig({}).activityMonths, undefined);
  assert.equal(readConfig({ ACTIVITY_MONTHS: "24" }).activityMonths, 24);
});
