/** What programs write in other ways and mean the same. */
import assert from "node:assert/strict";
import { cutText } from "@/lib/input/cut_text.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { assertFailure, message, postNotify, readBack } from "../scene.ts";

type Fields = Record<string, unknown>;

const nulls: [what: string, fields: Fields][] = [
  ["a text", { sender: null, tag: null, url: null, callbackUrl: null, idempotencyKey: null }],
  ["a choice and a number", { type: null, priority: null, ttl: null, allowReply: null }],
  ["a list and an object", { actions: null, data: null }],
  ["what is asked later", { remind: null, escalate: null, fallback: null, answers: null }],
  ["the other recipients", { userId: null, userIds: ["maria"] }],
];

testOnEach("null in an optional field of a send is its absence", async (world) => {
  const bare = await postNotify(world);
  const plain = await readBack(world, bare.body.data.notificationId);
  for (const [what, fields] of nulls) {
    const sent = await postNotify(world, fields);
    assert.equal(sent.status, 202, `${what}: ${JSON.stringify(sent.body)}`);
    const read = await readBack(world, sent.body.data.notificationId);
    for (const name of Object.keys(fields)) {
      if (name !== "userId" && name !== "userIds") {
        assert.deepEqual(read[name], plain[name], `${what}: ${name}`);
      }
    }
  }
  for (const name of ["title", "body"]) {
    const refused = assertFailure(
      await postNotify(world, { [name]: null }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(refused.fields), [name]);
  }
});

testOnEach("a record is sent again with the values that were read", async (world) => {
  const sent = await postNotify(world, { ttl: 600, data: { n: 1 } });
  const read = await readBack(world, sent.body.data.notificationId);
  const names = ["userId", "title", "body", "type", "priority", "sender", "url", "tag", "ttl"];
  const more = ["actions", "allowReply", "remind", "escalate", "answers", "fallback", "data"];
  const json = Object.fromEntries([...names, ...more].map((name) => [name, read[name]]));
  const again = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
  assert.equal(again.status, 202, JSON.stringify(again.body));
});

testOnEach("null in other bodies of programs is absence too", async (world) => {
  const paired = await world.call("POST", "/api/devices/pairings", {
    key: world.keys.shop,
    json: { userId: "maria", name: null },
  });
  assert.equal(paired.status, 201, JSON.stringify(paired.body));
});

const text = (count: number) => `{"t":"${"é".repeat((count - 8) / 2)}"}`;
const escaped = (count: number) => text(count).replaceAll("é", "\\u00e9");

const sizes: [what: string, data: string, status: number][] = [
  ["2048 bytes as they are", text(2048), 202],
  ["2048 bytes as escapes", escaped(2048), 202],
  ["2050 bytes as they are", text(2050), 422],
  ["2050 bytes as escapes", escaped(2050), 422],
  ["slashes that need no escape", `{"t":"${"\\/".repeat(2040)}"}`, 202],
  ["one slash too many", `{"t":"${"\\/".repeat(2041)}"}`, 422],
  ["pairs of surrogates", `{"t":"${"\\ud83e\\udd89".repeat(510)}"}`, 202],
  ["white space between parts", `{ "t" :${" ".repeat(5000)}"${"a".repeat(2040)}" }`, 202],
  ["escapes beyond all measure", `{"t":"${"\\u0061".repeat(2048)}"}`, 422],
];

testOnEach("data counts its bytes however its text was escaped", async (world) => {
  for (const [what, data, status] of sizes) {
    const body = JSON.stringify(message({ data: 0 })).replace('"data":0', () => `"data":${data}`);
    const headers = { "Content-Type": "application/json" };
    const sent = await world.call("POST", "/api/notify", { key: world.keys.shop, body, headers });
    assert.equal(sent.status, status, `${what}: ${JSON.stringify(sent.body)}`);
  }
});

const types: [headers: Record<string, string>, status: number][] = [
  [{ "Content-Type": "application/json; charset=utf-8" }, 202],
  [{ "Content-Type": 'application/json;charset="UTF8"; profile=x' }, 202],
  [{ "Content-Type": "application/json; charset=" }, 415],
  [{ "Content-Type": "application/json; charset=iso-8859-1" }, 415],
  [{ "Content-Type": "application/json; charset=utf-16le" }, 415],
  [{ "Content-Type": "application/json", "Content-Encoding": "identity" }, 202],
  [{ "Content-Type": "application/json", "Content-Encoding": "gzip" }, 415],
  [{ "Content-Type": "application/json", "Content-Encoding": "identity, br" }, 415],
];

testOnEach(
  "a body that is compressed or no UTF-8 is refused in words that say so",
  async (world) => {
    for (const [path, body] of [["notify", JSON.stringify(message())], ["notify/maria", "hola"]]) {
      for (const [sent, status] of types) {
        const type = sent["Content-Type"]!;
        const headers = {
          ...sent,
          "Content-Type": path === "notify" ? type : type.replace("application/json", "text/plain"),
          "Accept-Language": "en",
        };
        const call = { key: world.keys.shop, body, headers };
        const answer = await world.call("POST", `/api/${path}`, call);
        assert.equal(answer.status, status, `${path} ${JSON.stringify(sent)}`);
        if (status !== 415) continue;
        assertFailure(answer, 415, "unsupported_media_type");
        assert.match(answer.body.error, sent["Content-Encoding"] ? /uncompressed/ : /UTF-8/);
      }
    }
  },
);

function sendText(world: World, key: string | null, body = "hola") {
  const headers = {
    "Content-Type": "text/plain",
    ...(key === null ? {} : { "Idempotency-Key": key }),
  };
  return world.call("POST", "/api/notify/maria", { key: world.keys.shop, body, headers });
}

testOnEach("sends take the header Idempotency-Key", async (world) => {
  const first = await sendText(world, "k1");
  assert.equal(first.status, 202, JSON.stringify(first.body));
  const again = await sendText(world, '"k1"');
  assert.deepEqual([again.status, again.headers.get("idempotent-replayed")], [200, "true"]);
  assert.deepEqual(again.body.data, { ...first.body.data, duplicate: true });
  assertFailure(await sendText(world, "k1", "adiós"), 422, "idempotency_key_reused");
  const long = assertFailure(await sendText(world, "k".repeat(256)), 422, "validation_failed");
  assert.deepEqual(Object.keys(long.fields), ["Idempotency-Key"]);
  for (const none of [null, "", " "]) assert.equal((await sendText(world, none)).status, 202);

  const post = (json: Fields, header = "k2") =>
    world.call("POST", "/api/notify", {
      key: world.keys.shop,
      json: message(json),
      headers: { "Idempotency-Key": header },
    });
  const sent = await post({});
  assert.equal(sent.status, 202);
  const { notificationId } = sent.body.data;
  for (const json of [{}, { idempotencyKey: "k2" }, { idempotencyKey: null }]) {
    const repeat = await post(json);
    assert.deepEqual([repeat.status, repeat.body.data.notificationId], [200, notificationId]);
  }
  // The body's own counts.
  const others = await post({ idempotencyKey: "k3" });
  assert.equal(others.status, 202);
  assert.equal((await readBack(world, others.body.data.notificationId)).idempotencyKey, "k3");
});

const family = "👨‍👩‍👧‍👦";
const cuts: [text: string, most: number, cut: string][] = [
  ["hola", 4, "hola"],
  ["holas", 4, "hola"],
  ["cafe\u0301s", 4, "caf"],
  ["cafe\u0301s", 5, "cafe\u0301"],
  [`a${family}`, 7, "a"],
  [`a${family}`, 8, `a${family}`],
  ["🇪🇸🇫🇷", 3, "🇪🇸"],
  ["👍🏽👍🏽", 3, "👍🏽"],
  ["\r\n\r\n", 3, "\r\n"],
  [`e${"\u0301".repeat(50)}`, 10, `e${"\u0301".repeat(9)}`],
];

Deno.test("a text is cut between what people see as characters", () => {
  for (const [text, most, cut] of cuts) assert.equal(cutText(text, most), cut, text);
  const zalgo = `e${"\u0301".repeat(1_000_000)}`;
  const startedAt = performance.now();
  assert.equal([...cutText(zalgo, 120)].length, 120);
  assert.ok(performance.now() - startedAt < 100);
});

testOnEach("a title that is cut of a text ends between characters", async (world) => {
  const line = `${"a".repeat(119)}${family}`;
  const sent = await sendText(world, null, line);
  const read = await readBack(world, sent.body.data.notificationId);
  assert.deepEqual([read.title, read.body], ["a".repeat(119), line]);
});
