import assert from "node:assert/strict";
import { installationStatus } from "@/lib/status/record.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { lookEverywhere } from "../held/scene.ts";
import { askAndAnswer } from "../notify/scene.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach } from "../support/world.ts";

const path = "/api/admin/installation";
const options = { env: { OPERATOR_EMAIL: people.ana, PUBLIC_URL: "http://relevo.example" } };

testOnEach("the operator alone reads what the installation does", async (world) => {
  const { status, body } = await world.call("GET", path, { member: people.ana });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(installationStatus.parse(body.data).held, null);
  assert.equal(body.data.database.kind, world.kind);
  assert.ok(body.data.jobs.length > 20);
  for (const member of [people.eva, people.luis, people.nadie]) {
    for (const [method, at] of [["GET", ""], ["POST", "/hold"], ["POST", "/release"]] as const) {
      assert.equal((await world.call(method, path + at, { member })).status, 404, member);
    }
  }
  assert.equal((await world.call("GET", path)).status, 401);
  assert.equal((await world.call("GET", path, { key: world.keys.shop })).status, 401);
}, { ...options, both: true });

testOnEach("an address that nobody proved is no operator's", async (world) => {
  const token = await world.keyServer.sign({
    ...{ email: people.ana, aud: "relevo-tests", sub: "x", iss: "https://gateway.test" },
    relevo_company: 1,
  });
  const headers = { "Cf-Access-Jwt-Assertion": token };
  assert.equal((await world.call("GET", "/api/admin/me", { headers })).body.data.operator, false);
  assert.equal((await world.call("GET", path, { headers })).status, 404);
}, options);

testOnEach("without OPERATOR_EMAIL there is no operator", async (world) => {
  assert.equal((await world.call("GET", path, { member: people.ana })).status, 404);
});

testOnEach("who types the host holds the installation, and releases it", async (world) => {
  await using receiver = startReceiver();
  const phone = await world.pairPhone("maria");
  const api = apiOf(world, people.ana);
  for (const host of ["", "relevo", "http://relevo.example", "relevo.example.com"]) {
    const { status, body } = await api("POST", "/installation/hold", { host });
    assert.equal(status, 422, host);
    assert.deepEqual(Object.keys(body.fields), ["host"]);
  }
  const { held } = await expectData(
    api("POST", "/installation/hold", { host: " Relevo.Example ", reason: "a test" }),
  );
  assert.equal(held.reason, "a test");
  const again = await expectData(api("POST", "/installation/hold", { host: "relevo.example" }));
  assert.deepEqual(again.held, held);
  await askAndAnswer(world, phone, { callbackUrl: receiver.url });
  await lookEverywhere(world);
  assert.equal(receiver.requests.length, 0);
  for (const body of [{ host: "relevo.example" }, { host: "relevo.example", owed: "all" }]) {
    assert.equal((await api("POST", "/installation/release", body)).status, 422);
  }
  assert.equal(
    (await api("POST", "/installation/release", { host: "other", owed: "keep" })).status,
    422,
  );
  const released = await expectData(
    api("POST", "/installation/release", { host: "relevo.example", owed: "keep" }),
  );
  assert.deepEqual(released, { held: null, unsent: {} });
  await until(async () => {
    await world.services.callbacks.sweep();
    return receiver.requests.length === 1;
  }, { what: "the callback to go" });
  const more = await expectData(
    api("POST", "/installation/release", { host: "relevo.example", owed: "send" }),
  );
  assert.deepEqual(more, { held: null, unsent: {} }, "it is not held");
}, { ...options, both: true });
