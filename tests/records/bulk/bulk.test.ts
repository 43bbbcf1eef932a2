/** Changes of many records at once keep the rules of each noun's single verbs. */
import assert from "node:assert/strict";
import { taskStatuses } from "@/lib/crm/tasks/task.ts";
import {
  addClient,
  addQuote,
  type Api,
  apiOf,
  expectData,
  expectFailure,
} from "../../crm/scene.ts";
import { draftQuote, quoteThatIs } from "../../sales/scene.ts";
import { people, testOnEach, type World } from "../../support/world.ts";

interface Record {
  id: number;
  outcome: string;
  version: number | null;
  code?: string;
  // deno-lint-ignore no-explicit-any -- as the code says
  details?: any;
}

const outcomes = (report: { records: Record[] }) =>
  report.records.map(({ outcome, code }) => code ?? outcome);

async function makeMany(api: Api, path: string, bodies: object[]) {
  const records = [];
  for (const body of bodies) records.push(await expectData(api("POST", path, body), 201));
  return records;
}

async function idOf(world: World, email: string): Promise<number> {
  const { id } = await world.services.database.db.selectFrom("users").select("id")
    .where("email", "=", email).executeTakeFirstOrThrow();
  return id;
}

testOnEach("contacts are assigned, moved, tagged and trashed together", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const [a, b, c] = await makeMany(ana, "/contacts", [
    { name: "A", tags: ["old", "vip"] },
    { name: "B" },
    { name: "C", tags: ["old"] },
  ]);
  const ids = [c.id, a.id, b.id, a.id, 999_999];
  const luis = await idOf(world, people.luis);
  const assigned = await expectData(ana("POST", "/contacts/bulk", { ids, assignee_id: luis }));
  assert.deepEqual(assigned.counts, { matched: 4, done: 3, unchanged: 0, skipped: 1 });
  assert.deepEqual(outcomes(assigned), ["changed", "changed", "changed", "not_found"]);
  assert.deepEqual(
    [assigned.records[0].name, assigned.records[0].version, assigned.records[3].name],
    ["A", 2, null],
  );
  assert.equal((await expectData(ana("GET", `/contacts/${b.id}`))).assignee.id, luis);
  const again = await expectData(ana("POST", "/contacts/bulk", { ids, assignee_id: luis }));
  assert.deepEqual([again.undo_id, again.counts.unchanged], [null, 3]);
  const { meta } = (await ana("GET", `/contacts?assignee_id=${luis}`)).body;
  assert.equal(meta.total, 3, "the kept counts are right");

  await expectData(ana("PATCH", `/contacts/${a.id}`, { status: "archived" }));
  const moved = await expectData(ana("POST", "/contacts/bulk", { ids, status: "new" }));
  assert.deepEqual(outcomes(moved), ["invalid_transition", "unchanged", "unchanged", "not_found"]);
  assert.deepEqual(moved.records[0].details, { allowed: ["read"] });
  await expectData(ana("POST", "/contacts/bulk", { filter: { status: "new" }, archive: true }));
  assert.equal((await ana("GET", "/contacts?status=archived")).body.meta.total, 3);

  const tags = { add: ["vip", "2026"], remove: ["old"] };
  await expectData(ana("POST", "/contacts/bulk", { filter: { tag: "old" }, tags }));
  assert.deepEqual((await expectData(ana("GET", `/contacts/${a.id}`))).tags, ["vip", "2026"]);
  assert.deepEqual((await expectData(ana("GET", `/contacts/${b.id}`))).tags, []);
  const many = Array.from({ length: 20 }, (_, n) => `t${n}`);
  const full = await expectData(ana("POST", "/contacts/bulk", { ids, tags: { add: many } }));
  assert.deepEqual(outcomes(full), [
    "validation_failed",
    "changed",
    "validation_failed",
    "not_found",
  ]);

  const { data } = (await ana("GET", `/activities?contact_id=${c.id}`)).body;
  assert.deepEqual(data.map((one: { verb: string; changes: object }) => [one.verb, one.changes]), [
    ["changed", { tags: [["old"], ["vip", "2026"]] }],
    ["changed", { status: ["new", "archived"] }],
    ["changed", { assignee_id: [null, luis] }],
    ["created", {}],
  ]);
  await expectData(ana("POST", "/contacts/bulk", { ids, trash: true }));
  assert.equal((await ana("GET", "/contacts")).body.meta.total, 0);
  assert.equal((await ana("GET", "/contacts?deleted=only")).body.meta.total, 3);
});

