/** What a caller saw is what is done: another state now is refused, and the refusal has that of now. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../support/world.ts";
import { type Api, apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { quoteThatIs } from "../sales/scene.ts";
import { importing } from "./imports/importing.ts";

const clash = "version_conflict";

async function create(api: Api, noun: string, body: object) {
  return await expectData(api("POST", `/${noun}`, body), 201);
}

testOnEach("a stage is deleted only with the opportunities that were shown", async (world) => {
  const ana = apiOf(world, people.ana);
  const [first, second] = await expectData(ana("GET", "/pipeline-stages"));
  const client = await create(ana, "clients", { name: "Sol" });
  const open = (title: string) =>
    create(ana, "opportunities", { title, client_id: client.id, stage_id: second.id });
  const path = `/pipeline-stages/${second.id}?reassign_to=${first.id}`;
  await open("Toldo");
  for (const [count, version] of [[0, 1], [2, 1], [1, 2]]) {
    const refused = await expectFailure(
      ana("DELETE", `${path}&count=${count}&version=${version}`),
      409,
      clash,
    );
    assert.deepEqual(refused.details, { current: 1, count: 1 });
  }
  const odd = await expectFailure(
    ana("DELETE", `${path}&count=-1&version=0`),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(odd.fields).sort(), ["count", "version"]);
  // What is in the trash was not seen and does not count.
  const { id } = await open("Nada");
  await expectData(ana("DELETE", `/opportunities/${id}`));
  await expectData(ana("DELETE", `${path}&count=1&version=1`));
});

for (const noun of ["clients", "contacts"]) {
  testOnEach(`two ${noun} are merged as both were seen`, async (world) => {
    const ana = apiOf(world, people.ana);
    const [goes, stays] = [
      await create(ana, noun, { name: "Sol", email: "a@sol.example" }),
      await create(ana, noun, { name: "Sol SL" }),
    ];
    const path = `/${noun}/${goes.id}/merge`;
    const versions = { into_id: stays.id, version: goes.version, into_version: stays.version };
    const renamed = await expectData(
      ana("PATCH", `/${noun}/${goes.id}`, { email: "b@sol.example" }),
    );
    const refused = await expectFailure(ana("POST", path, versions), 409, clash);
    const current = { current: renamed.version, into_current: stays.version };
    assert.deepEqual(refused.details, current);
    const now = { ...versions, version: renamed.version };
    await expectFailure(ana("POST", path, { ...now, into_version: 9 }), 409, clash);
    const odd = await expectFailure(
      ana("POST", path, { into_id: stays.id, version: 0, into_version: "x" }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(odd.fields).sort(), ["into_version", "version"]);
    assert.equal((await expectData(ana("GET", `/${noun}/${stays.id}`))).email, null);
    assert.equal((await expectData(ana("POST", path, now))).email, "b@sol.example");
  });
}

testOnEach("an employee is removed only with the work that was shown", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id } = await expectData(apiOf(world, people.luis, 1)("GET", "/me"));
  const task = (title: string) => create(ana, "tasks", { title, assignee_id: id });
  await task("Medir");
  const query = (values: Record<string, unknown>) =>
    new URLSearchParams(Object.entries(values).map(([name, value]) => [name, `${value}`]));
  const leave = (values: Record<string, unknown>) =>
    ana("DELETE", `/employees/${id}?${query(values)}`);
  const counts = { opportunities: 0, tasks: 1, contacts: 0, events: 0, clients: 0, live_keys: 0 };
  for (const name of Object.keys(counts)) {
    const refused = await expectFailure(leave({ ...counts, [name]: 7 }), 409, clash);
    assert.deepEqual(refused.details, counts, name);
  }
  const odd = Object.fromEntries(Object.keys(counts).map((name) => [name, "x"]));
  const { fields } = await expectFailure(leave(odd), 422, "validation_failed");
  assert.deepEqual(Object.keys(fields).sort(), Object.keys(counts).sort());
  assert.equal((await expectData(ana("GET", `/employees/${id}`))).state, "active");
  const still = await expectData(ana("GET", `/tasks?assignee_id=${id}`));
  assert.equal(still.length, 1, "nothing was handed over");
  const keys = apiOf(world, people.luis, 1)("POST", "/keys", { name: "Web" });
  await expectData(keys, 201);
  await expectFailure(leave({ ...counts, keys: "revoke" }), 409, clash);
  const removal = await expectData(leave({ ...counts, live_keys: 1, keys: "revoke" }));
  assert.equal(removal.handed_over.tasks, 1);
});

/** Files of each noun, with a record of it, and a change of that record that the file undoes. */
const files = {
  clients: {
    text: "Nombre,Correo,Ciudad\nSol,a@sol.example,Lugo\nLuna,b@luna.example,Vigo\n",
    record: { name: "Sol", email: "a@sol.example", city: "Ourense" },
    change: { city: "Burgos" },
    beside: { notes: "Llamar antes" },
  },
  contacts: {
    text: "Nombre,Correo,Organización\nSol,a@sol.example,Uno\nLuna,b@luna.example,Dos\n",
    record: { name: "Sol", email: "a@sol.example", organization: "Tres" },
    change: { organization: "Cuatro" },
    beside: { tags: ["vip"] },
  },
  products: {
    text: "Nombre,SKU,Precio\nMesa,M-1,10\nSilla,S-1,5\n",
    record: { name: "Mesa", sku: "M-1", unit_price: 8 },
    change: { unit_price: 9 },
    beside: { description: "De roble" },
  },
};

