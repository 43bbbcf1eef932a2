import assert from "node:assert/strict";
import { nouns, nounsWith } from "@/lib/records/nouns.ts";
import { trashNouns } from "@/lib/trash/trash_record.ts";
import { allEntries } from "../http/routes.ts";
import { type Api, apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

testOnEach("the trash is one list of every noun, with who and when", async (world) => {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const client = await make("/clients", { name: "Muebles Ruiz" });
  const client_id = client.id;
  const records: [noun: string, record: { id: number }][] = [
    ["notes", await make("/notes", { body: "Prefiere roble", client_id })],
    [
      "events",
      await make("/events", {
        title: "Visita",
        type: "meeting",
        client_id,
        starts_at: "2999-01-01T10:00:00Z",
        ends_at: "2999-01-01T11:00:00Z",
      }),
    ],
    ["tasks", await make("/tasks", { title: "Medir el salón", client_id })],
    ["products", await make("/products", { name: "Mesa", unit_price: 10 })],
    ["contacts", await make("/contacts", { name: "Pilar Ruiz" })],
  ];
  const opportunity = await make("/opportunities", { title: "Cocina", client_id });
  const quote = await make("/quotes", { opportunity_id: opportunity.id });
  records.push(["quotes", quote], ["opportunities", opportunity]);
  for (const [noun, { id }] of records) await expectData(luis("DELETE", `/${noun}/${id}`));
  await expectData(ana("DELETE", `/clients/${client_id}`));

  const { body } = await ana("GET", "/trash");
  const of = ({ noun, id }: { noun: string; id: number }) => `${noun} ${id}`;
  const wanted = [
    `clients ${client_id}`,
    ...records.map(([noun, { id }]) => `${noun} ${id}`).reverse(),
  ];
  assert.deepEqual(body.data.map(of), wanted);
  assert.deepEqual([body.meta.total, Object.keys(body.meta.nouns).length], [8, 8]);
  const [first, ...others] = body.data;
  assert.deepEqual([first.name, first.deleted_by.name], ["Muebles Ruiz", "Ana Ruiz"]);
  for (const { deleted_by, noun } of others) assert.equal(deleted_by.name, "Luis Vega", noun);
  const task = others.find(({ noun }: { noun: string }) => noun === "tasks");
  assert.deepEqual([task.name, task.client], ["Medir el salón", {
    id: client_id,
    name: "Muebles Ruiz",
  }]);
  const keptMs = Date.parse(task.restorable_until) - Date.parse(task.deleted_at);
  assert.equal(keptMs, 30 * 86_400_000);

  // By noun, number and words, without accents; pages and totals follow.
  const trashFor = async (query: string) => {
    const { body } = await ana("GET", `/trash?${query}`);
    return [body.data.map(of), body.meta.total];
  };
  const id = Object.fromEntries(records.map(([noun, record]) => [noun, record.id]));
  assert.deepEqual(await trashFor("q=SALON"), [[`tasks ${id.tasks}`], 1]);
  assert.deepEqual(await trashFor(`noun=notes,events&sort=name`), [
    [`notes ${id.notes}`, `events ${id.events}`],
    2,
  ]);
  assert.deepEqual(await trashFor(`noun=notes&id=${id.notes}`), [[`notes ${id.notes}`], 1]);
  assert.deepEqual(await trashFor("per_page=3&page=3"), [wanted.slice(6), 8]);
  const { fields } = await expectFailure(
    ana("GET", "/trash?noun=sales&x=1"),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields).sort(), ["noun.0", "x"]);
  await checkHandedOver(world, ana, { make, client_id, trashFor });
});

testOnEach("who trashed a record is in its history, not its last author", async (world) => {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const { user_id } = (await expectData(ana("GET", "/employees?q=ana")))[0];
  const task = { title: "Llamar", assignee_id: user_id };
  const { id } = await expectData(ana("POST", "/tasks", task), 201);
  await expectData(ana("DELETE", `/tasks/${id}`));
  await expectData(luis("DELETE", `/employees/${user_id}`));
  const [trashed] = await expectData(luis("GET", "/trash"));
  assert.deepEqual([trashed.id, trashed.deleted_by.name], [id, "Ana Ruiz"]);
});

