import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { parseHook } from "@/lib/channels/meta/hook/parse_hook.ts";
import { isSigned, signatureIn } from "@/lib/channels/meta/hook/signature.ts";
import { splitHook } from "@/lib/channels/meta/hook/split.ts";
import { kinds, ownIds, payload, payloadNames, readPart } from "./payloads.ts";

const secret = "0123456789abcdef0123456789abcdef";
const body = new TextEncoder().encode('{"object":"page","entry":[]}');
const hexOf = (key: string, bytes = body) => createHmac("sha256", key).update(bytes).digest("hex");

Deno.test("a signature has one form", () => {
  const hex = hexOf(secret);
  assert.ok(signatureIn(`sha256=${hex}`));
  const others = [
    null,
    "",
    hex,
    `sha1=${hex}`,
    `sha256=${hex.slice(2)}`,
    `sha256=${hex}00`,
    `sha256=${hex.toUpperCase()}`,
    `SHA256=${hex}`,
    `sha256= ${hex}`,
    `sha256=${hex} `,
    `sha256=${"g".repeat(64)}`,
    `sha256=${hex}, sha256=${hex}`,
  ];
  for (const header of others) assert.equal(signatureIn(header), null, String(header));
});

Deno.test("a body is signed by one of an app's secrets, and by no other", () => {
  const fits = (header: string, secrets: string[], bytes = body) =>
    isSigned(bytes, signatureIn(`sha256=${header}`)!, secrets);
  assert.ok(fits(hexOf(secret), [secret]));
  assert.ok(fits(hexOf(secret), ["of-instagram", secret]));
  assert.ok(fits(hexOf("of-instagram"), ["of-instagram", secret]));
  assert.ok(!fits(hexOf("another app's"), ["of-instagram", secret]));
  assert.ok(!fits(hexOf(""), ["", secret]), "an empty secret fits nothing");
  assert.ok(!fits(hexOf(secret), []));
  const changed = body.slice();
  changed[3]! ^= 1;
  assert.ok(!fits(hexOf(secret), [secret], changed));
});

Deno.test("what is no hook is told from one", () => {
  const no = [
    undefined,
    null,
    1,
    "page",
    {},
    [],
    { object: "page" },
    { object: "user", entry: [] },
    { object: ["page"], entry: [] },
    { object: "page", entry: {} },
    [[{ object: "page", entry: [] }]],
  ];
  for (const one of no) assert.equal(splitHook(one), null, JSON.stringify(one));
  assert.deepEqual(splitHook({ object: "page", entry: [] }), []);
  assert.deepEqual(splitHook([{ object: "page", entry: [null, 1, []] }]), []);
});

Deno.test("JSON that nests deeper than Meta's is none", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const nested = (count: number) => bytes("[".repeat(count) + "]".repeat(count));
  assert.deepEqual(parseHook(nested(2)), [[]]);
  assert.ok(parseHook(nested(64)));
  assert.equal(parseHook(nested(65)), undefined);
  assert.equal(parseHook(nested(200_000)), undefined);
  assert.equal(parseHook(bytes("[".repeat(1_000_000))), undefined);
  assert.deepEqual(parseHook(bytes(`"${"[{".repeat(100)}"`)), "[{".repeat(100), "within a text");
  assert.deepEqual(parseHook(bytes(`["\\"${"[".repeat(100)}"]`)), [`"${"[".repeat(100)}`]);
  assert.equal(parseHook(bytes("")), undefined);
  assert.equal(parseHook(bytes("{")), undefined);
  assert.equal(parseHook(Uint8Array.of(0xff, 0xfe)), undefined);
});

Deno.test("the same hook has the same keys, and each event one of its own", () => {
  const all = new Map<string, string>();
  for (const kind of kinds) {
    for (const name of payloadNames(kind)) {
      const path = `${kind}/${name}`;
      const [once, again] = [splitHook(payload(path))!, splitHook(payload(path))!];
      assert.deepEqual(once.map(({ key }) => key), again.map(({ key }) => key), path);
      for (const { key, route } of once) {
        assert.ok(key.length > 0 && key.length <= 200, path);
        all.set(`${route.object} ${key}`, path);
      }
    }
  }
  // A text and its echo, edit or withdrawal differ; so do a message of a history and its file.
  assert.notEqual(all.get("whatsapp_business_account media:wamid.history1"), undefined);
  assert.notEqual(all.get("whatsapp_business_account wamid.history1"), undefined);
  assert.equal(all.get("instagram unsent:m_text"), "instagram/unsend");
  assert.equal(all.get("page edit:m_text:1"), "facebook/edit");
  assert.equal(
    all.get("whatsapp_business_account status:wamid.ours:delivered"),
    "whatsapp/delivered",
  );
});

