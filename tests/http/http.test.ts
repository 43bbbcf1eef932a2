import assert from "node:assert/strict";
import { largestBody } from "@/lib/http/serving/body_size.ts";
import { notifyRequest } from "@/lib/notify/sending/notification.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { assertFailure, message } from "../notify/scene.ts";

const json = { "Content-Type": "application/json" };
const room = largestBody(notifyRequest);

function post(world: World, body: BodyInit, headers: Record<string, string> = json) {
  return world.call("POST", "/api/notify", { key: world.keys.shop, body, headers });
}

/** A body without a Content-Length: `size` spaces in pieces, then the text. */
function chunked(size: number, text: string): ReadableStream<Uint8Array> {
  const pieces = [...Array(Math.ceil(size / 1024)).fill(" ".repeat(1024)), text];
  return ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece)));
}

testOnEach("a body must be JSON, say so, and be no larger than it may", async (world) => {
  for (const body of ["", "{", '{"a":1}x', "undefined", "{'a':1}", "\ufeff{}x"]) {
    assertFailure(await post(world, body), 400, "bad_json");
  }
  const latin1 = Uint8Array.from([0x7b, 0x22, 0xf1, 0x22, 0x3a, 0x31, 0x7d]); // {"ñ":1}
  assertFailure(await post(world, latin1), 400, "bad_json");

  for (const type of ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"]) {
    const answer = await post(world, "{}", { "Content-Type": type });
    assertFailure(answer, 415, "unsupported_media_type");
  }
  const bytes = new TextEncoder().encode("{}"); // fetch adds no type of its own
  assertFailure(await post(world, bytes, {}), 415, "unsupported_media_type");
  const spelled = { "Content-Type": "Application/JSON ; charset=UTF-8" };
  assert.equal((await post(world, JSON.stringify(message()), spelled)).status, 202);

  const text = JSON.stringify(message());
  const full = " ".repeat(room - new TextEncoder().encode(text).length) + text;
  assert.equal((await post(world, full)).status, 202);
  assertFailure(await post(world, " " + full), 413, "too_large");
  assert.equal((await post(world, chunked(1024, text))).status, 202);
  assertFailure(await post(world, chunked(2 * room, text)), 413, "too_large");

  // Endpoints of few fields have 64 KiB.
  const pairing = { key: world.keys.shop, headers: json };
  const small = `{"userId":"maria"${" ".repeat(64 * 1024)}}`;
  const large = await world.call("POST", "/api/devices/pairings", { ...pairing, body: small });
  assertFailure(large, 413, "too_large");
});

testOnEach("a body that may be left out may be empty under any type", async (world) => {
  const member = people.ana;
  const nobody = "/api/admin/contacts/999/convert";
  const call = (body: BodyInit | undefined, headers: Record<string, string>) =>
    world.call("POST", nobody, { member, body, headers });
  for (const headers of [{}, json, { "Content-Type": "text/plain" }]) {
    assertFailure(await call(undefined, headers), 404, "not_found");
  }
  assertFailure(await call("", json), 404, "not_found");
  assertFailure(await call(" ", json), 400, "bad_json");
  assertFailure(await call("{}", { "Content-Type": "text/plain" }), 415, "unsupported_media_type");
  for (const headers of [json, { "Content-Type": "text/plain" }]) {
    assertFailure(await call(ReadableStream.from([]), headers), 404, "not_found");
  }
});

testOnEach(
  "a path answers to its own methods, and an unknown one in the envelope",
  async (world) => {
    const key = world.keys.shop;
    const allowed = {
      "/api/notify": "POST, OPTIONS",
      "/api/notify/maria": "POST, OPTIONS",
      "/api/responses": "GET, HEAD, OPTIONS",
      "/api/notifications/7": "GET, DELETE, HEAD, OPTIONS",
      "/api/phone/stream": "GET, HEAD, OPTIONS",
      "/healthz": "GET, HEAD, OPTIONS",
    };
    for (const [path, allow] of Object.entries(allowed)) {
      const wrong = await world.call("PATCH", path, { key, json: {} });
      assertFailure(wrong, 405, "method_not_allowed");
      assert.equal(wrong.headers.get("allow"), allow, path);
      const options = await world.call("OPTIONS", path);
      assert.deepEqual([options.status, options.headers.get("allow")], [204, allow]);
    }
    for (const method of ["GET", "POST", "DELETE", "PUT", "PATCH"]) {
      const paths = ["/api", "/api/", "/api/x", "/api/notify/x/y", "/api/x/y/", "/api/notify.ts"];
      paths.push("/api/admin/events.csv", "/api/admin/notes/1/timeline");
      paths.push("/api/admin/sales/1/restore", "/api/admin/constructor/1/timeline");
      for (const path of paths) {
        assertFailure(await world.call(method, path, { key }), 404, "not_found");
      }
    }
    assertFailure(await world.call("GET", "/api/notifications/%ff", { key }), 400, "bad_request");
    assert.equal((await world.call("GET", "/nowhere")).status, 404);
    const headers = { Authorization: `Bearer ${key}` };
    const head = await fetch(`${world.url}/api/responses`, { method: "HEAD", headers });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
  },
);

