/** What is kept of the days equals a calculation, after all that changes it. */
import { sql } from "kysely";
import { emptyTrash, findReferences } from "@/lib/privacy/empty_trash.ts";
import { type Api, apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import { quoteThatIs } from "../../sales/scene.ts";
import { importing } from "../../records/imports/importing.ts";
import { people, testOnEach } from "../../support/world.ts";
import { assertKept } from "./compare.ts";
import { spread } from "./spread.ts";

async function makeClient(api: Api, name: string): Promise<number> {
  return (await expectData(api("POST", "/clients", { name }), 201)).id;
}

async function makeOpportunities(api: Api, client_id: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const body = { title: `Obra ${n}`, client_id, amount: 100 + n };
    ids.push((await expectData(api("POST", "/opportunities", body), 201)).id);
  }
  return ids;
}

async function stagesOf(api: Api): Promise<number[]> {
  return (await expectData(api("GET", "/pipeline-stages"))).map(({ id }: { id: number }) => id);
}

async function setZone(api: Api, timezone: string): Promise<void> {
  await expectData(api("PATCH", "/companies/1", { timezone }));
}

testOnEach("kept figures follow opportunities through their states", async (world) => {
  const api = apiOf(world, people.ana);
  const { id: ana } = await expectData(api("GET", "/me"));
  const [one, two, three, four] = await makeOpportunities(api, await makeClient(api, "Sol"), 4);
  await spread(world, 1, 1);
  await assertKept(world, 1, "after some were made");
  const stages = await stagesOf(api);
  await expectData(api("POST", `/opportunities/${one}/move`, { stage_id: stages[2] }));
  await expectData(api("POST", `/opportunities/${two}/move`, { stage_id: stages[1] }));
  await spread(world, 1, 2);
  await expectData(api("POST", `/opportunities/${one}/move`, { stage_id: stages[0] }));
  await assertKept(world, 1, "after moves");
  await expectData(api("POST", `/opportunities/${one}/lose`, { lost_reason: "Plazo, y obra" }));
  await expectData(api("POST", `/opportunities/${two}/win`));
  await assertKept(world, 1, "after one was won and one lost");
  await spread(world, 1, 3);
  await expectData(api("POST", `/opportunities/${one}/reopen`));
  await assertKept(world, 1, "after it was opened again");
  await expectData(api("POST", `/opportunities/${one}/lose`, { lost_reason: "Precio" }));
  const changes = { probability: 33, amount: 12.34, next_action_at: "2031-01-01T10:00:00Z" };
  await expectData(api("PATCH", `/opportunities/${three}`, { ...changes, assignee_id: ana }));
  await expectData(api("PATCH", `/opportunities/${two}`, { assignee_id: ana }));
  await assertKept(world, 1, "after changes of amount, probability and assignee");
  for (const id of [one, three]) await expectData(api("DELETE", `/opportunities/${id}`));
  await assertKept(world, 1, "in the trash");
  await expectData(api("POST", `/opportunities/${three}/restore`));
  await assertKept(world, 1, "after it came back");
  await inDatabase(world, 1, async (trx) => {
    await sql`update opportunities set deleted_at = now() - interval '31 days' where id = ${one}`
      .execute(trx);
    await emptyTrash(trx, { companyId: 1 }, null, await findReferences(trx));
    await sql`delete from opportunities where id = ${four}`.execute(trx);
  });
  await assertKept(world, 1, "after the trash was emptied, and one was deleted");
});

