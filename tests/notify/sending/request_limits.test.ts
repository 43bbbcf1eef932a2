import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import { assertFailure, inTenant, message, postNotify, readBack, send } from "../scene.ts";

// Two UTF-16 units, one code point.
const emoji = "🦉";
const button = (n: number) => ({ id: `b${n}`, label: `Button ${n}` });
const users = (count: number) => Array.from({ length: count }, (_, n) => `user-${n}`);
const link = (length: number) => "https://example.com/".padEnd(length, "x");
/** An object whose JSON has exactly this many bytes, two bytes a letter. */
const bytes = (count: number) => {
  const object = { text: "ñ".repeat(Math.floor((count - 11) / 2)) + "x".repeat((count - 11) % 2) };
  assert.equal(new TextEncoder().encode(JSON.stringify(object)).length, count);
  return object;
};

const requests: Record<string, Record<string, unknown>> = {
  "a title of 120 code points": { title: emoji.repeat(120) },
  "a title of one character": { title: "x" },
  "a body of 2000 code points": { body: emoji.repeat(2000) },
  "a sender of 60": { sender: emoji.repeat(60) },
  "a tag of 64": { tag: emoji.repeat(64) },
  "an idempotencyKey of 255": { idempotencyKey: emoji.repeat(255) },
  "an idempotencyKey of 1": { idempotencyKey: "k" },
  "a user of 200": { userId: emoji.repeat(200) },
  "1000 users": { userIds: users(1000) },
  "1001 users of whom two are one": { userIds: [...users(1000), "user-0"] },
  "one user a thousand and two times": { userIds: Array(1002).fill("a") },
  "three buttons": { actions: [1, 2, 3].map(button) },
  "no button": { actions: [] },
  "the longest button": { actions: [{ id: emoji.repeat(64), label: emoji.repeat(40) }] },
  "a ttl of 60": { ttl: 60 },
  "a ttl of 30 days": { ttl: 2592000 },
  "an http link": { url: "http://example.com" },
  "an https link of 2048": { url: link(2048) },
  "a link in capitals": { url: "HTTPS://EXAMPLE.COM/" },
  "data of 2048 bytes": { data: bytes(2048) },
  "empty data": { data: {} },
  "data that is null": { data: null },
  "a callbackUrl of 2048": { callbackUrl: link(2048).replace("example.com", "127.0.0.1:9") },
};

const refused: Record<string, [Record<string, unknown>, string]> = {
  "a title of 121": [{ title: emoji.repeat(121) }, "title"],
  "an empty title": [{ title: "" }, "title"],
  "a blank title": [{ title: " \t\u00a0\u2003" }, "title"],
  "no title": [{ title: undefined }, "title"],
  "a title that is a number": [{ title: 1 }, "title"],
  "a body of 2001": [{ body: emoji.repeat(2001) }, "body"],
  "a blank body": [{ body: "\n" }, "body"],
  "a sender of 61": [{ sender: emoji.repeat(61) }, "sender"],
  "a tag of 65": [{ tag: emoji.repeat(65) }, "tag"],
  "an idempotencyKey of 256": [{ idempotencyKey: emoji.repeat(256) }, "idempotencyKey"],
  "an empty idempotencyKey": [{ idempotencyKey: "" }, "idempotencyKey"],
  "a user of 201": [{ userId: emoji.repeat(201) }, "userId"],
  "nobody": [{ userId: undefined }, "userId"],
  "userId and userIds": [{ userId: "a", userIds: ["b"] }, "userId"],
  "an empty list of users": [{ userId: undefined, userIds: [] }, "userId"],
  "1001 users": [{ userIds: users(1001) }, "userIds"],
  "an empty user": [{ userIds: ["a", ""] }, "userIds.1"],
  "four buttons": [{ actions: [1, 2, 3, 4].map(button) }, "actions"],
  "two buttons of one id": [{ actions: [button(1), button(1)] }, "actions"],
  "a button's id of 65": [{ actions: [{ id: "x".repeat(65), label: "x" }] }, "actions.0.id"],
  "a label of 41": [{ actions: [{ id: "x", label: emoji.repeat(41) }] }, "actions.0.label"],
  "a button with more": [{ actions: [{ ...button(1), icon: "x" }] }, "actions.0.icon"],
  "a ttl of 59": [{ ttl: 59 }, "ttl"],
  "a ttl of 30 days and a second": [{ ttl: 2592001 }, "ttl"],
  "a ttl with a fraction": [{ ttl: 60.5 }, "ttl"],
  "a ttl as text": [{ ttl: "60" }, "ttl"],
  "a link with another scheme": [{ url: "javascript:alert(1)" }, "url"],
  "a relative link": [{ url: "/orders/7" }, "url"],
  "a link without a host": [{ url: "https://" }, "url"],
  "a link of 2049": [{ url: link(2049) }, "url"],
  "data of 2049 bytes": [{ data: bytes(2049) }, "data"],
  "data that is a list": [{ data: [1] }, "data"],
  "an unknown type": [{ type: "fatal" }, "type"],
  "an unknown priority": [{ priority: "urgent" }, "priority"],
  "allowReply as text": [{ allowReply: "yes" }, "allowReply"],
  "a field that does not exist": [{ tittle: "typo" }, "tittle"],
  "a field called constructor": [{ constructor: 1 }, "constructor"],
  "a callbackUrl of 2049": [{ callbackUrl: link(2049) }, "callbackUrl"],
};

