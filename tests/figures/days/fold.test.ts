/** Folding, clocks and writers beside each other. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { inCompany } from "@/lib/db/transaction.ts";
import { foldFigures } from "@/lib/figures/days/fold_figures.ts";
import { beginOf } from "@/lib/records/listing/conditions.ts";
import { apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import { openOpportunity, quoteThatIs } from "../../sales/scene.ts";
import { fillCompany, memberOf } from "../../support/filled.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { assertKept } from "./compare.ts";

async function countRows(world: World, companyId: number) {
  const { rows } = await inDatabase(world, companyId, (trx) =>
    sql<{ span: string; count: number }>`
      select span, count(*) from figures group by 1`.execute(trx));
  return Object.fromEntries(rows.map(({ span, count }) => [span, count]));
}

testOnEach("folding keeps the figures, also twice at once", async (world) => {
  const { db } = world.services.database;
  await fillCompany(world.owner.db, { companyId: 2, scale: 0.04, now: new Date() });
  await assertKept(world, 2, "filled");
  const before = await countRows(world, 2);
  await Promise.all([foldFigures(db), foldFigures(db)]);
  await assertKept(world, 2, "folded");
  const after = await countRows(world, 2);
  assert.equal(after.new, undefined);
  assert.ok(
    after.month! < before.new! && after.day! <= before.new!,
    JSON.stringify([before, after]),
  );
  const api = apiOf(world, memberOf(2));
  const [one] = await expectData(api("GET", "/opportunities?status=open"));
  await expectData(api("POST", `/opportunities/${one.id}/win`));
  await foldFigures(db);
  assert.ok((await countRows(world, 2)).new! > 0, "a few new rows are no work");
  await assertKept(world, 2, "with a few new rows");
});

testOnEach("writers, folding and clocks at once lose nothing", async (world) => {
  const { db } = world.services.database;
  const api = apiOf(world, people.ana);
  const luis = apiOf(world, people.luis, 1);
  const { id: ana } = await expectData(api("GET", "/me"));
  for (let round = 0; round < 3; round++) {
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push((await openOpportunity(api)).id);
    const { opportunity } = await quoteThatIs("sold", api);
    const [sale] = await expectData(api("GET", "/sales?status=active"));
    const stages = await expectData(api("GET", "/pipeline-stages"));
    const timezone = ["Asia/Kathmandu", "America/Bogota", "Europe/Madrid"][round]!;
    await inDatabase(
      world,
      1,
      (trx) =>
        sql`insert into figures (company_id, day, figure, key, n, amount)
          select 1, '2026-01-01', 'created', '', case when n % 2 = 0 then 1 else -1 end, 0
          from generate_series(1, 200) n`.execute(trx),
    );
    const answers = await Promise.all([
      ...ids.map((id, at) =>
        luis("POST", `/opportunities/${id}/move`, { stage_id: stages[1 + at % 3].id })
      ),
      api("PATCH", `/opportunities/${opportunity.id}`, { assignee_id: ana }),
      luis("POST", `/sales/${sale.id}/cancel`, {}),
      api("PATCH", "/companies/1", { timezone }),
      openOpportunity(api),
      ...[0, 1, 2].map(() => foldFigures(db)),
    ]);
    for (const answer of answers) {
      if (answer && "status" in answer && typeof answer.status === "number") {
        assert.equal(answer.status, 200, JSON.stringify(answer));
      }
    }
    await assertKept(world, 1, `round ${round}`);
  }
});

testOnEach("two writers of a company do not wait for each other", async (world) => {
  const { db, kind } = world.services.database;
  if (kind === "pglite") return; // It has one connection.
  const api = apiOf(world, people.ana);
  const [one, two] = [await openOpportunity(api), await openOpportunity(api)];
  await inCompany(db, 1, async (trx) => {
    await sql`update opportunities set amount = 5 where id = ${one.id}`.execute(trx);
    await expectData(api("PATCH", `/opportunities/${two.id}`, { amount: 7 }));
    await openOpportunity(api);
    await foldFigures(db);
  });
  await assertKept(world, 1, "after both");
});

testOnEach("days begin when lists say, whatever the clocks do", async (world) => {
  await inDatabase(world, 1, async (trx) => {
    for (
      const [zone, from] of [
        ["America/Havana", "2026-10-31T12:00Z"],
        ["America/Havana", "2026-03-07T12:00Z"],
        ["Africa/Cairo", "2026-04-23T12:00Z"],
        ["Africa/Cairo", "2026-10-29T12:00Z"],
        ["America/Sao_Paulo", "2018-11-03T12:00Z"],
        ["Pacific/Apia", "2011-12-29T00:00Z"],
        ["Australia/Lord_Howe", "2026-04-04T00:00Z"],
        ["Asia/Kathmandu", "2026-01-01T00:00Z"],
      ] as const
    ) {
      const { rows } = await sql<{ day: string; is_within: boolean }>`
        select day, at >= ${beginOf("2000-01-01", zone)} and
          at >= day::timestamp at time zone ${zone}
          and at < (day + 1)::timestamp at time zone ${zone} as is_within
        from (select at, relevo_day(at, ${zone}) as day
          from generate_series(${from}::timestamptz, ${from}::timestamptz + interval '36 hours',
            interval '10 minutes') at) each`.execute(trx);
      assert.ok(rows.length > 200);
      for (const { day, is_within } of rows) assert.ok(is_within, `${day} in ${zone}`);
    }
  });
});
