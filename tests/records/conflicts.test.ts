import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

testOnEach("a version conflict returns the current record", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json?: object) => expectData(ana("POST", path, json), 201);
  const client = await make("/clients", { name: "Aire" });
  const opportunity = await make("/opportunities", { title: "Obra", client_id: client.id });
  const lines = [{ name: "Mesa", quantity: 1, unit_price: 50, tax_rate: 21 }];
  const quote = await make("/quotes", { opportunity_id: opportunity.id, lines });
  const draft = await make("/quotes", { opportunity_id: opportunity.id, lines });
  for (const verb of ["send", "approve"]) {
    await expectData(ana("POST", `/quotes/${quote.id}/${verb}`));
  }
  const { sale } = await make(`/quotes/${quote.id}/confirm-sale`);
  const patches: [path: string, patch: object][] = [
    [`/contacts/${(await make("/contacts", { name: "Marta" })).id}`, { subject: "B" }],
    [`/clients/${client.id}`, { city: "Vigo" }],
    [`/opportunities/${opportunity.id}`, { description: "B" }],
    [`/quotes/${draft.id}`, { title: "B" }],
    [`/sales/${sale.id}`, { notes: "B" }],
    [`/tasks/${(await make("/tasks", { title: "A" })).id}`, { description: "B" }],
    [`/products/${(await make("/products", { name: "A" })).id}`, { description: "B" }],
  ];
  for (const [path, patch] of patches) {
    const { version } = await expectData(ana("GET", path));
    const now = await expectData(ana("PATCH", path, patch));
    assert.equal(now.version, version + 1, path);
    const { details } = await expectFailure(
      ana("PATCH", path, { ...patch, version }),
      409,
      "version_conflict",
    );
    const status = now.status ? { status: now.status } : {};
    assert.deepEqual(details, { current: now.version, ...status, record: now }, path);
    await expectData(ana("PATCH", path, { ...patch, version: now.version }));
  }
  const move = { stage_id: opportunity.stage.id, version: 1 };
  const moved = ana("POST", `/opportunities/${opportunity.id}/move`, move);
  const { details } = await expectFailure(moved, 409, "version_conflict");
  assert.equal(details.record.description, "B");
});
