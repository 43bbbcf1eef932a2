import assert from "node:assert/strict";
import { readBusiness } from "@/lib/figures/client_business.ts";
import { addClient, apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

testOnEach("a client's business is read at once, a few of each noun", async (world) => {
  const ana = apiOf(world, people.ana);
  const client_id = await addClient(world, 1, "Muebles Ruiz");
  const stranger = await addClient(world, 1, "Otra");
  const make = (path: string, json?: object) => expectData(ana("POST", path, json), 201);
  const open = (title: string, who = client_id) =>
    make("/opportunities", { title, client_id: who, amount: 100.5 });
  await open("De otra", stranger);
  for (const nth of [1, 2, 3, 4, 5, 6]) await open(`Mesa ${nth}`);
  const { id: opportunity_id } = await open("Cocina");
  const lines = [{ name: "Mesa", quantity: 1, unit_price: 100, tax_rate: 21 }];
  const [late, sold] = [
    await make("/quotes", { opportunity_id, title: "Obra", lines }),
    await make("/quotes", { opportunity_id, lines }),
  ];
  await expectData(ana("POST", `/quotes/${late.id}/send`));
  for (const verb of ["send", "approve"]) {
    await expectData(ana("POST", `/quotes/${sold.id}/${verb}`));
  }
  const { sale } = await make(`/quotes/${sold.id}/confirm-sale`);
  const task = await make("/tasks", { title: "Llamar", client_id, due_at: "2020-01-01T10:00:00Z" });
  const done = await make("/tasks", { title: "Hecha", client_id });
  await expectData(ana("PATCH", `/tasks/${done.id}`, { status: "done" }));

  const read = (companyId: number, now: Date) =>
    inDatabase(
      world,
      companyId,
      (trx) => readBusiness(trx, { companyId, timezone: "Europe/Madrid" }, client_id, now),
    );
  const { opportunity, quote, sale: sales, task: tasks } = await read(1, new Date("2999-01-01"));
  const rowsOf = ({ rows }: typeof quote) =>
    rows.map(({ name, status, amount }) => [name, status, amount]);
  assert.deepEqual([opportunity.rows.length, opportunity.total], [6, 7]);
  assert.deepEqual(rowsOf(opportunity)[0], ["Cocina", "won", 100.5]);
  assert.deepEqual(rowsOf(quote), [
    [sold.number, "sold", 121],
    [`${late.number} · Obra`, "expired", 121],
  ]);
  assert.deepEqual(rowsOf(sales), [[sale.number, "active", 121]]);
  assert.deepEqual(rowsOf(tasks), [["Llamar", "pending", null], ["Mesa × 1", "pending", null]]);
  assert.equal(tasks.rows[0]!.id, task.id);
  assert.deepEqual(tasks.rows[0]!.due_at, new Date("2020-01-01T10:00:00Z"));
  const none = { rows: [], total: 0 };
  assert.deepEqual(await read(2, new Date()), {
    opportunity: none,
    quote: none,
    sale: none,
    task: none,
  });
});
