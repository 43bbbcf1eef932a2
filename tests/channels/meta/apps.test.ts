/** Meta apps: added, changed, shared and deleted. */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { people, testOnEach } from "../../support/world.ts";
import { addApp, newApp, post, secret } from "./app_scene.ts";

testOnEach("an app is added, changed and deleted", async (world) => {
  const { api, app, id, path } = await addApp(world);
  assert.match(path, /^\/api\/hooks\/meta\/[\w-]{43}$/);
  assert.match(app.verify_token, /^[\w-]{43}$/);
  assert.equal(JSON.stringify(app).includes(secret), false);
  assert.deepEqual(app.objects.page, { handshake_at: null, last_hook_at: null });
  assert.deepEqual(app.refused, { count: 0, last_at: null });
  assert.deepEqual(await expectData(api("GET", `/meta-apps/${id}`)), app);
  assert.deepEqual(await expectData(api("GET", "/meta-apps")), [app]);
  await expectFailure(api("POST", "/meta-apps", newApp), 409, "duplicate");

  const renamed = await expectData(
    api("PATCH", `/meta-apps/${id}`, { name: "Otro", verify_token: "a-token-of-ours", version: 1 }),
  );
  assert.deepEqual([renamed.name, renamed.verify_token, renamed.version], [
    "Otro",
    "a-token-of-ours",
    2,
  ]);
  const late = api("PATCH", `/meta-apps/${id}`, { name: "X", version: 1 });
  await expectFailure(late, 409, "version_conflict");
  const stale = api("DELETE", `/meta-apps/${id}?version=1`);
  await expectFailure(stale, 409, "version_conflict");
  await expectData(api("DELETE", `/meta-apps/${id}?version=2`));
  await expectFailure(api("GET", `/meta-apps/${id}`), 404, "not_found");
  assert.deepEqual(await post(world, path, { body: "{}" }).then(({ status }) => status), 404);
  await addApp(world);
});

testOnEach("a wrong app names each wrong field", async (world) => {
  const api = apiOf(world, people.ana);
  const wrong = {
    name: " ",
    app_id: "my app",
    verify_token: "short",
    companies: [0],
    secrets: { app_secret: "", instagram_app_secret: "with a space", password: "x" },
    hook: "https://example.com",
  };
  const { fields } = await expectFailure(
    api("POST", "/meta-apps", wrong),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields).sort(), [
    "app_id",
    "companies.0",
    "hook",
    "name",
    "secrets.app_secret",
    "secrets.instagram_app_secret",
    "secrets.password",
    "verify_token",
  ]);
});

testOnEach("an app is shared with companies of whoever shares it", async (world) => {
  const luis = apiOf(world, people.luis, 1);
  const app = await expectData(luis("POST", "/meta-apps", { ...newApp, companies: [2] }), 201);
  assert.deepEqual(app.companies, [2]);
  const eva = apiOf(world, people.eva);
  const shared = { id: app.id, name: "Taller", shared: true };
  assert.deepEqual(await expectData(eva("GET", "/meta-apps")), [shared]);
  await expectFailure(eva("GET", `/meta-apps/${app.id}`), 404, "not_found");
  await expectFailure(eva("PATCH", `/meta-apps/${app.id}`, { name: "X" }), 404, "not_found");
  await expectFailure(eva("GET", `/meta-apps/${app.id}/problems`), 404, "not_found");
  // Ana is no member of company 2; what Luis shared she may keep.
  const ana = apiOf(world, people.ana);
  await expectData(ana("PATCH", `/meta-apps/${app.id}`, { companies: [2], name: "Taller 2" }));
  assert.equal((await expectData(eva("GET", "/meta-apps")))[0].name, "Taller 2");
  await expectData(ana("PATCH", `/meta-apps/${app.id}`, { companies: [] }));
  assert.deepEqual(await expectData(eva("GET", "/meta-apps")), []);
  const more = ana("PATCH", `/meta-apps/${app.id}`, { companies: [2] });
  const { fields } = await expectFailure(more, 422, "validation_failed");
  assert.deepEqual(Object.keys(fields), ["companies.0"]);
});