Deno.test("every noun of the trash has a way back, and none is forgotten", async () => {
  const restores = (await allEntries()).map(({ path }) =>
    /^\/api\/admin\/(\w+)\/\{id\}\/restore$/.exec(path)?.[1]
  );
  assert.deepEqual(restores.filter((noun) => noun !== undefined).sort(), [...trashNouns].sort());
  const tables = nounsWith("trash", true).map((noun) => nouns[noun].table);
  assert.deepEqual(tables.filter((table) => !(trashNouns as string[]).includes(table)), ["sales"]);
});

testOnEach("several records are restored in one call, each by its own rules", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const make = (path: string, json: object) => expectData(ana("POST", path, json), 201);
  const [client, task] = [
    await make("/clients", { name: "Bar Tertulia" }),
    await make("/tasks", { title: "Llamar" }),
  ];
  const note = await make("/notes", { body: "Prefiere roble", client_id: client.id });
  const product = await make("/products", { name: "Mesa", sku: "M-1", unit_price: 10 });
  const records = [
    ...[{ noun: "notes", id: note.id }, { noun: "products", id: product.id }],
    ...[{ noun: "tasks", id: task.id }, { noun: "clients", id: client.id }],
  ];
  for (const { noun, id } of records) await expectData(ana("DELETE", `/${noun}/${id}`));
  await make("/products", { name: "Otra", sku: "M-1", unit_price: 10 });

  // Another company's are not found there, and stay as they are.
  const theirs = await expectData(eva("POST", "/trash/restore", { records }));
  assert.deepEqual(
    new Set(
      theirs.map(({ restored, code }: { restored: boolean; code: string }) => code + restored),
    ),
    new Set(["not_foundfalse"]),
  );
  const references = [...records, records[0], { noun: "events", id: 2_147_483_647 }];
  const answer = await expectData(ana("POST", "/trash/restore", { records: references }));
  const outcomes = new Map(answer.map((one: { noun: string }) => [one.noun, one]));
  assert.equal(answer.length, 5);
  for (const { noun, id } of records) {
    if (noun === "products") continue;
    assert.deepEqual(outcomes.get(noun), { noun, id, restored: true });
    await expectData(ana("GET", `/${noun}/${id}`));
  }
  const { error: _, ...refused } = outcomes.get("products") as Record<string, unknown>;
  assert.deepEqual(refused, {
    noun: "products",
    id: product.id,
    restored: false,
    code: "duplicate",
    fields: { sku: "is taken already" },
  });
  assert.equal((outcomes.get("events") as { code: string }).code, "not_found");
  const { body } = await ana("GET", "/trash");
  assert.deepEqual(body.data.map(({ noun }: { noun: string }) => noun), ["products"]);
  const wrong = await expectFailure(
    ana("POST", "/trash/restore", { records: [] }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields), ["records"]);
});

async function checkHandedOver(
  world: World,
  ana: Api,
  { make, client_id, trashFor }: {
    make: (path: string, json: object) => ReturnType<typeof expectData>;
    client_id: number;
    trashFor: (query: string) => Promise<unknown[]>;
  },
) {
  // What is handed over there, merged, restored or older than 30 days.
  const { user_id } = (await expectData(ana("GET", "/employees?q=luis")))[0];
  await inDatabase(
    world,
    1,
    (trx) => trx.updateTable("tasks").set({ updated_by: user_id, assignee_id: user_id }).execute(),
  );
  const duplicate = await make("/clients", { name: "Twin" });
  const other = await make("/clients", { name: "Kept" });
  await expectData(ana("POST", `/clients/${duplicate.id}/merge`, { into_id: other.id }));
  await expectData(ana("POST", `/clients/${client_id}/restore`));
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("products").set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
        .execute(),
  );
  assert.deepEqual(await trashFor("noun=clients,products"), [[], 0]);
  assert.deepEqual(await expectData(apiOf(world, people.eva)("GET", "/trash")), []);
}
