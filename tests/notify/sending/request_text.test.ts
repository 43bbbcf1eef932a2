import assert from "node:assert/strict";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, assertFailure, message, readBack, yesNo } from "../scene.ts";

/** Posts raw JSON text, which may hold what `JSON.stringify` would not write. */
function post(world: World, body: string) {
  const headers = { "Content-Type": "application/json" };
  return world.call("POST", "/api/notify", { key: world.keys.shop, body, headers });
}

/** The text of a request whose `data` is the given JSON text. */
function withData(data: string): string {
  return JSON.stringify(message({ data: 0 })).replace('"data":0', `"data":${data}`);
}

const survives = {
  "the order of keys": '{"z":1,"a":{"y":[],"b":null},"m":true}',
  "a key called __proto__": '{"__proto__":{"admin":true},"constructor":{"prototype":1}}',
  "an empty key": '{"":""}',
  "numbers": '{"n":[0.1,1e21,-1.5,9007199254740991,5e-324]}',
  "other scripts": '{"ключ":"日本語 🦉","e\u0301":"\u00e9","\\u2028":"\\u202e"}',
  "control characters": '{"c":"\\u0001\\u001f\\u007f\\t\\r\\n","q":"\\"\\\\/"}',
  "what looks like SQL": `{"'; drop table notifications; --":"$1 %s \\\\x00"}`,
  "deep nesting": `{"d":${"[".repeat(1000)}${"]".repeat(1000)}}`,
};

testOnEach("data comes back as it was sent: to the sender and in the response", async (world) => {
  const phone = await world.pairPhone("maria");
  for (const [name, data] of Object.entries(survives)) {
    const body = withData(data).replace('"data"', `"actions":${JSON.stringify(yesNo)},"data"`);
    const sent = await post(world, body);
    assert.equal(sent.status, 202, `${name}: ${JSON.stringify(sent.body)}`);
    const id = sent.body.data.notificationId;
    const expected = JSON.stringify(JSON.parse(data));
    assert.equal(JSON.stringify((await readBack(world, id)).data), expected, name);
    const answered = await answer(world, phone, id, { actionId: "no" });
    assert.equal(JSON.stringify(answered.body.data.data), expected, name);
  }
});

testOnEach("text that cannot be kept is refused by field, and never a 500", async (world) => {
  const unclean: Record<string, string> = {
    [`{"userId":"m","title":"a\\u0000b","body":"b"}`]: "title",
    [`{"userId":"m","title":"t","body":"\\ud83e"}`]: "body",
    [`{"userId":"m\\u0000","title":"t","body":"b"}`]: "userId",
    [`{"userIds":["a","\\udc00"],"title":"t","body":"b"}`]: "userIds.1",
    [`{"userId":"m","title":"t","body":"b","tag":"\\u0000"}`]: "tag",
    [`{"userId":"m","title":"t","body":"b","sender":"\\ud800x"}`]: "sender",
    [`{"userId":"m","title":"t","body":"b","idempotencyKey":"\\u0000"}`]: "idempotencyKey",
    [`{"userId":"m","title":"t","body":"b","callbackUrl":"https://a.example/\\u0000"}`]:
      "callbackUrl",
    [`{"userId":"m","title":"t","body":"b","url":"https://a.example/\\udfff"}`]: "url",
    [`{"userId":"m","title":"t","body":"b","actions":[{"id":"\\u0000","label":"x"}]}`]:
      "actions.0.id",
    [withData('{"a":{"b":["\\u0000"]}}')]: "data",
    [withData('{"\\ud800":1}')]: "data",
    [withData('{"n":1e999}')]: "data",
    [withData(`{"many":[${"0,".repeat(200_000)}0]}`)]: "data",
    [withData(`{"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)]: "data",
    [`{"userId":"m","title":"t","body":"b","__proto__":{"ttl":60}}`]: "__proto__",
    [`{"userId":"m","title":"t","body":"b","actions":[{"id":"a","label":"b","__proto__":1}]}`]:
      "actions.0.__proto__",
    [`{"userId":"m","title":"t","body":"b","\\u0000":1}`]: "\0",
  };
  for (const [body, path] of Object.entries(unclean)) {
    const refused = assertFailure(await post(world, body), 422, "validation_failed");
    assert.deepEqual(Object.getOwnPropertyNames(refused.fields), [path], body.slice(0, 100));
  }
});

testOnEach("all of Unicode that is left is kept, in every field", async (world) => {
  const text = "\u0001\ufffe e\u0301 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u202eRTL <b>&amp;</b> '\"\\ $1";
  const fields = { title: text, body: text, sender: text, tag: text, idempotencyKey: text };
  const sent = await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: { userId: text, ...fields, actions: [{ id: text, label: text.slice(0, 40) }] },
  });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const read = await readBack(world, sent.body.data.notificationId);
  for (const [name, value] of Object.entries(fields)) assert.equal(read[name], value, name);
  assert.equal(read.recipients[0].userId, text);
  const phone = await world.pairPhone(text);
  const answered = await answer(world, phone, read.id, { actionId: text });
  assert.equal(answered.status, 201, JSON.stringify(answered.body));
  const query = new URLSearchParams({ userId: text, notificationId: read.id });
  const listed = await world.call("GET", `/api/responses?${query}`, { key: world.keys.shop });
  assert.equal(listed.status, 200, JSON.stringify(listed.body));
});
