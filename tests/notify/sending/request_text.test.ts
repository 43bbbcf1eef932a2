import assert from "node:assert/strict";
import { people, testOnEach, type World } from "../../support/world.ts";
import { startReceiver } from "../../support/receiver.ts";
import { answer, assertFailure, message, readBack, untilListed, yesNo } from "../scene.ts";

/** Posts raw JSON text, which may hold what `JSON.stringify` would not write. */
function post(world: World, body: string) {
  const headers = { "Content-Type": "application/json" };
  return world.call("POST", "/api/notify", { key: world.keys.shop, body, headers });
}

/** The text of a request whose `data` is the given JSON text. */
function withData(data: string): string {
  return JSON.stringify(message({ data: 0 })).replace('"data":0', () => `"data":${data}`);
}

/** JSON text of `data`, and the text that comes back where white space was left out. */
const survives: Record<string, string | [string, string]> = {
  "the order of keys": '{"z":1,"a":{"y":[],"b":null},"m":true,"2":0,"1":0}',
  "a key called __proto__": '{"__proto__":{"admin":true},"constructor":{"prototype":1}}',
  "an empty key": '{"":""}',
  "keys that come twice": '{"a":1,"a":2}',
  "numbers": '{"n":[0.1,1e21,-1.5,9007199254740991,5e-324]}',
  "numbers that a double cannot hold":
    '{"n":[9007199254740993,-0,1.0,1E2,0.1000000000000000055511151231257827,1e-400]}',
  "other scripts": '{"ключ":"日本語 🦉","e\u0301":"\u00e9","\\u2028":"\\u202e"}',
  "control characters": '{"c":"\\u0001\\u001f\\u007f\\t\\r\\n","q":"\\"\\\\/"}',
  "how characters are escaped": '{"e":"\\u00e9\\/","\\u0061":"\\ud83e\\udd89"}',
  "what looks like SQL": `{"'; drop table notifications; --":"$1 %s $& \\\\x00"}`,
  "deep nesting": `{"d":${"[".repeat(1000)}${"]".repeat(1000)}}`,
  "all but white space": [
    '{ "a" :\n[ 1.0,\t2 ], "data": { "userId": " , : } " } }',
    '{"a":[1.0,2],"data":{"userId":" , : } "}}',
  ],
};

testOnEach(
  "data comes back as it was sent: to the sender, the phone, the callback",
  async (world) => {
    const phone = await world.pairPhone("maria");
    await using receiver = startReceiver();
    const fields = `"actions":${JSON.stringify(yesNo)},"callbackUrl":"${receiver.url}"`;
    for (const [at, [name, sample]] of Object.entries(survives).entries()) {
      const [data, expected] = typeof sample === "string" ? [sample, sample] : sample;
      const sent = await post(world, withData(data).replace('"data"', `${fields},"data"`));
      assert.equal(sent.status, 202, `${name}: ${JSON.stringify(sent.body)}`);
      const id = sent.body.data.notificationId;
      const answered = await textOf(world, `/api/phone/notifications/${id}/response`, phone.token, {
        method: "POST",
        body: '{"actionId":"no"}',
      });
      await receiver.received(at + 1);
      const called = new TextDecoder().decode(receiver.requests[at]!.body);
      const key = world.keys.shop;
      await untilListed(world, `/api/responses?notificationId=${id}`, 1);
      const texts = [
        await textOf(world, `/api/notifications/${id}`, key),
        await textOf(world, `/api/responses?notificationId=${id}`, key),
        await textOf(world, `/api/admin/notifications/${id}`, key, {}, people.ana),
        ...[answered, called],
      ];
      for (const text of texts) assert.ok(text.includes(`"data":${expected}`), `${name}: ${text}`);
      JSON.parse(called);
    }
  },
);

/** An answer's text: parsed, it would hide what the test is about. */
async function textOf(
  world: World,
  path: string,
  secret: string,
  init: RequestInit = {},
  member?: string,
): Promise<string> {
  const headers = {
    Authorization: `Bearer ${secret}`,
    "Content-Type": "application/json",
    ...(member ? { "Cf-Access-Jwt-Assertion": await world.tokenFor(member) } : {}),
  };
  const response = await fetch(world.url + path, { ...init, headers });
  assert.ok(response.ok, path);
  return await response.text();
}

testOnEach("a repeat is told from another request by the text of its numbers", async (world) => {
  const send = (data: string) => post(world, withData(data).replace("{", '{"idempotencyKey":"k",'));
  assert.equal((await send('{"n":9007199254740993,"s":"\u00e9"}')).status, 202);
  assert.equal((await send('{ "s": "\\u00e9", "n": 9007199254740993 }')).status, 200);
  for (const other of ["9007199254740992", "9007199254740993.0", '"9007199254740993"']) {
    const refused = await send(`{"n":${other},"s":"\u00e9"}`);
    assertFailure(refused, 422, "idempotency_key_reused");
  }
});

testOnEach("the 2,048 bytes are those of the text without white space", async (world) => {
  const dataOf = (length: number) => `{ "n" : 1.${"0".repeat(length - 8)} }`;
  assert.equal((await post(world, withData(dataOf(2_048)))).status, 202);
  const refused = assertFailure(
    await post(world, withData(dataOf(2_049))),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(refused.fields), ["data"]);
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
