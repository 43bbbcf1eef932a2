/** A client with live business stays out of the trash. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData, expectFailure } from "../scene.ts";

testOnEach("a client with live business is in use", async (world) => {
  const api = apiOf(world, people.ana);
  const make = async (path: string, body: object) => await expectData(api("POST", path, body), 201);
  const { id } = await make("/clients", { name: "Aire" });
  const other = await make("/clients", { name: "Otra" });
  const refusal = async () =>
    (await expectFailure(api("DELETE", `/clients/${id}`), 409, "in_use")).details;

  const lost = await make("/opportunities", { title: "Perdida", client_id: id });
  await make("/opportunities", { title: "Ajena", client_id: other.id });
  await expectData(api("POST", `/opportunities/${lost.id}/lose`, { lost_reason: "Precio" }));
  const open = await make("/opportunities", { title: "Toldo", client_id: id });
  const opportunities = { count: 1, records: [{ id: open.id, name: "Toldo" }] };
  assert.deepEqual(await refusal(), { opportunities });

  const line = { name: "Toldo", quantity: 1, unit_price: 10, tax_rate: 21 };
  const quote = await make("/quotes", { opportunity_id: open.id, lines: [line] });
  const quotes = { count: 1, records: [{ id: quote.id, name: quote.number }] };
  for (const verb of [null, "send", "approve"]) {
    if (verb) await expectData(api("POST", `/quotes/${quote.id}/${verb}`));
    assert.deepEqual(await refusal(), { opportunities, quotes }, verb ?? "draft");
  }

  const { sale, tasks } = await expectData(api("POST", `/quotes/${quote.id}/confirm-sale`), 201);
  assert.deepEqual(await refusal(), {
    sales: { count: 1, records: [{ id: sale.id, name: sale.number }] },
  });
  for (const task of tasks) await expectData(api("PATCH", `/tasks/${task.id}`, { status: "done" }));
  await expectData(api("DELETE", `/clients/${id}`));
  assert.deepEqual(
    Object.keys(
      (await expectFailure(
        api("POST", `/opportunities/${lost.id}/reopen`),
        422,
        "validation_failed",
      )).fields,
    ),
    ["client_id"],
  );
});

testOnEach("many open opportunities are counted, and the newest are named", async (world) => {
  const api = apiOf(world, people.ana);
  const { id } = await expectData(api("POST", "/clients", { name: "Aire" }), 201);
  const ids: number[] = [];
  for (const title of ["1", "2", "3", "4", "5", "6", "7"]) {
    ids.push((await expectData(api("POST", "/opportunities", { title, client_id: id }), 201)).id);
  }
  const { details } = await expectFailure(api("DELETE", `/clients/${id}`), 409, "in_use");
  assert.equal(details.opportunities.count, 7);
  const visible = details.opportunities.records.map((record: { id: number }) => record.id);
  assert.deepEqual(visible, ids.slice(2).reverse());
});

testOnEach("a client never goes to the trash under a new opportunity", async (world) => {
  const api = apiOf(world, people.ana);
  for (let round = 0; round < 10; round++) {
    const { id } = await expectData(api("POST", "/clients", { name: "Aire" }), 201);
    const [creation, trashed] = await Promise.all([
      api("POST", "/opportunities", { title: "Toldo", client_id: id }),
      api("DELETE", `/clients/${id}`),
    ]);
    assert.ok(
      [[201, 409], [422, 200]].some(([a, b]) => creation.status === a && trashed.status === b),
      `${creation.status}, ${trashed.status}`,
    );
  }
});
