/** Sizes of tables and of companies, of what Postgres and the triggers keep of them. */
import assert from "node:assert/strict";
import { measureGrowth } from "@/lib/service/measure_growth.ts";
import { readStatus } from "@/lib/status/read_status.ts";
import { factsOf } from "@/lib/status/facts.ts";
import { describeStatus, installationStatus } from "@/lib/status/record.ts";
import { openReal } from "../alerts/real.ts";
import { testAlerts } from "../alerts/scene.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { send } from "../notify/scene.ts";
import { settle } from "../support/filled.ts";
import { people, testOnEach, type World } from "../support/world.ts";

async function read(world: World) {
  const { database, config: { dataDir } } = world.services;
  return await readStatus({
    database,
    jobs: [],
    config: { dataDir, backupDir: undefined },
    certificate: { read: () => Promise.resolve(null) },
  });
}

const telling = { language: "en", time: (at: Date) => at.toISOString() } as const;

testOnEach("an installation says what grows once that was measured", async (world) => {
  const first = await read(world);
  assert.equal(first.growth, null);
  assert.match(JSON.stringify(factsOf(first, telling)), /not been measured yet/);
  const ana = apiOf(world, people.ana);
  for (const name of ["Uno", "Dos", "Tres"]) {
    await expectData(ana("POST", "/clients", { name }), 201);
  }
  const [gone] = (await ana("GET", "/clients")).body.data;
  await ana("DELETE", `/clients/${gone.id}`);
  await send(world);
  await settle(world.owner.db);
  await measureGrowth(world.services.database.db, 100);
  const status = await read(world);
  const { growth } = installationStatus.parse(
    JSON.parse(JSON.stringify(describeStatus(status, []))),
  );
  assert.equal(growth!.most_records, 100);
  const own = growth!.companies.filter(({ company_id }) => company_id === 1)
    .map(({ table, rows, is_bounded }) => [table, rows, is_bounded]);
  assert.deepEqual(
    own.filter(([table]) => table === "clients" || table === "notifications"),
    [["clients", 2, true], ["notifications", 1, false]],
  );
  for (const table of ["activities", "search_words", "file_chunks", "callback_attempts"]) {
    const size = growth!.tables.find((one) => one.table === table);
    assert.ok(size && size.bytes > 0, table);
    assert.ok(size.rows > 0 || !["activities", "search_words"].includes(table), table);
  }
  const { lines } = factsOf(status, telling).find(({ name }) => name === "growth")!;
  assert.ok(lines.includes("Primary, clients: 2 rows"), lines.join("\n"));
}, { both: true });

testAlerts("a company that has half of what it may have is told of, until it may more", async (
  world,
  mailbox,
) => {
  const { db } = world.services.database;
  const ana = apiOf(world, people.ana);
  for (const title of ["Uno", "Dos", "Tres"]) {
    await expectData(ana("POST", "/tasks", { title, kind: "general" }), 201);
  }
  const real = openReal(world, mailbox);
  await measureGrowth(db, 6);
  await real.look();
  assert.deepEqual(real.names(), [], "half is not more than half");
  await measureGrowth(db, 5);
  await real.look();
  assert.deepEqual(real.names(), ["company_large"]);
  await measureGrowth(db, 100);
  await real.settle();
  assert.deepEqual(real.names(), []);
});