for (const [noun, { text, record, change, beside }] of Object.entries(files)) {
  testOnEach(`${noun} are imported as the preview said, or not at all`, async (world) => {
    const ana = apiOf(world, people.ana);
    const send = importing(world);
    const original = await create(ana, noun, record);
    for (const way of ["duplicates=skip&invalid=skip", "duplicates=update&invalid=skip"]) {
      const preview = await expectData(send(`${noun}/preview?${way}`, text));
      const again = await expectData(send(`${noun}/preview?${way}&show=new&after=2`, text));
      assert.equal(again.digest, preview.digest, "whatever rows are shown");
      // A record of the same that the preview did not know.
      const other = await create(ana, noun, otherOf[noun as keyof typeof otherOf]);
      const refused = await expectFailure(
        send(`${noun}/commit?${way}&digest=${preview.digest}`, text),
        409,
        clash,
      );
      assert.equal(refused.details.counts.valid, 0);
      assert.notEqual(refused.details.digest, preview.digest);
      await expectData(ana("DELETE", `/${noun}/${other.id}`));
      const checked = await expectData(send(`${noun}/preview?${way}`, text));
      assert.equal(checked.digest, preview.digest, "as it was before");
    }
    const way = "duplicates=update&invalid=skip";
    const commit = (digest: string) => send(`${noun}/commit?${way}&digest=${digest}`, text);
    const preview = await expectData(send(`${noun}/preview?${way}`, text));
    await expectData(ana("PATCH", `/${noun}/${original.id}`, change));
    const refused = await expectFailure(commit(preview.digest), 409, clash);
    assert.deepEqual(refused.details.counts, preview.counts, "as many, but another change");
    // What the file does not touch is no other outcome.
    await expectData(ana("PATCH", `/${noun}/${original.id}`, beside));
    const stored = await expectData(commit(refused.details.digest));
    assert.deepEqual([stored.imported, stored.changed], [1, 1]);
    const odd = await expectFailure(
      send(`${noun}/commit?digest=${"x".repeat(101)}`, text),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(odd.fields), ["digest"]);
  });
}

const otherOf = {
  clients: { name: "Luna", email: "b@luna.example", city: "Vigo" },
  contacts: { name: "Luna", email: "b@luna.example", organization: "Dos" },
  products: { name: "Silla", sku: "S-1", unit_price: 5 },
};

testOnEach("an import is undone with the counts that were told", async (world) => {
  const ana = apiOf(world, people.ana);
  const { text } = files.clients;
  const { id } = await expectData(importing(world)("clients/commit", text));
  const { id: _, ...preview } = await expectData(ana("GET", `/imports/${id}/undo`));
  const [client] = await expectData(ana("GET", "/clients?q=luna"));
  await expectData(ana("PATCH", `/clients/${client.id}`, { city: "Lugo" }));
  const refused = await expectFailure(ana("POST", `/imports/${id}/undo`, preview), 409, clash);
  assert.deepEqual(refused.details, { trashed: 1, restored: 0, kept: 1 });
  const { meta } = (await ana("GET", "/clients")).body;
  assert.equal(meta.total, 2, "nothing was trashed");
  const odd = await expectFailure(
    ana("POST", `/imports/${id}/undo`, { trashed: -1, restored: "x", more: 1 }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(odd.fields).sort(), ["more", "restored", "trashed"]);
  const undone = await expectData(ana("POST", `/imports/${id}/undo`, { ...refused.details }));
  assert.equal(undone.trashed, 1);
});

testOnEach("a record is deleted for good only as it was shown", async (world) => {
  const ana = apiOf(world, people.ana);
  const luis = apiOf(world, people.luis, 1);
  const settings = { callback_url: "https://program.example/relevo" };
  const rows = {
    "reply-templates": { name: "Saludo", language: "es", body: "Hola" },
    views: { list: "clients", name: "Lugo", shared: true, filters: { q: "lugo" } },
    channels: { kind: "program", name: "Bot", settings },
  };
  for (const [noun, body] of Object.entries(rows)) {
    const { id, version } = await create(ana, noun, body);
    const path = `/${noun}/${id}`;
    const now = await expectData(luis("PATCH", path, { name: "Otra cosa" }));
    const refused = await expectFailure(ana("DELETE", `${path}?version=${version}`), 409, clash);
    assert.equal(refused.details.current, now.version, noun);
    const odd = await expectFailure(ana("DELETE", `${path}?version=x`), 422, "validation_failed");
    assert.deepEqual(Object.keys(odd.fields), ["version"]);
    await expectData(ana("DELETE", `${path}?version=${now.version}`));
    await expectFailure(ana("GET", path), 404, "not_found");
  }
});

testOnEach("a sale is cancelled only as it was shown", async (world) => {
  const ana = apiOf(world, people.ana);
  const quote = await quoteThatIs("approved", ana);
  const { sale } = await expectData(ana("POST", `/quotes/${quote.id}/confirm-sale`), 201);
  const now = await expectData(ana("PATCH", `/sales/${sale.id}`, { promised_date: "2027-03-02" }));
  const path = `/sales/${sale.id}/cancel`;
  const body = { version: sale.version, reason: "No viene" };
  const refused = await expectFailure(ana("POST", path, body), 409, clash);
  assert.equal(refused.details.current, now.version);
  const cancelled = await expectData(ana("POST", path, { ...body, version: now.version }));
  assert.equal(cancelled.status, "cancelled");
});
