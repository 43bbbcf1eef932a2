/** Menus of filters offer every value of the list, counted among the other filters. */
import assert from "node:assert/strict";
import { addClient, apiOf, expectData } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

interface Value {
  value: string;
  label: string | null;
  count: number;
}

const ask = async (world: World, path: string, member: string = people.ana, company = 1) => {
  const { status, body } = await world.call(
    "GET",
    `/api/admin/${path}&company_id=${company}`,
    { member },
  );
  assert.equal(status, 200, JSON.stringify(body));
  return { values: body.data as Value[], more: body.meta.more as boolean };
};

const countsOf = ({ values }: { values: Value[] }) =>
  values.map(({ label, value, count }) => `${label ?? value} ${count}`);

testOnEach("a filter's values are those of the whole list, with counts", async (world) => {
  const ana = apiOf(world, people.ana);
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const ruiz = await addClient(world, 1, "Muebles Ruíz");
  const bar = await addClient(world, 1, "Bar Tertulia");
  await addClient(world, 1, "Sin nada");
  const add = (client_id: number, title: string, more: object = {}) =>
    make("/opportunities", { client_id, title, ...more });
  await add(ruiz, "Cocina", { tags: ["Feria", "Obra, nueva"] });
  await add(ruiz, "Mesa", { tags: ["Feria"] });
  const { id: lost } = await add(bar, "Barra");
  await expectData(ana("POST", `/opportunities/${lost}/lose`, { lost_reason: "Precio, plazo" }));
  const { id: gone } = await add(ruiz, "Error");
  await expectData(ana("DELETE", `/opportunities/${gone}`));

  const clients = await ask(world, "opportunities/values?of=client_id");
  assert.deepEqual(countsOf(clients), ["Muebles Ruíz 2", "Bar Tertulia 1"]);
  assert.equal(clients.values[0]!.value, String(ruiz));
  assert.equal(clients.more, false);
  // In the context of the other filters, not of itself.
  const narrowed = `client_id=${bar}&status=lost`;
  assert.deepEqual(countsOf(await ask(world, `opportunities/values?of=client_id&${narrowed}`)), [
    "Bar Tertulia 1",
  ]);
  assert.deepEqual(countsOf(await ask(world, `opportunities/values?of=status&${narrowed}`)), [
    "lost 1",
  ]);
  assert.deepEqual(countsOf(await ask(world, "opportunities/values?of=status&q=cocina")), [
    "open 1",
  ]);
  const like = (text: string) => ask(world, `opportunities/values?of=client_id&like=${text}`);
  assert.deepEqual(countsOf(await like("rui")), ["Muebles Ruíz 2"]);
  assert.deepEqual(countsOf(await like("sin")), [], "no record has it");
  assert.deepEqual(countsOf(await like("%20.%20")), []);

  const tags = await ask(world, "opportunities/values?of=tag");
  assert.deepEqual(countsOf(tags), ["Feria 2", "Obra, nueva 1"]);
  assert.deepEqual(countsOf(await ask(world, "opportunities/values?of=tag&like=nué")), [
    "Obra, nueva 1",
  ]);
  // Capitals make no other tag: the spelling that most have stands for all.
  const { id: spelled } = await add(bar, "Terraza", { tags: ["feria", "FERIA", "Urgente"] });
  assert.deepEqual((await expectData(ana("GET", `/opportunities/${spelled}`))).tags, [
    "feria",
    "Urgente",
  ]);
  assert.deepEqual(countsOf(await ask(world, "opportunities/values?of=tag")), [
    "Feria 3",
    "Obra, nueva 1",
    "Urgente 1",
  ]);
  assert.deepEqual(await expectData(ana("GET", "/tags?noun=opportunity")), [
    { tag: "Feria", count: 3 },
    { tag: "Obra, nueva", count: 1 },
    { tag: "Urgente", count: 1 },
  ]);
  assert.equal((await expectData(ana("GET", "/opportunities?tag=FERIA"))).length, 3);
  const ids = [spelled];
  const changed = { add: ["urgente", "Obra"], remove: ["Feria"] };
  await expectData(ana("POST", "/opportunities/bulk", { ids, tags: changed }));
  assert.deepEqual((await expectData(ana("GET", `/opportunities/${spelled}`))).tags, [
    "Urgente",
    "Obra",
  ]);
  await expectData(ana("DELETE", `/opportunities/${spelled}`));
  // A value is as the filter takes it.
  const [, obra] = tags.values;
  const opportunities = await expectData(
    ana("GET", `/opportunities?tag=${encodeURIComponent(obra!.value)}`),
  );
  assert.deepEqual(opportunities.map(({ title }: { title: string }) => title), ["Cocina"]);
  assert.deepEqual((await ask(world, "opportunities/values?of=lost_reason")).values, [
    { value: "Precio\\, plazo", label: "Precio, plazo", count: 1 },
  ]);
  const [stage] = (await ask(world, "opportunities/values?of=stage_id&status=open")).values;
  const { stage: first } = await expectData(ana("GET", `/opportunities/${lost}`));
  assert.deepEqual(stage, { value: String(first.id), label: first.name, count: 2 });
});

testOnEach("the filter of people counts each, oneself and nobody", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(ana("GET", "/me"));
  for (const assignee_id of [id, id, null]) {
    await expectData(ana("POST", "/tasks", { title: "Llamar", assignee_id }), 201);
  }
  const { values } = await ask(world, "tasks/values?of=assignee_id");
  assert.deepEqual(values, [
    { value: "me", label: null, count: 2 },
    { value: String(id), label: "Ana Ruiz", count: 2 },
    { value: "none", label: null, count: 1 },
  ]);
});

testOnEach("values stay within the company, and a wrong question is named", async (world) => {
  for (let n = 0; n < 52; n++) {
    await world.call("POST", "/api/admin/products?company_id=1", {
      member: people.ana,
      json: { name: `Pieza ${n}`, category: `Clase ${n}` },
    });
  }
  const { values, more } = await ask(world, "products/values?of=category");
  assert.deepEqual([values.length, more], [50, true]);
  assert.deepEqual((await ask(world, "products/values?of=category&like=clase 51")).values, [
    { value: "Clase 51", label: "Clase 51", count: 1 },
  ]);
  assert.deepEqual((await ask(world, "products/values?of=category", people.luis, 2)).values, []);
  const wrong = await world.call(
    "GET",
    "/api/admin/products/values?company_id=1&of=name&active=maybe&page=2",
    { member: people.ana },
  );
  assert.equal(wrong.status, 422);
  assert.deepEqual(Object.keys(wrong.body.fields).sort(), ["active.0", "of", "page"]);
});
