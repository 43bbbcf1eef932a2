import assert from "node:assert/strict";
import { people, testOnEach, type World } from "../../support/world.ts";

const path = "/api/admin/notifications";
const message = { userId: "maria", title: "Hola", body: "¿Todo bien?" };

function send(world: World, json: unknown, more: { member?: string; query?: string } = {}) {
  const { member = people.ana, query = "" } = more;
  return world.call("POST", path + query, { member, json });
}

testOnEach("a member sends a notification, which a phone gets and answers", async (world) => {
  const phone = await world.pairPhone("maria");
  const sent = await send(world, { ...message, actions: [{ id: "1", label: "Sí" }] });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const { notificationId: id, recipients } = sent.body.data;
  assert.equal(sent.headers.get("location"), `${path}/${id}`);
  assert.deepEqual(recipients, [{ userId: "maria", status: "queued", devices: 1 }]);
  const answer = { device: phone.token, json: { actionId: "1" } };
  const answered = await world.call("POST", `/api/phone/notifications/${id}/response`, answer);
  assert.equal(answered.status, 201);
  const one = await world.call("GET", `${path}/${id}`, { member: people.ana });
  assert.equal(one.body.data.summary.answers[0].action.label, "Sí");
  assert.deepEqual([one.body.data.callbackUrl, one.body.data.source], [null, "member"]);
});

testOnEach("a retry with the same key sends nothing twice", async (world) => {
  const json = { ...message, idempotencyKey: "draft-1" };
  const [first, second] = [await send(world, json), await send(world, json)];
  assert.deepEqual([first.status, second.status], [202, 200]);
  assert.equal(second.headers.get("idempotent-replayed"), "true");
  assert.equal(first.body.data.notificationId, second.body.data.notificationId);
  const other = await send(world, { ...json, title: "Otra" });
  assert.deepEqual([other.status, other.body.code], [422, "idempotency_key_reused"]);
});

testOnEach("the list goes by pages, newest first", async (world) => {
  for (const n of [1, 2, 3, 4, 5]) await send(world, { ...message, title: `Número ${n}` });
  const read = (query: string) => world.call("GET", path + query, { member: people.ana });
  const second = await read("?page=2&per_page=2");
  assert.deepEqual(second.body.meta, { page: 2, per_page: 2, total: 5, pages: 3 });
  const titles = second.body.data.map(({ title }: { title: string }) => title);
  assert.deepEqual(titles, ["Número 3", "Número 2"]);
  assert.equal((await read("")).body.meta.per_page, 50);
  assert.deepEqual((await read("?page=9")).body.data, []);
  for (const query of ["?page=0", "?per_page=201", "?per_page=x", "?pagina=1"]) {
    const refused = await read(query);
    assert.deepEqual([refused.status, refused.body.code], [422, "validation_failed"], query);
  }
});

testOnEach("companies do not see each other's notifications", async (world) => {
  const ours = (await send(world, message)).body.data.notificationId;
  const theirs = (await send(world, message, { member: people.eva })).body.data.notificationId;
  const ids = async (query: string, member: string) => {
    const listed = await world.call("GET", path + query, { member });
    return listed.body.data.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await ids("", people.ana), [ours]);
  assert.deepEqual(await ids("", people.eva), [theirs]);
  assert.deepEqual(await ids("?company_id=1", people.luis), [ours]);
  assert.deepEqual(await ids("?company_id=2", people.luis), [theirs]);
  const foreign = await world.call("GET", `${path}/${theirs}`, { member: people.ana });
  const none = await world.call("GET", `${path}/${crypto.randomUUID()}`, { member: people.ana });
  assert.deepEqual([foreign.status, none.status], [404, 404]);
  assert.equal((await world.call("GET", `${path}/x`, { member: people.ana })).status, 404);
});

testOnEach("the member API refuses every other credential", async (world) => {
  const trials: [Parameters<World["call"]>[2], string, number, string][] = [
    [{}, "", 401, "unauthorized"],
    [{ key: world.keys.shop }, "", 401, "unauthorized"],
    [{ member: people.nadie }, "", 403, "no_membership"],
    [{ member: people.ana }, "?company_id=2", 403, "not_a_member"],
    [{ member: people.ana }, "?company_id=99", 403, "not_a_member"],
    [{ member: people.luis }, "", 400, "company_required"],
  ];
  for (const [who, query, status, code] of trials) {
    for (const method of ["GET", "POST"] as const) {
      const call = method === "POST" ? { ...who, json: message } : who;
      const refused = await world.call(method, path + query, call);
      assert.deepEqual([refused.status, refused.body.code], [status, code], `${method} ${code}`);
    }
  }
});

testOnEach("another site cannot make a member send", async (world) => {
  const telling: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://evil.example" },
  ];
  for (const headers of telling) {
    const refused = await world.call("POST", path, { member: people.ana, json: message, headers });
    assert.deepEqual([refused.status, refused.body.code], [403, "cross_site"]);
  }
  assert.equal((await world.call("GET", path, { member: people.ana })).body.meta.total, 0);
});

testOnEach("bad input names every wrong field, in the caller's language", async (world) => {
  const json = {
    title: " ",
    body: "x".repeat(2001),
    type: "loud",
    actions: [{ id: "1", label: "" }],
    callbackUrl: "https://example.com",
    data: {},
  };
  const ask = (language: string) =>
    world.call("POST", path, {
      member: people.ana,
      json,
      headers: { "Accept-Language": language },
    });
  const [es, en] = [await ask("es"), await ask("en")];
  assert.deepEqual([es.status, es.body.code], [422, "validation_failed"]);
  assert.deepEqual(Object.keys(es.body.fields).sort(), [
    "actions.0.label",
    "body",
    "callbackUrl",
    "data",
    "title",
    "type",
    "userId",
  ]);
  assert.equal(es.body.fields.title, "no puede estar en blanco");
  assert.equal(en.body.fields.title, "must not be blank");
});