Deno.test("a hook of many entries is as many events, each once", () => {
  const entry = (id: number, mids: string[]) => ({
    id: String(id),
    time: 1,
    messaging: mids.map((mid) => ({
      sender: { id: "7" },
      recipient: { id: String(id) },
      timestamp: 1_790_000_000_000,
      message: { mid, text: mid },
    })),
  });
  const entries = Array.from({ length: 1_000 }, (_, at) => entry(at, ["a", "b", "a"]));
  const events = splitHook({ object: "page", entry: entries })!;
  assert.equal(events.length, 2_000);
  assert.equal(new Set(events.map(({ route, key }) => `${route.id} ${key}`)).size, 2_000);
  const people = Array.from({ length: 1_000 }, (_, at) => `m${at}`);
  assert.equal(splitHook({ object: "page", entry: [entry(1, people)] })!.length, 1_000);
});

Deno.test("what stands once in a hook does not grow with its events", () => {
  const message = (n: number) => ({ id: `w${n}`, from: "34600111222", type: "text" });
  const contact = (n: number) => ({ wa_id: "34600111222", profile: { name: `Nuria ${n}` } });
  const hook = (count: number, name: string) => ({
    object: "whatsapp_business_account",
    entry: [{
      id: "1",
      time: name,
      changes: [{
        field: "messages",
        value: {
          metadata: { phone_number_id: "1", display_phone_number: name },
          contacts: Array.from({ length: count }, (_, n) => contact(n)).concat([
            { wa_id: "34600111222", profile: { name } },
          ]),
          errors: Array.from({ length: count }, (_, n) => ({ code: n, title: name })),
          messages: Array.from({ length: count }, (_, n) => message(n)),
        },
      }],
    }],
  });
  const sizeOf = (body: unknown) => JSON.stringify(splitHook(body)).length;
  assert.ok(sizeOf(hook(400, "x".repeat(400))) < 4.2 * sizeOf(hook(100, "x".repeat(400))));
  assert.ok(sizeOf(hook(100, "x".repeat(100_000))) < 1_000_000);
  const [event] = splitHook(hook(1, "x".repeat(100_000)))!;
  assert.equal(event!.route.id, "1");
  const read = readPart(event!);
  assert.ok(read.type === "message" && read.person.name === "Nuria 0");
});

/** Values that stand where others should. */
const odd: unknown[] = [
  null,
  0,
  -1,
  1e300,
  true,
  "",
  "\0",
  "\ud800",
  "9".repeat(400),
  "x".repeat(5_000),
  "‮evil",
  [],
  {},
  [null],
  { id: {} },
  253_402_300_800_000,
];

/** Each place of a JSON value, with something else in it. */
function* withOneChanged(value: unknown, other: unknown): Generator<unknown> {
  yield other;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const copy: Record<string, unknown> = Array.isArray(value) ? [...value] as never : { ...value };
    for (const changed of withOneChanged(copy[key], other)) yield { ...copy, [key]: changed };
    if (Array.isArray(value)) {
      for (const changed of withOneChanged(value[Number(key)], other)) {
        yield value.with(Number(key), changed);
      }
    }
  }
}

Deno.test("whatever stands in any place of a payload, it is an event or a problem", () => {
  let count = 0;
  for (const kind of kinds) {
    for (const name of payloadNames(kind)) {
      const value = payload(`${kind}/${name}`);
      for (const other of odd) {
        for (const changed of withOneChanged(value, other)) {
          count++;
          for (const event of splitHook(changed) ?? []) {
            assert.ok(event.key.length > 0 && event.key.length <= 200, name);
            check(event, `${kind}/${name} ${JSON.stringify(changed)}`);
          }
        }
      }
    }
  }
  assert.ok(count > 20_000, String(count));
});

/** Facebook's first year. */
const earliest = Date.UTC(2004, 0);

function check(event: Parameters<typeof readPart>[0], where: string): void {
  let read: ReturnType<typeof readPart>;
  try {
    read = readPart(event);
  } catch (error) {
    assert.match((error as Error).message, /^(nobody is named|a \w+ without an id)$/, where);
    return;
  }
  assert.ok(read.at.getTime() >= earliest, where);
  const text = JSON.stringify(read);
  assert.ok(text.isWellFormed() && !text.includes("\\u0000") && !text.includes("\\ud800"), where);
  if (!("person" in read)) return;
  if (read.type !== "message" || !read.isSelf) {
    assert.ok(!read.person.ids.some((id) => ownIds.includes(id)), where);
  }
  if (event.route.object !== "whatsapp_business_account") {
    assert.equal(read.person.phone, null, where);
  }
}
