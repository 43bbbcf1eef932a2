/** Calls without a credential that holds share a budget per address; all others pass beside it. */
import assert from "node:assert/strict";
import { assertFailure, message } from "../notify/scene.ts";
import { type Answer, people, testOnEach, type World } from "../support/world.ts";

const env = {
  CLIENT_IP_HEADER: "X-Client-Address",
  ANONYMOUS_LIMIT_PER_SECOND: "0.001",
  ANONYMOUS_LIMIT_BURST: "4",
};

const from = (address: string, headers: Record<string, string> = {}) => ({
  "X-Client-Address": address,
  ...headers,
});

async function spend(world: World, address: string): Promise<void> {
  for (let n = 0; n < 4; n++) {
    const answer = await world.call("GET", "/api/admin/contacts", { headers: from(address) });
    assert.equal(answer.status, 401);
  }
  const refused = await world.call("GET", "/api/admin/contacts", { headers: from(address) });
  assertFailure(refused, 429, "rate_limited");
  assert.match(refused.headers.get("retry-after")!, /^[1-9]\d*$/);
}

const office = "203.0.113.7";

testOnEach("strangers at an address are told to wait, and nobody else is", async (world, step) => {
  const phone = await world.pairPhone("maria");
  const asAna = () =>
    world.call("GET", "/api/admin/contacts", { member: people.ana, headers: from(office) });
  const send = (key: string, address = office) =>
    world.call("POST", "/api/notify", { key, json: message(), headers: from(address) });
  const inbox = () =>
    world.call("GET", "/api/phone/notifications", { device: phone.token, headers: from(office) });

  await step("calls with a credential cost nothing, however many", async () => {
    for (let n = 0; n < 6; n++) {
      assert.equal((await asAna()).status, 200);
      assert.equal((await send(world.keys.shop)).status, 202);
      assert.equal((await inbox()).status, 200);
    }
  });
  await step(
    "what is refused costs: pages, tokens, keys, cookies, and what is not there",
    () => checkCosts({ world, send }),
  );
  await step("a browser is told so by a page, in its language", async () => {
    const headers = from(office, { Accept: "text/html", "Accept-Language": "es" });
    const page = await world.call("GET", "/panel", { headers });
    assert.equal(page.status, 429);
    assert.match(page.body, /<html lang="es">[^]*Demasiadas peticiones/);
    assert.match(page.headers.get("content-security-policy")!, /default-src 'none'/);
  });
  await step(
    "credentials that held before still pass, also the phone's and the member's",
    () => checkCredentials({ send, world, inbox }),
  );
  await step("health checks pass, and so does every other address", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      assert.equal((await world.call("GET", path, { headers: from(office) })).status, 200);
    }
    assert.equal((await send(world.keys.studio, "198.51.100.1")).status, 202);
  });
  await step("a key that was revoked costs like a wrong one", async () => {
    const address = "203.0.113.9";
    const answer = await world.call("POST", "/api/admin/keys", {
      member: people.ana,
      json: { name: "till" },
    });
    const { key, id } = answer.body.data;
    assert.equal((await send(key, address)).status, 202);
    await world.call("DELETE", `/api/admin/keys/${id}`, { member: people.ana });
    assert.equal((await send(key, address)).status, 401);
    const answers = [await send(key, address), await send(key, address), await send(key, address)];
    assert.deepEqual(answers.map(({ status }) => status), [401, 401, 401]);
    assert.equal((await send(key, address)).status, 429);
  });
  await step("networks of IPv6 count as one address", async () => {
    await spend(world, "2001:db8:1:2::1");
    const neighbour = from("2001:db8:1:2:ffff::9");
    const refused = await world.call("GET", "/api/admin/contacts", { headers: neighbour });
    assert.equal(refused.status, 429);
  });
}, { env });

testOnEach("a long body without a credential costs a call per 16 KiB", async (world) => {
  const address = "203.0.113.20";
  const headers = from(address, { "Content-Type": "application/json" });
  const body = JSON.stringify({ title: "x".repeat(60_000) });
  const call = () => world.call("POST", "/api/notify", { body, headers });
  assert.equal((await call()).status, 401);
  assert.equal((await call()).status, 429);
}, { env });

const isWarning = (line: string) => line.includes(`"anonymous_limit_off"`);

testOnEach(
  "where callers cannot be told apart the limit is off, and says so once",
  async (world) => {
    for (let n = 0; n < 8; n++) {
      assert.equal((await world.call("GET", "/api/admin/contacts")).status, 401);
    }
    const [line, ...more] = world.logged.filter(isWarning);
    assert.match(line!, /"warn".*CLIENT_IP_HEADER/);
    assert.deepEqual(more, []);
    const { body } = await world.call("GET", "/readyz");
    assert.deepEqual(body.data.warnings, ["anonymous_limit_off"]);
  },
  { env: { ...env, CLIENT_IP_HEADER: "" } },
);

async function checkCredentials(
  { send, world, inbox }: {
    send: (key: string, address?: string) => Promise<Answer>;
    world: World;
    inbox: () => Promise<Answer>;
  },
) {
  assert.equal((await send(world.keys.shop)).status, 202);
  assert.equal((await inbox()).status, 200);
  const token = await world.tokenFor(people.ana);
  const other = "203.0.113.8";
  const asMember = () =>
    world.call("GET", "/panel", {
      headers: from(other, { "Cf-Access-Jwt-Assertion": token, Accept: "text/html" }),
    });
  assert.equal((await asMember()).status, 200);
  await spend(world, other);
  assert.equal((await asMember()).status, 200);
}

async function checkCosts(
  { world, send }: { world: World; send: (key: string) => Promise<Answer> },
) {
  const others = [
    world.call("GET", "/panel", { headers: from(office) }),
    world.call("GET", "/api/admin/contacts", {
      headers: from(office, { "Cf-Access-Jwt-Assertion": "a.b.c" }),
    }),
    send(`rlv_${"x".repeat(86)}`),
    world.call("GET", "/api/phone/notifications", {
      headers: from(office, { Cookie: `relevo_device_${crypto.randomUUID()}=no` }),
    }),
  ];
  for (const answer of await Promise.all(others)) assert.equal(answer.status, 401);
  const refused = await world.call("GET", "/nothing", { headers: from(office) });
  assertFailure(refused, 429, "rate_limited");
}