testOnEach("a client with live business stays in bulk changes too", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const idle = await addClient(world, 1, "Libre");
  const busy = await addClient(world, 1, "Ocupado");
  const stages = await expectData(ana("GET", "/pipeline-stages"));
  const [one, two, won] = await makeMany(ana, "/opportunities", [
    { title: "Uno", client_id: busy },
    { title: "Dos", client_id: busy },
    { title: "Vendida", client_id: busy },
  ]);
  await addQuote(world, 1, {
    opportunityId: won.id,
    clientId: busy,
    net: 10,
    number: "P-1",
    sold: true,
  });
  await expectData(ana("POST", `/opportunities/${won.id}/win`));
  const clients = await expectData(
    ana("POST", "/clients/bulk", { ids: [idle, busy], trash: true }),
  );
  assert.deepEqual(outcomes(clients), ["trashed", "in_use"]);
  assert.equal(clients.records[1].details.opportunities.count, 2);

  const ids = [one.id, two.id, won.id];
  const moved = await expectData(
    ana("POST", "/opportunities/bulk", { ids, stage_id: stages[1].id }),
  );
  assert.deepEqual(outcomes(moved), ["changed", "changed", "invalid_transition"]);
  const board = await expectData(ana("GET", "/opportunities/board"));
  const cards = board.columns[1].cards.map(({ title }: { title: string }) => title);
  assert.deepEqual(cards, ["Dos", "Uno"], "in the order that they had");
  const { data } = (await ana("GET", `/activities?opportunity_id=${one.id}`)).body;
  assert.deepEqual(data[0].changes.stage.map(({ name }: { name: string }) => name), [
    stages[0].name,
    stages[1].name,
  ]);
  const trashed = await expectData(ana("POST", "/opportunities/bulk", { ids, trash: true }));
  assert.deepEqual(outcomes(trashed), ["trashed", "trashed", "has_sale"]);

  const draft = await draftQuote(ana);
  const sent = await quoteThatIs("sent", ana);
  const quotes = await expectData(
    ana("POST", "/quotes/bulk", { ids: [draft.id, sent.id], trash: true }),
  );
  assert.deepEqual(outcomes(quotes), ["trashed", "in_use"]);
  const { amount } = await expectData(ana("GET", `/opportunities/${draft.opportunity.id}`));
  assert.equal(amount, 0, "the opportunity follows its quotations");
  await expectData(ana("POST", "/quotes/bulk", { undo_id: quotes.undo_id }));
  const back = await expectData(ana("GET", `/opportunities/${draft.opportunity.id}`));
  assert.equal(back.amount, draft.net_total);
});

