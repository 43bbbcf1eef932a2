/** What is asked for costs no more than it should, and says no more than it has to. */
import assert from "node:assert/strict";
import { assertFailure, message } from "../notify/scene.ts";
import { makeWorld, people } from "../support/world.ts";

/** Sends bytes as they are, and reads what comes back. */
async function raw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(request));
  return await new Response(connection.readable).text();
}

Deno.test("names, lists, addresses and what is said of them have bounds", async (t) => {
  await using world = await makeWorld();
  const many = (count: number) => Array.from({ length: count }, (_, at) => `n${at}=`).join("&");

  await t.step("a query or form of many names is refused", async () => {
    assertFailure(await world.call("GET", `/healthz?${many(4_000)}`), 414, "uri_too_long");
    for (const count of [101, 1_500]) {
      const health = await world.call("GET", `/healthz?${many(count)}`);
      assertFailure(health, 422, "validation_failed");
      assert.deepEqual(Object.keys(health.body.fields), ["n100"]);
    }
    const list = await world.call("GET", `/panel/clients?company_id=1&${many(200)}`, {
      member: people.ana,
    });
    assert.equal(list.status, 422);
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      Accept: "application/json",
    };
    const form = await world.call("POST", "/api/contact", { body: many(8_000), headers });
    assertFailure(form, 422, "validation_failed");
  });

  await t.step("a list that is too long is refused without a look at its items", async () => {
    // Repeats count once, so these are different ones.
    const json = message({ userIds: Array.from({ length: 100_000 }, (_, at) => at) });
    const sent = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
    assertFailure(sent, 422, "validation_failed");
    assert.deepEqual(Object.keys(sent.body.fields), ["userIds"]);
    assert.match(sent.body.fields.userIds, /1000/);
  });

  await t.step("fifty wrong fields are named, and their names are cut", async () => {
    const odd = Object.fromEntries(
      Array.from({ length: 800 }, (_, at) => [`${at}`.padEnd(500, "x"), 1]),
    );
    const json = message(odd);
    const sent = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
    assertFailure(sent, 422, "validation_failed");
    assert.equal(Object.keys(sent.body.fields).length, 50);
    assert.ok(JSON.stringify(sent.body).length < 20_000);
  });

  await t.step("an address that is none is a bad request", async () => {
    for (const host of ["a b", "[", "x:99999"]) {
      const answer = await raw(
        world.url,
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 400 /, `${host}: ${answer}`);
    }
  });

  await t.step("the token of a link stays out of the log", async () => {
    for (const path of ["/q/rlq_secret", "//q//rlq_secret/data", "/q/rlq_secret/accept"]) {
      await world.call("GET", path);
    }
    const log = world.logged.join("\n");
    assert.ok(log.includes("/q/:token/data"), log);
    assert.ok(!log.includes("rlq_secret"), log);
  });

  await t.step("browsers are told to stay on HTTPS where it is served", async () => {
    const name = "strict-transport-security";
    assert.equal((await world.call("GET", "/healthz")).headers.get(name), null);
    await using secure = await makeWorld({ env: { PUBLIC_URL: "https://relevo.example" } });
    const answer = await secure.call("GET", "/healthz");
    assert.equal(answer.headers.get(name), "max-age=31536000");
  });
});
