/** `deno task attack`, run as an admin runs it. */
import assert from "node:assert/strict";
import { runTask } from "../commands/harness.ts";
import { untilListed } from "../notify/scene.ts";
import { testDatabases } from "../support/test_server.ts";
import { makeWorld, testOnEach, type World } from "../support/world.ts";
import { faults, startLeaky } from "./leaky.ts";

const outside = { env: { CALLBACK_ALLOW_NETS: "" } };

/** As long as it may wait: a busy machine takes its time. */
const patient = ["--patience-ms", "20000"];

function attack({ keys }: World, url: string, ...more: string[]) {
  const args = ["--url", url, "--key", keys.shop, "--other-key", keys.studio];
  return runTask("attack", [...args, ...more], {});
}

testOnEach("a sound installation passes, and is left as it was", async (world) => {
  const key = world.keys.shop;
  const { code, out, err } = await attack(world, world.url, ...patient);
  assert.equal(code, 0, out + err);
  assert.match(out, /^Relevo: isolation and fairness of http:\/\/127\.0\.0\.1:\d+\n/);
  assert.match(out, /(\d+) of \1 checks passed\n$/);
  assert.doesNotMatch(out, /FAIL|Left behind|rlv_/);
  assert.match(out, /300 accepted, 0 not, in [\d.]+ s; middle \d+ ms, longest \d+ ms/);
  for (const key of Object.values(world.keys)) {
    const devices = await world.call("GET", "/api/devices", { key });
    assert.deepEqual(devices.body.data, [], "its phones are unpaired");
  }
  const list = await untilListed(world, "/api/notifications?limit=200", 1, key);
  const one = await world.call(
    "GET",
    `/api/notifications/${list.body.data.at(-1).notificationId}`,
    {
      key,
    },
  );
  assert.equal(one.body.data.recipients[0].status, "cancelled");
  assert.ok(!world.logged.some((line) => JSON.parse(line).level === "error"));
}, outside);

testOnEach("a burst on limited keys is told when to retry", async (world) => {
  const { code, out } = await attack(world, world.url, ...patient);
  assert.equal(code, 0, out);
  assert.match(out, /\d+ accepted, [1-9]\d* not,/);
}, { env: { CALLBACK_ALLOW_NETS: "", RATE_LIMIT_PER_SECOND: "5", RATE_LIMIT_BURST: "60" } });

Deno.test({
  name: "an installation with a fault is found out",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    const kind = await testDatabases() ? "postgres" : "pglite";
    await using world = await makeWorld({ kind, ...outside });
    for (const [name, { fault, finds }] of Object.entries(faults())) {
      await t.step(name, async () => {
        await using leaky = startLeaky(world, fault);
        const { code, out, err } = await attack(world, leaky.url, "--requests", "90");
        assert.match(out, finds, err);
        assert.match(out, / FAILED\n$/);
        assert.equal(code, 1);
      });
    }
  },
});

Deno.test("nothing is tried on a throw-away that was not confirmed", async () => {
  let calls = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
    calls++;
    return new Response();
  });
  const { port } = server.addr;
  const [key, other] = ["a", "b"].map((letter) => `rlv_${letter.repeat(30)}`);
  const args = [`--url=http://127.0.0.1:${port}`, `--key=${key}`, `--other-key=${other}`];
  for (const confirm of [[], ["--confirm", "127.0.0.1"], ["--confirm", "yes"]]) {
    const { code, out, err } = await runTask("attack", [...args, "--throwaway", ...confirm], {});
    assert.match(err, new RegExp(`not confirmed: --confirm must be the host, 127.0.0.1:${port}\n`));
    assert.deepEqual([code, out], [2, ""]);
  }
  assert.equal(calls, 0);
  await server.shutdown();
});

testOnEach("a run that cannot begin says why", async (world) => {
  const { shop, studio } = world.keys;
  const right = { url: world.url, key: shop, "other-key": studio };
  const run = (options: Record<string, string>) =>
    runTask("attack", Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]), {});
  const wrong: [Record<string, string>, RegExp][] = [
    [{}, /^--url is missing\n--key is missing\n--other-key is missing\n/],
    [{ ...right, url: "ftp://a.example" }, /^--url: must be an http or https address/],
    [{ ...right, url: `${world.url}/api` }, /^--url: must be the address alone/],
    [{ ...right, key: "abc" }, /^--key: must be an API key/],
    [{ ...right, "other-key": shop }, /^--other-key is the same as --key/],
    [{ ...right, requests: "0" }, /^--requests: must be 10 or more/],
    [{ ...right, requests: "many" }, /^--requests: must be a number/],
    [{ ...right, speed: "1" }, /^--speed is unknown/],
    [
      { ...right, member: "Cookie: a", channel: "1" },
      /^--member needs --throwaway\n--channel needs --throwaway\n/,
    ],
    [{ ...right, member: "a" }, /^--member: must be a header, as Name: value/],
    [
      { ...right, "other-key": `${studio}x` },
      /the key of --other-key was refused .*401 unauthorized/,
    ],
    [{ ...right, url: "http://127.0.0.1:1" }, /no answer: /],
  ];
  for (const [options, message] of wrong) {
    const { code, out, err } = await run(options);
    assert.match(err, message);
    assert.deepEqual([code, out], [2, ""]);
    assert.ok(!err.includes(shop) && !err.includes(studio), "no key is printed");
  }
  const { body } = await world.call("GET", "/api/devices", { key: shop });
  assert.deepEqual(body.data, [], "what was begun is taken back");
  const help = await runTask("attack", ["--help"], {});
  assert.deepEqual([help.code, help.err], [0, ""]);
  assert.match(help.out, /^deno task attack --url /);
});