const behindProxy = { env: { CLIENT_IP_HEADER: "X-Real-IP" } };

testOnEach("each answer has a request id: a proxy's where it is a sane one", async (world) => {
  const ask = (id?: string) => {
    const headers: Record<string, string> = id === undefined ? {} : { "X-Request-Id": id };
    return world.call("GET", "/api/responses", { headers });
  };
  for (const id of ["a_b-c_d8", crypto.randomUUID(), "x".repeat(64)]) {
    const answer = await ask(id);
    assert.equal(answer.headers.get("x-request-id"), id);
    assert.equal(answer.body.requestId, id);
  }
  const rows = [];
  for (
    const id of [
      undefined,
      "",
      "short-7",
      "x".repeat(65),
      "a long b",
      "dots.and:1",
      "<script>",
      "ñandúes1",
    ]
  ) {
    rows.push((await ask(id)).headers.get("x-request-id")!);
  }
  for (const id of rows) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(new Set(rows).size, rows.length);
  const fine = await world.call("GET", "/healthz", { headers: { "X-Request-Id": "mine-0001" } });
  assert.equal(fine.headers.get("x-request-id"), "mine-0001");
  const logged = world.logged.map((line) => JSON.parse(line));
  assert.ok(logged.some((line) => line.requestId === "mine-0001" && line.path === "/healthz"));
}, behindProxy);

testOnEach("without a proxy nobody gives a request its id", async (world) => {
  const headers = { "X-Request-Id": crypto.randomUUID() };
  const answer = await world.call("GET", "/healthz", { headers });
  assert.notEqual(answer.headers.get("x-request-id"), headers["X-Request-Id"]);
});

testOnEach("without a good credential nothing is answered but 401", async (world) => {
  const { token } = await world.pairPhone("maria");
  const secrets = ["", "Bearer", "Bearer ", "Bearer x", "Basic eDp5", `Token ${world.keys.shop}`];
  for (const Authorization of [...secrets, `Bearer ${token}`, `Bearer ${world.keys.shop}x`]) {
    const answer = await world.call("POST", "/api/notify", {
      json: message(),
      headers: { Authorization },
    });
    assertFailure(answer, 401, "unauthorized");
    assert.match(answer.headers.get("www-authenticate")!, /^Bearer/);
    assert.equal(answer.headers.get("cache-control"), "no-store");
  }
  const lower = { Authorization: `bearer  ${world.keys.shop}` };
  assert.equal((await world.call("GET", "/api/responses", { headers: lower })).status, 200);
});

testOnEach("healthz says that the process is up, readyz that its stores answer", async (world) => {
  const health = await world.call("GET", "/healthz");
  assert.deepEqual([health.status, health.body.data.status], [200, "up"]);
  const ready = await world.call("GET", "/readyz");
  assert.deepEqual(ready.body, {
    success: true,
    data: { database: "ready", queue: "ready", warnings: [], openTransactions: [] },
  });
  world.services.queueReady = () => Promise.resolve(false);
  const unready = await world.call("GET", "/readyz");
  assertFailure(unready, 503, "database_unavailable");
  assert.match(unready.headers.get("retry-after")!, /^\d+$/);
  assert.equal((await world.call("GET", "/healthz")).status, 200);
});

testOnEach("a fault of ours is a 500 that tells nothing of itself", async (world) => {
  const { sendQueue } = world.services;
  sendQueue.send = () => Promise.reject(new Error("secret table name"));
  const answer = await post(world, JSON.stringify(message()));
  const failure = assertFailure(answer, 500, "internal");
  assert.deepEqual(Object.keys(failure).sort(), ["code", "error", "requestId", "success"]);
  assert.ok(!JSON.stringify(failure).includes("secret"));
  const logged = world.logged.find((line) => line.includes("secret table name"));
  assert.equal(JSON.parse(logged!).requestId, failure.requestId);
});