testOnEach("tasks, events and products have verbs of their own", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const luis = await idOf(world, people.luis);
  const tasks = await makeMany(ana, "/tasks", [{ title: "Medir" }, { title: "Cortar" }]);
  const ids = tasks.map(({ id }) => id);
  await expectData(ana("POST", "/tasks/bulk", { ids, assignee_id: luis }));
  const sent = await expectData(ana("GET", "/notifications"));
  const notices = sent.map(({ title, body }: { title: string; body: string }) => [title, body]);
  assert.deepEqual(notices, [[
    "2 tareas para ti",
    "Ana Ruiz te las ha asignado. Medir, Cortar.",
  ]]);
  for (const status of taskStatuses.toReversed()) {
    await expectData(ana("POST", "/tasks/bulk", { ids, status }));
    const { data } = (await ana("GET", `/tasks?status=${status}`)).body;
    assert.deepEqual(data.map((task: { done_at: string | null }) => task.done_at !== null), [
      ...[status === "done", status === "done"],
    ]);
  }
  const { data } = (await ana("GET", `/activities?task_id=${ids[0]}`)).body;
  assert.deepEqual(data.map(({ verb }: { verb: string }) => verb), [
    ...["changed", "changed", "done", "changed", "created"],
  ]);

  const day = { starts_at: "2026-11-20T10:00:00Z", ends_at: "2026-11-20T11:00:00Z" };
  await makeMany(ana, "/events", [{ title: "Visita", ...day }, { title: "Feria", ...day }]);
  const filter = { from: "2026-11-20", to: "2026-11-20" };
  const events = await expectData(ana("POST", "/events/bulk", { filter, assignee_id: luis }));
  assert.equal(events.counts.done, 2);

  const [used, free] = await makeMany(ana, "/products", [
    { name: "Mesa", unit_price: 5 },
    { name: "Silla", unit_price: 2, sku: "S-1" },
  ]);
  await draftQuote(ana, { lines: [{ product_id: used.id, quantity: 1 }] });
  const products = { ids: [used.id, free.id] };
  const gone = await expectData(ana("POST", "/products/bulk", { ...products, trash: true }));
  assert.deepEqual(outcomes(gone), ["archived", "trashed"]);
  await makeMany(ana, "/products", [{ name: "Otra silla", unit_price: 3, sku: "s-1" }]);
  const back = await expectData(ana("POST", "/products/bulk", { undo_id: gone.undo_id }));
  assert.deepEqual(outcomes(back), ["changed", "duplicate"]);
  const shelved = await expectData(ana("POST", "/products/bulk", { ...products, archive: true }));
  assert.deepEqual(outcomes(shelved), ["changed", "not_found"]);
});

testOnEach("a wrong body changes nothing and names what is wrong", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const eva = await idOf(world, people.eva);
  const { id } = await expectData(ana("POST", "/clients", { name: "Sol", tags: ["a"] }), 201);
  const ids = [id];
  const cases: [object, string[]][] = [
    [{}, ["assignee_id", "ids"]],
    [{ ids }, ["assignee_id"]],
    [{ ids: [], trash: true }, ["ids"]],
    [{ ids: Array.from({ length: 501 }, (_, n) => n + 1), trash: true }, ["ids"]],
    [{ ids, filter: {}, trash: true }, ["filter", "ids"]],
    [{ ids, trash: true, assignee_id: null }, ["assignee_id", "trash"]],
    [{ ids, trash: false }, ["trash"]],
    [{ ids, status: "new" }, ["assignee_id", "status"]],
    [{ ids, tags: {} }, ["tags"]],
    [{ ids, tags: { add: [], remove: [] } }, ["tags"]],
    [{ filter: { q: 5, assignee_id: "me" }, trash: true }, ["filter.q"]],
    [{ ids, assignee_id: eva }, ["assignee_id"]],
    [{ filter: { kind: "odd", page: 2, x: 1 }, trash: true }, [
      ...["filter.kind.0", "filter.page", "filter.x"],
    ]],
    [{ undo_id: 1, ids }, ["ids"]],
  ];
  for (const [body, fields] of cases) {
    const failure = await expectFailure(
      ana("POST", "/clients/bulk", body),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(failure.fields).sort(), fields, JSON.stringify(body));
  }
  await expectFailure(ana("POST", "/clients/bulk", { undo_id: 9 }), 404, "not_found");
  const foreign = apiOf(world, people.eva, 2);
  const report = await expectData(foreign("POST", "/clients/bulk", { ids, trash: true }));
  assert.deepEqual(report.records, [{
    id,
    name: null,
    outcome: "skipped",
    version: null,
    code: "not_found",
    error: "There is nothing here.",
  }]);
  assert.equal((await expectData(ana("GET", `/clients/${id}`))).version, 1);
});
