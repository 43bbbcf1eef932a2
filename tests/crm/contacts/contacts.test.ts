import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";

testOnEach("contacts are filed, found, changed and trashed", async (world) => {
  const as = { member: people.ana };
  const answer = await world.call("POST", "/api/admin/contacts", {
    ...as,
    json: {
      name: "Ángela Núñez",
      email: "Angela@Ejemplo.es",
      phone: "612 34 56 78",
      message: "Hola",
    },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { id } = answer.body.data;
  assert.equal(answer.headers.get("location"), `/api/admin/contacts/${id}`);

  for (const q of ["nunez", "NÚÑ ang", "ejemplo"]) {
    const matches = await world.call("GET", `/api/admin/contacts?q=${encodeURIComponent(q)}`, as);
    assert.equal(matches.body.meta.total, 1, q);
  }
  const none = await world.call("GET", "/api/admin/contacts?q=angela+zzz", as);
  assert.deepEqual(none.body.meta, { page: 1, per_page: 50, total: 0, pages: 1 });

  const foreign = await world.call("PATCH", `/api/admin/contacts/${id}`, {
    member: people.eva,
    json: {},
  });
  assert.equal(foreign.status, 404);
  const path = `/api/admin/contacts/${id}`;
  const changed = await world.call("PATCH", path, { ...as, json: { status: "read", version: 1 } });
  assert.equal(changed.body.data.version, 2, JSON.stringify(changed.body));
  const stale = await world.call("PATCH", path, { ...as, json: { status: "new", version: 1 } });
  assert.equal(stale.body.code, "version_conflict");
  const stranger = await world.call("PATCH", path, { ...as, json: { assignee_id: 2 } });
  assert.equal(stranger.status, 422);
  assert.ok(stranger.body.fields.assignee_id, JSON.stringify(stranger.body));

  assert.equal((await world.call("DELETE", path, as)).status, 200);
  assert.equal((await world.call("GET", path, as)).status, 404);
  const trashed = await world.call("GET", "/api/admin/contacts?deleted=only", as);
  assert.equal(trashed.body.meta.total, 1);
  assert.equal((await world.call("POST", `${path}/restore`, as)).status, 200);
  const wrong = await world.call("GET", "/api/admin/contacts?status=odd&sort=zip&x=1&page=0", as);
  assert.deepEqual(Object.keys(wrong.body.fields).sort(), ["page", "sort", "status.0", "x"]);
});
