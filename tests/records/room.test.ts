import assert from "node:assert/strict";
import { sql } from "kysely";
import { quoteThatIs } from "../sales/scene.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const env = { MAX_RECORDS_PER_COMPANY: "3" };

/** A file of new people. */
const csvOf = (...names: string[]) =>
  ["name,email", ...names.map((name) => `${name},${name}@x.example`)].join("\n");

function importContacts(world: World, csv: string) {
  return world.call("POST", "/api/admin/imports/contacts/commit", {
    member: people.ana,
    body: csv,
    headers: { "Content-Type": "text/csv" },
  });
}

testOnEach("a company's records of each noun are bounded", async (world) => {
  const api = apiOf(world, people.ana);
  const { id: client } = await expectData(api("POST", "/clients", { name: "Uno" }), 201);
  const deal = { title: "Rótulo", client_id: client };
  const { id: opportunity_id } = await expectData(api("POST", "/opportunities", deal), 201);
  const bodies: Record<string, unknown> = {
    clients: { name: "Cliente" },
    contacts: { name: "Contacto" },
    opportunities: deal,
    quotes: { opportunity_id },
    tasks: { title: "Tarea" },
    events: { title: "Cita", starts_at: "2026-05-04T10:00:00Z", ends_at: "2026-05-04T11:00:00Z" },
    products: { name: "Mesa", unit_price: 10 },
    notes: { client_id: client, body: "Nota" },
  };
  for (const [noun, body] of Object.entries(bodies)) {
    const answers: { status: number }[] = [];
    // Together they keep to it.
    answers.push(...await Promise.all([1, 2, 3, 4, 5].map(() => api("POST", `/${noun}`, body))));
    const refused = await expectFailure(api("POST", `/${noun}`, body), 409, "limit_reached");
    assert.match(refused.error, /3 records of this kind/, noun);
    assert.deepEqual(refused.details, { of: noun, per: "company", limit: 3 });
    const before = noun === "clients" || noun === "opportunities" ? 1 : 0;
    assert.equal(answers.filter(({ status }) => status === 201).length, 3 - before, noun);
  }
  const [{ id: quote }] = await expectData(api("GET", "/quotes"));
  await expectFailure(api("POST", `/quotes/${quote}/duplicate`), 409, "limit_reached");
  assert.match(
    (await world.call("POST", "/api/admin/tasks", {
      member: people.ana,
      json: bodies.tasks,
      headers: { "Accept-Language": "es" },
    })).body.error,
    /^La empresa tiene ya 3 registros/,
  );
  assert.equal(
    (await api("POST", "/tasks", { title: "" })).status,
    422,
    "what is wrong comes first",
  );
  await expectData(apiOf(world, people.eva)("POST", "/tasks", { title: "De otra" }), 201);

  // Trashing makes room.
  const [{ id: task }] = await expectData(api("GET", "/tasks"));
  await expectData(api("DELETE", `/tasks/${task}`));
  await expectData(api("POST", "/tasks", bodies.tasks), 201);
  await expectFailure(api("POST", "/tasks", bodies.tasks), 409, "limit_reached");
}, { env });

testOnEach("imports and changes of many keep to it, whole or not at all", async (world) => {
  const api = apiOf(world, people.ana);
  const over = await importContacts(world, csvOf("a", "b", "c", "d"));
  assert.deepEqual([over.status, over.body.code], [409, "limit_reached"]);
  assert.equal((await api("GET", "/contacts")).body.meta.total, 0);
  assert.equal((await importContacts(world, csvOf("a", "b", "c"))).status, 200);
  const again = await world.call(
    "POST",
    "/api/admin/imports/contacts/commit?duplicates=skip",
    { member: people.ana, body: csvOf("a", "b"), headers: { "Content-Type": "text/csv" } },
  );
  assert.equal(again.status, 200, "a file that brings nothing new needs no room");

  const ids = (await expectData(api("GET", "/contacts?sort=created_at"))).map((
    { id }: { id: number },
  ) => id);
  const { undo_id } = await expectData(api("POST", "/contacts/bulk", { ids, trash: true }));
  await expectData(api("POST", "/contacts", { name: "Otra" }), 201);
  await expectFailure(api("POST", "/contacts/bulk", { undo_id }), 409, "limit_reached");
  assert.equal((await api("GET", "/contacts")).body.meta.total, 1);
  const records = ids.map((id: number) => ({ noun: "contacts", id }));
  const restored = await expectData(api("POST", "/trash/restore", { records }));
  assert.deepEqual(
    restored.map((one: { restored: boolean; code?: string }) => [one.restored, one.code]),
    [[true, undefined], [true, undefined], [false, "limit_reached"]],
  );
  // One that somebody takes back is not new.
  await expectData(api("POST", `/contacts/${ids[2]}/restore`));
  assert.equal((await api("GET", "/contacts")).body.meta.total, 4);
  const { undo_id: archived } = await expectData(
    api("POST", "/contacts/bulk", { ids, archive: true }),
  );
  await expectData(api("POST", "/contacts/bulk", { undo_id: archived }));
}, { env });

testOnEach("incoming messages and a sale's tasks are never refused", async (world) => {
  const api = apiOf(world, people.ana);
  const quote = await quoteThatIs("approved", api);
  await inDatabase(world, 1, async (trx) => {
    for (const table of ["contacts", "clients", "tasks"]) {
      const title = table === "tasks" ? "title" : "name";
      await sql`insert into ${sql.table(table)} (company_id, ${sql.ref(title)})
        select 1, 'Lleno' from generate_series(1, 3)`.execute(trx);
    }
    await sql`insert into opportunities (company_id, title, client_id, stage_id)
      select 1, 'Llena', (select min(id) from clients),
        (select min(id) from pipeline_stages) from generate_series(1, 3)`.execute(trx);
    await sql`insert into products (company_id, name, unit_price, tax_rate)
      select 1, 'Lleno', 1, 21 from generate_series(1, 3)`.execute(trx);
  });
  await expectFailure(api("POST", "/tasks", { title: "x" }), 409, "limit_reached");
  const posted = await world.call("POST", "/api/contact", {
    json: { name: "Lola", email: "lola@casa.example", message: "Hola" },
  });
  assert.equal(posted.status, 201);
  const [lola] = await expectData(api("GET", "/contacts?q=lola@casa.example"));
  const [product] = await expectData(api("GET", "/products?q=Lleno"));
  const products = [{ product_id: product.id, quantity: 1 }];
  const conversion = await expectData(
    api("POST", `/contacts/${lola.id}/convert`, { products }),
    201,
  );
  assert.ok(conversion.client.id && conversion.opportunity.id && conversion.quote.id);
  const sold = await api("POST", `/quotes/${quote.id ?? quote}/confirm-sale`);
  assert.ok([200, 201].includes(sold.status), JSON.stringify(sold.body));
}, { env });
