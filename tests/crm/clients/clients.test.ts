import assert from "node:assert/strict";
import { people, testOnEach, type World } from "../../support/world.ts";

/** Calls as Ana of company 1, and returns `data`. */
function asAna(world: World) {
  return async (method: string, path: string, json?: unknown) => {
    const answer = await world.call(method, `/api/admin${path}`, { member: people.ana, json });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
}

testOnEach("clients are filed, found, changed, trashed and restored", async (world) => {
  const as = { member: people.ana };
  const answer = await world.call("POST", "/api/admin/clients", {
    ...as,
    json: { name: "Panadería Núñez SL", tax_id: "b-1234.5678", city: "León", country: "es" },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { id, tax_id, country, kind } = answer.body.data;
  assert.deepEqual({ tax_id, country, kind }, {
    tax_id: "B12345678",
    country: "ES",
    kind: "company",
  });
  const path = `/api/admin/clients/${id}`;
  assert.equal(answer.headers.get("location"), path);

  const duplicate = { ...as, json: { name: "Otra", tax_id: "B12345678" } };
  const conflict = await world.call("POST", "/api/admin/clients", duplicate);
  assert.equal(conflict.status, 409);
  assert.deepEqual([conflict.body.code, Object.keys(conflict.body.fields)], ["duplicate", [
    "tax_id",
  ]]);
  const elsewhere = await world.call("POST", "/api/admin/clients", {
    member: people.eva,
    json: { name: "Otra", tax_id: "B12345678" },
  });
  assert.equal(elsewhere.status, 201, "another company's tax ids are none of ours");
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const json = method === "PATCH" ? {} : undefined;
    assert.equal((await world.call(method, path, { member: people.eva, json })).status, 404);
  }

  const matches = await world.call("GET", "/api/admin/clients?q=nunez+leon&sort=-created_at", as);
  assert.deepEqual(matches.body.data.map((one: { id: number }) => one.id), [id]);
  const wrong = await world.call("PATCH", path, {
    ...as,
    json: { assignee_id: 2, country: "Spain", odd: 1 },
  });
  assert.deepEqual(Object.keys(wrong.body.fields).sort(), ["country", "odd"]);
  const stranger = await world.call("PATCH", path, { ...as, json: { assignee_id: 2 } });
  assert.deepEqual([stranger.status, Object.keys(stranger.body.fields)], [422, ["assignee_id"]]);
  const stale = await world.call("PATCH", path, { ...as, json: { name: "X", version: 7 } });
  assert.deepEqual([stale.body.code, stale.body.details.current], ["version_conflict", 1]);

  assert.equal((await world.call("DELETE", path, as)).status, 200);
  assert.equal((await world.call("GET", path, as)).status, 404);
  assert.equal((await world.call("POST", "/api/admin/clients", duplicate)).status, 201);
  assert.equal((await world.call("POST", `${path}/restore`, as)).body.code, "duplicate");
});

testOnEach(
  "notes and activities belong to one record, and to its client's timeline",
  async (world) => {
    const ana = asAna(world);
    const client = await ana("POST", "/clients", { name: "Taller Ruiz" });
    const contact = await ana("POST", "/contacts", { name: "Iván Ruiz", phone: "612345678" });
    const before = await ana("POST", "/notes", { contact_id: contact.id, body: "Llamar antes" });
    assert.deepEqual(before.subject, { type: "contact", id: contact.id, name: "Iván Ruiz" });
    await ana("POST", `/contacts/${contact.id}/messages`, { direction: "in", body: "Hola" });
    await ana("POST", `/contacts/${contact.id}/convert`, { client_id: client.id });
    const note = await ana("POST", "/notes", { client_id: client.id, body: "Paga a 60 días" });
    const pinned = await ana("PATCH", `/notes/${before.id}`, { pinned: true, body: "Llamar" });
    assert.ok(pinned.edited_at && pinned.pinned);

    const path = `/clients/${client.id}/timeline`;
    const timeline = await ana("GET", path);
    const entries = timeline.map((entry: { kind: string; verb?: string; body?: string }) =>
      `${entry.kind} ${entry.verb ?? entry.body}`
    );
    for (const one of ["note Paga a 60 días", "note Llamar", "message Hola", "activity created"]) {
      assert.ok(entries.includes(one), `${one}: ${entries}`);
    }
    assert.ok(entries.includes("activity note_changed"), String(entries));
    assert.equal(entries.some((one: string) => /note_added|message_/.test(one)), false);
    const instants = timeline.map((entry: { at: string }) => entry.at);
    assert.deepEqual(instants, instants.toSorted().reverse(), "the newest first");
    const pages = await Promise.all(
      [1, 2].map((page) =>
        world.call("GET", `/api/admin${path}?per_page=4&page=${page}`, { member: people.ana })
      ),
    );
    assert.deepEqual(
      pages.flatMap(({ body }) => body.data),
      timeline.slice(0, 8),
    );
    assert.equal(pages[0]!.body.meta.total, timeline.length);

    const activities = await ana("GET", `/activities?contact_id=${contact.id}`);
    assert.equal(activities.at(-1).verb, "created");
    assert.deepEqual(activities.at(-1).actor.name, "Ana Ruiz");
    await ana("DELETE", `/notes/${note.id}`);
    assert.deepEqual(await ana("GET", `/notes?client_id=${client.id}`), []);
    await ana("POST", `/notes/${note.id}/restore`);
    assert.equal((await ana("GET", `/notes?client_id=${client.id}`)).length, 1);

    const wrong = ["?contact_id=1&client_id=1", "?contact_id=x", "?stage_id=1"];
    // Without a record the activities are the whole company's.
    for (const [list, queries] of [["notes", ["", ...wrong]], ["activities", wrong]] as const) {
      for (const query of queries) {
        const answer = await world.call("GET", `/api/admin/${list}${query}`, {
          member: people.ana,
        });
        assert.equal(answer.status, 422, list + query);
      }
      const foreign = await world.call("GET", `/api/admin/${list}?client_id=${client.id}`, {
        member: people.eva,
      });
      assert.deepEqual(foreign.body.data, []);
    }
    const eva = { member: people.eva };
    const onOurs = { ...eva, json: { client_id: client.id, body: "x" } };
    const refused = await world.call("POST", "/api/admin/notes", onOurs);
    assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [422, ["client_id"]]);
    assert.equal((await world.call("GET", `/api/admin${path}`, eva)).status, 404);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const json = method === "PATCH" ? {} : undefined;
      const answer = await world.call(method, `/api/admin/notes/${note.id}`, { ...eva, json });
      assert.equal(answer.status, 404);
    }
  },
);

