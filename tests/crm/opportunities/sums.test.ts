import assert from "node:assert/strict";
import { sumOpportunities } from "@/lib/crm/opportunities/opportunities.ts";
import { opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { listSchema } from "@/lib/input/list.ts";
import { readListQuery } from "@/lib/input/list_reading.ts";
import { people, testOnEach } from "../../support/world.ts";
import { addClient, apiOf, expectData, inDatabase } from "../scene.ts";

testOnEach("a list is summed as it is filtered, on all its pages", async (world) => {
  const ana = apiOf(world, people.ana);
  const client_id = await addClient(world, 1, "Muebles Ruiz");
  const add = async (title: string, json: object) =>
    (await expectData(ana("POST", "/opportunities", { title, client_id, ...json }), 201))
      .id as number;
  await add("Cocina uno", { amount: 1000.1, probability: 33 });
  await add("Cocina dos", { amount: 0.2 });
  await add("Sin importe", {});
  const won = await add("Mesa", { amount: 500.55 });
  await expectData(ana("POST", `/opportunities/${won}/win`));
  const lost = await add("Silla", { amount: 70 });
  await expectData(ana("POST", `/opportunities/${lost}/lose`, { lost_reason: "Precio" }));
  await expectData(ana("DELETE", `/opportunities/${await add("Nada", { amount: 9 })}`));
  const other = await addClient(world, 2, "Ajeno");
  await expectData(
    world.call("POST", "/api/admin/opportunities?company_id=2", {
      member: people.luis,
      json: { title: "Ajena", client_id: other, amount: 5 },
    }),
    201,
  );
  const sums = async (query: string) => {
    const params = new URLSearchParams(query);
    const { asked, ignored } = readListQuery(listSchema(opportunityList), params);
    assert.deepEqual(ignored, []);
    const reader = { companyId: 1, userId: 1, timezone: "Europe/Madrid" };
    return await inDatabase(world, 1, (trx) => sumOpportunities(trx, reader, asked));
  };
  assert.deepEqual(await sums("per_page=1&page=2"), { amount: 1570.85, weighted: 830.6 });
  assert.deepEqual(await sums("status=open"), { amount: 1000.3, weighted: 330.05 });
  assert.deepEqual(await sums("q=cocina&amount_from=1"), { amount: 1000.1, weighted: 330.03 });
  assert.deepEqual(await sums("status=lost"), { amount: 70, weighted: 0 });
  assert.deepEqual(await sums("rotting=true"), { amount: 0, weighted: 0 });
  const { opportunities } = await expectData(ana("GET", "/stats"));
  const open = await sums("status=open");
  assert.deepEqual([opportunities.open_amount, opportunities.weighted_amount], [
    ...[open.amount, open.weighted],
  ]);
});
