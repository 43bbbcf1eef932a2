/** Merges of clients: nothing is lost at that moment, and a merge can be taken back. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { type Api, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";

// deno-lint-ignore no-explicit-any
type ApiRecord = any;

const tables = [
  "contacts",
  "opportunities",
  "quotes",
  "sales",
  "tasks",
  "events",
  "notes",
] as const;

async function client(api: Api, name: string, rest: object = {}): Promise<number> {
  return (await expectData(api("POST", "/clients", { name, ...rest }), 201)).id;
}

const at = { starts_at: "2026-11-20T10:00:00Z", ends_at: "2026-11-20T11:00:00Z" };

testOnEach("what is created while a client is merged goes to the one that stays", async (world) => {
  const api = apiOf(world, people.ana);
  for (let round = 0; round < 3; round++) {
    const goes = await client(api, "Aire");
    const stays = await client(api, "Aire SL");
    const contact = await expectData(api("POST", "/contacts", { name: "Rosa" }), 201);
    const values = { title: "Toldo", client_id: goes };
    const opportunity = await expectData(api("POST", "/opportunities", values), 201);
    const elsewhere = await expectData(
      api("POST", "/opportunities", { title: "Otro", client_id: stays }),
      201,
    );
    const product = { name: "Toldo", quantity: 1, unit_price: 10, tax_rate: 21 };
    const link = { client_id: goes };
    const answers = await Promise.all([
      api("POST", `/clients/${goes}/merge`, { into_id: stays }),
      api("POST", `/contacts/${contact.id}/convert`, { ...link, create_opportunity: true }),
      api("POST", "/opportunities", { title: "Nueva", ...link }),
      api("POST", "/tasks", { title: "Llamar", ...link }),
      api("POST", "/tasks", { title: "Medir", opportunity_id: opportunity.id }),
      api("POST", "/quotes", { opportunity_id: opportunity.id, lines: [product] }),
      api("POST", "/events", { title: "Visita", ...at, ...link }),
      api("POST", "/notes", { body: "Nota", ...link }),
      api("PATCH", `/opportunities/${elsewhere.id}`, link),
      api("PATCH", `/opportunities/${opportunity.id}`, { title: "Toldo azul" }),
    ]);
    for (const { status, body } of answers) assert.ok(status < 300, JSON.stringify(body));
    const leftovers = await inDatabase(world, 1, async (trx) => {
      const names: string[] = [];
      for (const table of tables) {
        const column = table === "contacts" ? "converted_client_id" : "client_id";
        const rows = await trx.selectFrom(table).select("id")
          .where("company_id", "=", 1).where(column as "id", "=", goes).execute();
        if (rows.length > 0) names.push(table);
      }
      const activities = await trx.selectFrom("activities").select("id").where("company_id", "=", 1)
        .where("timeline_client_id", "=", goes).where("client_id", "is", null).execute();
      return activities.length > 0 ? [...names, "activities"] : names;
    });
    assert.deepEqual(leftovers, []);
    const after = await expectData(api("POST", "/tasks", { title: "Después", ...link }), 201);
    assert.equal(after.client.id, stays);
  }
});

testOnEach("a merged client is not found, and says where it went", async (world) => {
  const api = apiOf(world, people.ana);
  const [first, second, third] = [
    await client(api, "Uno"),
    await client(api, "Dos"),
    await client(api, "Tres"),
  ];
  await expectData(api("POST", `/clients/${first}/merge`, { into_id: second }));
  await expectData(api("POST", `/clients/${second}/merge`, { into_id: third }));
  for (
    const call of [
      api("GET", `/clients/${first}`),
      api("PATCH", `/clients/${first}`, { city: "León" }),
      api("DELETE", `/clients/${first}`),
      api("POST", `/clients/${first}/merge`, { into_id: third }),
    ]
  ) {
    const { details } = await expectFailure(call, 404, "not_found");
    assert.deepEqual(details, { merged_into_id: third });
  }
  const note = { body: "Nota", client_id: first };
  assert.equal((await expectData(api("POST", "/notes", note), 201)).subject.id, third);
  const restored = api("POST", `/clients/${second}/restore`);
  const { details } = await expectFailure(restored, 409, "invalid_transition");
  assert.deepEqual(details, { allowed: ["unmerge"], merged_into_id: third });
  const nobody = await expectFailure(api("GET", "/clients/999999"), 404, "not_found");
  assert.equal(nobody.details, undefined);
});

testOnEach("an unmerge gives back what nobody moved since", async (world) => {
  const api = apiOf(world, people.ana);
  const goes = await client(api, "Aire", { tax_id: "B1", phone: "612345678", city: "León" });
  const stays = await client(api, "Aire SL", { email: "a@aire.es" });
  const other = await client(api, "Otra");
  const make = async (path: string, body: object) => await expectData(api("POST", path, body), 201);
  const link = { client_id: goes };
  const quoted = await make("/opportunities", { title: "Presupuestada", ...link });
  const before = await make("/quotes", { opportunity_id: quoted.id });
  const free = await make("/opportunities", { title: "Libre", ...link });
  const task = await make("/tasks", { title: "Llamar", opportunity_id: free.id });
  const moved = await make("/tasks", { title: "Movida", ...link });
  const note = await make("/notes", { body: "De la feria", ...link });
  await expectData(api("POST", `/clients/${goes}/merge`, { into_id: stays }));

  await expectData(api("PATCH", `/tasks/${moved.id}`, { client_id: other }));
  await expectData(api("PATCH", `/clients/${stays}`, { city: "Lugo" }));
  const later = await make("/quotes", { opportunity_id: quoted.id });
  const own = await make("/tasks", { title: "Suya", client_id: stays });

  const back = await expectData(api("POST", `/clients/${goes}/unmerge`));
  const { tax_id, phone, city, merged_into_id } = back.client;
  assert.deepEqual([back.client.id, tax_id, phone, city, merged_into_id], [
    ...[goes, "B1", "612345678", "León"],
    null,
  ]);
  assert.equal(back.merged_into_id, stays);
  const sorted = (list: ApiRecord[]) => list.toSorted((a, b) => a.type < b.type ? -1 : 1);
  assert.deepEqual(sorted(back.returned), [
    { type: "note", count: 1 },
    { type: "opportunity", count: 1 },
    { type: "task", count: 1 },
  ]);
  assert.deepEqual(sorted(back.stayed), [
    { type: "opportunity", ids: [quoted.id] },
    { type: "quote", ids: [before.id] },
    { type: "task", ids: [moved.id] },
  ]);
  assert.deepEqual(back.kept_fields, ["city"]);
  const winner = await expectData(api("GET", `/clients/${stays}`));
  assert.deepEqual([winner.tax_id, winner.phone, winner.email, winner.city], [
    ...[null, null, "a@aire.es"],
    "Lugo",
  ]);
  const clientOf = async (path: string) => (await expectData(api("GET", path))).client.id;
  for (const path of [`/opportunities/${free.id}`, `/tasks/${task.id}`]) {
    assert.equal(await clientOf(path), goes, path);
  }
  const remaining = [`/opportunities/${quoted.id}`, `/quotes/${before.id}`, `/quotes/${later.id}`];
  for (const path of [...remaining, `/tasks/${own.id}`]) {
    assert.equal(await clientOf(path), stays, path);
  }
  assert.equal(await clientOf(`/tasks/${moved.id}`), other);
  assert.equal((await expectData(api("GET", `/notes?client_id=${goes}`)))[0].id, note.id);
  const story = await expectData(api("GET", `/activities?client_id=${stays}`));
  assert.equal(story[0].verb, "unmerged");

  const again = api("POST", `/clients/${goes}/unmerge`);
  await expectFailure(again, 404, "not_found");
  await expectData(api("DELETE", `/clients/${other}`));
  const unmerged = api("POST", `/clients/${other}/unmerge`);
  const { details } = await expectFailure(unmerged, 409, "invalid_transition");
  assert.deepEqual(details, { allowed: ["restore"] });
});

testOnEach("an unmerge finds what went on with the next merge, within 30 days", async (world) => {
  const api = apiOf(world, people.ana);
  const [first, second, third] = [
    await client(api, "Uno"),
    await client(api, "Dos"),
    await client(api, "Tres"),
  ];
  const task = await expectData(api("POST", "/tasks", { title: "Ir", client_id: first }), 201);
  await expectData(api("POST", `/clients/${first}/merge`, { into_id: second }));
  await expectData(api("POST", `/clients/${second}/merge`, { into_id: third }));
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const mergedAt = (deleted_at: Date) =>
    inDatabase(world, 1, (trx) =>
      trx.updateTable("clients").set({ deleted_at })
        .where("company_id", "=", 1).where("id", "=", first).execute());
  await mergedAt(days(31));
  await expectFailure(api("POST", `/clients/${first}/unmerge`), 404, "not_found");
  await mergedAt(days(29));
  const back = await expectData(api("POST", `/clients/${first}/unmerge`));
  assert.deepEqual(back.returned, [{ type: "task", count: 1 }]);
  assert.equal((await expectData(api("GET", `/tasks/${task.id}`))).client.id, first);
  await expectData(api("POST", `/clients/${second}/unmerge`));
  assert.equal((await expectData(api("GET", `/tasks/${task.id}`))).client.id, first);
});