testOnEach("notify takes each field up to its limit, and refuses what is beyond", async (world) => {
  for (const [name, fields] of Object.entries(requests)) {
    const { status, body } = await postNotify(world, fields);
    assert.equal(status, 202, `${name}: ${JSON.stringify(body)}`);
  }
  for (const [name, [fields, path]] of Object.entries(refused)) {
    const answer = await postNotify(world, fields);
    assert.deepEqual([answer.status, answer.body.code], [422, "validation_failed"], name);
    assert.deepEqual(Object.keys(answer.body.fields), [path], name);
  }
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("notifications").select("id").execute(),
  );
  assert.equal(rows.length, Object.keys(requests).length, "what was refused is not kept");
});

testOnEach("notify names every wrong field at once, in the caller's language", async (world) => {
  const wrong = {
    userIds: ["a"],
    title: "",
    body: "x".repeat(2001),
    type: "fatal",
    ttl: 1,
    url: "ftp://example.com",
    actions: [{ id: "", label: "x" }],
    data: "text",
    extra: true,
  };
  const call = (language: string) =>
    world.call("POST", "/api/notify", {
      key: world.keys.shop,
      json: { userId: "b", ...wrong },
      headers: { "Accept-Language": language },
    });
  const paths = ["actions.0.id", "body", "data", "extra", "title", "ttl", "type", "url", "userId"];
  const en = assertFailure(await call("en-GB, es;q=0.5"), 422, "validation_failed");
  const es = assertFailure(await call("es-ES, en;q=0.9"), 422, "validation_failed");
  assert.deepEqual(Object.keys(en.fields).sort(), paths);
  assert.deepEqual(Object.keys(es.fields).sort(), paths);
  for (const path of paths) assert.notEqual(en.fields[path], es.fields[path], path);
  assert.match(en.error, /fields/);
  assert.match(es.error, /campos/);
  assert.equal(es.fields.title, "no puede estar en blanco");
  // A body that is no object at all has no fields to name.
  for (const body of ["null", "[]", '"text"', "7"]) {
    const answer = await world.call("POST", "/api/notify", {
      key: world.keys.shop,
      body,
      headers: { "Content-Type": "application/json" },
    });
    assert.deepEqual(Object.keys(assertFailure(answer, 422, "validation_failed").fields), ["body"]);
  }
});

testOnEach(
  "what was sent is read back as it was sent, with the defaults filled in",
  async (world) => {
    const bare = await send(world);
    const read = await readBack(world, bare.notificationId);
    const { createdAt, recipients, id, notificationId, ...rest } = read;
    assert.deepEqual([id, notificationId], [bare.notificationId, bare.notificationId]);
    assert.equal(createdAt, bare.createdAt);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(rest, {
      userId: "maria",
      title: "¿Abrimos mañana?",
      body: "Es festivo.",
      type: "info",
      priority: "normal",
      sender: null,
      url: null,
      tag: null,
      ttl: null,
      data: null,
      actions: [],
      allowReply: false,
      callbackUrl: null,
      idempotencyKey: null,
      expiresAt: null,
      ...{ remind: null, escalate: null, answers: "each", fallback: null, dueTimes: [] },
    });
    const untouched = { deliveredAt: null, readAt: null, dismissedAt: null, answeredAt: null };
    assert.deepEqual(recipients, [
      {
        ...{ userId: "maria", status: "queued", devices: 0, ...untouched, response: null },
        ...{ answeredBy: null, escalatedAt: null, reminders: null },
      },
    ]);

    const fields = message({
      userId: undefined,
      userIds: ["b", "a", "b", "c"],
      type: "warning",
      priority: "high",
      sender: "Tienda",
      url: "https://example.com/7?a=b#c",
      tag: "order-7",
      ttl: 3600,
      actions: [button(2), button(1)],
      allowReply: true,
      idempotencyKey: "order-7",
      data: { order: 7 },
      callbackUrl: "https://127.0.0.1:9/x",
    });
    const full = await send(world, fields);
    assert.deepEqual(full.recipients.map((one: { userId: string }) => one.userId), ["b", "a", "c"]);
    assert.equal(Date.parse(full.expiresAt) - Date.parse(full.createdAt), 3_600_000);
    const { recipients: three, ...again } = await readBack(world, full.notificationId);
    const expected = { ...fields, userIds: ["b", "a", "c"] };
    for (const [name, value] of Object.entries(expected)) {
      assert.deepEqual(
        again[name],
        value,
        name,
      );
    }
    assert.deepEqual(three.map((one: { userId: string }) => one.userId), ["b", "a", "c"]);
    const listOfOne = await send(world, { userIds: ["b"] });
    const { userId, userIds } = await readBack(world, listOfOne.notificationId);
    assert.deepEqual([userId, userIds], [undefined, ["b"]]);
  },
);