testOnEach("kept figures follow the stages of the board", async (world) => {
  const api = apiOf(world, people.ana);
  const ids = await makeOpportunities(api, await makeClient(api, "Luna"), 6);
  const stages = await stagesOf(api);
  for (const [at, id] of ids.entries()) {
    for (const stage of [1, 2, at % 4]) {
      await expectData(api("POST", `/opportunities/${id}/move`, { stage_id: stages[stage] }));
      await spread(world, 1, at * 10 + stage);
    }
  }
  const bulk = await expectData(
    api("POST", "/opportunities/bulk", { ids: ids.slice(1, 5), stage_id: stages[3] }),
  );
  await assertKept(world, 1, "after a move of many");
  await expectData(api("POST", "/opportunities/bulk", { undo_id: bulk.undo_id }));
  await assertKept(world, 1, "after it was taken back");
  const { id: ana } = await expectData(api("GET", "/me"));
  await expectData(api("POST", "/opportunities/bulk", { ids, assignee_id: ana }));
  const trash = await expectData(
    api("POST", "/opportunities/bulk", { ids: ids.slice(4), trash: true }),
  );
  await assertKept(world, 1, "after many were given to somebody and some trashed");
  await expectData(api("PUT", "/pipeline-stages/order", { ids: stages.toReversed() }));
  await assertKept(world, 1, "after the stages were reordered");
  await expectData(api("DELETE", `/pipeline-stages/${stages[2]}?reassign_to=${stages[1]}`));
  await assertKept(world, 1, "after a stage was deleted");
  await expectData(api("POST", "/opportunities/bulk", { undo_id: trash.undo_id }));
  await expectData(api("POST", `/opportunities/${ids[0]}/move`, { stage_id: stages[3] }));
  await expectData(api("DELETE", `/opportunities/${ids[1]}`));
  await expectData(api("POST", "/pipeline-stages", { name: "Visita" }), 201);
  await assertKept(world, 1, "after more work without it");
});

testOnEach("kept figures follow sales, people and clocks", async (world) => {
  const api = apiOf(world, people.ana);
  const { id: luis } = await expectData(apiOf(world, people.luis, 1)("GET", "/me"));
  for (let n = 0; n < 4; n++) await quoteThatIs("sold", api);
  await quoteThatIs("rejected", api);
  await spread(world, 1, 4);
  await assertKept(world, 1, "after sales");
  const sales: { id: number; opportunity: { id: number } }[] = await expectData(
    api("GET", "/sales"),
  );
  await expectData(api("POST", `/sales/${sales[0]!.id}/cancel`, {}));
  await expectData(
    api("PATCH", `/opportunities/${sales[0]!.opportunity.id}`, { assignee_id: luis }),
  );
  await expectData(
    api("PATCH", `/opportunities/${sales[1]!.opportunity.id}`, { assignee_id: luis }),
  );
  await assertKept(world, 1, "after a sale was cancelled, and two were another's");
  for (const zone of ["Pacific/Kiritimati", "America/Havana", "Asia/Kathmandu"]) {
    await setZone(api, zone);
    await assertKept(world, 1, `in ${zone}`);
  }
  await quoteThatIs("sold", api);
  await assertKept(world, 1, "after one more sale there");
  await assertKept(world, 2, "in the other company");
});

testOnEach("kept figures follow merges, erasures and imports", async (world) => {
  const api = apiOf(world, people.ana);
  const [sol, luna] = [await makeClient(api, "Sol"), await makeClient(api, "Luna")];
  const ids = await makeOpportunities(api, sol, 3);
  await makeOpportunities(api, luna, 2);
  await expectData(api("POST", `/opportunities/${ids[0]}/lose`, { lost_reason: "Precio" }));
  await spread(world, 1, 5);
  await expectData(api("POST", `/clients/${sol}/merge`, { into_id: luna }));
  await assertKept(world, 1, "after a merge");
  await expectData(api("POST", `/clients/${sol}/unmerge`));
  await assertKept(world, 1, "after it was taken back");
  const post = importing(world);
  const { id } = await expectData(post("contacts/commit", "nombre\nUna\nDos\n"));
  await assertKept(world, 1, "after an import");
  await expectData(api("POST", `/imports/${id}/undo`));
  await assertKept(world, 1, "after the import was undone");
  for (const open of ids.slice(1)) {
    await expectData(api("POST", `/opportunities/${open}/lose`, { lost_reason: "Precio" }));
  }
  await expectData(api("POST", `/clients/${sol}/erase`, { confirm: "Sol" }));
  await assertKept(world, 1, "after an erasure");
});