testOnEach("two clients are merged into one record with all that was theirs", async (world) => {
  const ana = asAna(world);
  const stays = await ana("POST", "/clients", { name: "Aire", email: "a@aire.es", tags: ["vip"] });
  const goes = await ana("POST", "/clients", {
    name: "Aire SL",
    email: "otro@aire.es",
    tax_id: "B1",
    phone: "612345678",
    tags: ["norte"],
  });
  await ana("POST", "/notes", { client_id: goes.id, body: "Viene de la feria" });
  const contact = await ana("POST", "/contacts", { name: "Eva Aire", message: "Hola" });
  await ana("POST", `/contacts/${contact.id}/convert`, {
    client_id: goes.id,
    create_opportunity: true,
  });
  const merged = await ana("POST", `/clients/${goes.id}/merge`, { into_id: stays.id });
  assert.equal(merged.id, stays.id);
  const { name, email, tax_id, phone, tags } = merged;
  assert.deepEqual({ name, email, tax_id, phone, tags }, {
    name: "Aire",
    email: "a@aire.es",
    tax_id: "B1",
    phone: "612345678",
    tags: ["vip", "norte"],
  });
  assert.equal((await ana("GET", `/contacts/${contact.id}`)).converted_client_id, stays.id);
  const opportunities = await ana("GET", `/opportunities?client_id=${stays.id}`);
  assert.equal(opportunities.length, 1);
  const timeline = await ana("GET", `/clients/${stays.id}/timeline`);
  const texts = timeline.map(({ body, verb }: { body?: string; verb?: string }) => body ?? verb);
  for (const one of ["Viene de la feria", "Hola", "merged"]) assert.ok(texts.includes(one), one);
  const trashed = await ana("GET", "/clients?deleted=only");
  assert.deepEqual(trashed.map((one: { id: number }) => one.id), [goes.id]);
  assert.equal(trashed[0].merged_into_id, stays.id);

  const again = { member: people.ana, json: { into_id: stays.id } };
  const gone = await world.call("POST", `/api/admin/clients/${goes.id}/merge`, again);
  assert.equal(gone.status, 404);
  const theirs = await world.call("POST", "/api/admin/clients", {
    member: people.eva,
    json: { name: "Ajena" },
  });
  for (const into_id of [stays.id, goes.id, theirs.body.data.id]) {
    const refused = await world.call("POST", `/api/admin/clients/${stays.id}/merge`, {
      member: people.ana,
      json: { into_id },
    });
    assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [422, ["into_id"]]);
  }
});

testOnEach("names are trimmed, and one that shows nothing is refused", async (world) => {
  const ana = asAna(world);
  const { id: client_id } = await ana("POST", "/clients", { name: "Aire" });
  const nouns: [path: string, field: string, rest?: object][] = [
    ["/clients", "name"],
    ["/contacts", "name", { email: "a@aire.es" }],
    ["/opportunities", "title", { client_id }],
    ["/tasks", "title"],
    ["/pipeline-stages", "name"],
    ["/products", "name", { unit_price: 1, tax_rate: 21 }],
  ];
  for (const [path, field, rest] of nouns) {
    const record = await ana("POST", path, { ...rest, [field]: " \u200BAire\t" });
    assert.equal(record[field], "Aire", path);
    for (const nothing of [" ", "\u200B", "\u0007"]) {
      for (const [verb, to] of [["POST", path], ["PATCH", `${path}/${record.id}`]] as const) {
        const json = { ...(verb === "POST" ? rest : {}), [field]: nothing };
        const answer = await world.call(verb, `/api/admin${to}`, { member: people.ana, json });
        assert.equal(answer.status, 422, `${verb} ${to} ${JSON.stringify(nothing)}`);
        assert.deepEqual(Object.keys(answer.body.fields), [field]);
      }
    }
  }
});
