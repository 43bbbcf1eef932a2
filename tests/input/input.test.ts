import assert from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import { type Code, Problem } from "@/lib/input/errors.ts";
import {
  codePoints,
  isClean,
  isVisible,
  nameText,
  queryInteger,
  queryObject,
  readBytes,
  readJson,
  text,
  validate,
} from "@/lib/input/input.ts";
import * as field from "@/lib/input/fields.ts";
import { bearer, cookies, isCrossSite } from "@/lib/http/request.ts";
import { speak } from "@/lib/words/language.ts";

/** A request whose body arrives in the given pieces. */
function streamed(pieces: (string | Uint8Array)[], headers: Record<string, string> = {}): Request {
  const body = ReadableStream.from(
    pieces.map((piece) => typeof piece === "string" ? new TextEncoder().encode(piece) : piece),
  );
  return new Request("http://test/", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", ...headers },
  });
}

const withCode = (code: Code) => (error: unknown) =>
  error instanceof Problem && error.code === code;

Deno.test("a body is read to its limit, however it is cut into pieces", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, n) => n % 256);
  await fc.assert(fc.asyncProperty(
    fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 10 }),
    async (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), 300];
      const pieces = places.slice(1).map((end, n) => bytes.slice(places[n], end));
      assert.deepEqual(await readBytes(streamed(pieces), 300), bytes);
      await assert.rejects(readBytes(streamed(pieces), 299), withCode("too_large"));
    },
  ));
  assert.equal((await readBytes(new Request("http://test/"), 10)).length, 0);
  // A body whose announced length is too large is not read.
  const announced = streamed(["x"], { "Content-Length": "11" });
  await assert.rejects(readBytes(announced, 10), withCode("too_large"));
  assert.equal(announced.bodyUsed, false);
  const broken = new Request("http://test/", {
    method: "POST",
    body: ReadableStream.from((function* () {
      yield new TextEncoder().encode("{");
      throw new TypeError("connection reset");
    })()),
  });
  await assert.rejects(readBytes(broken, 10), withCode("bad_request"));
});

Deno.test("JSON is read as such, in UTF-8", async () => {
  assert.deepEqual(await readJson(streamed(['{"a":"', "ñ🦉", '"}'])), { a: "ñ🦉" });
  const owl = new TextEncoder().encode('"🦉"');
  assert.equal(await readJson(streamed([owl.slice(0, 3), owl.slice(3)])), "🦉");
  assert.equal(await readJson(streamed(["\ufeff1"])), 1, "a byte order mark is no harm");
  for (const bad of ["", "{", "nul", '"\u0001"', "[1,]", "NaN"]) {
    await assert.rejects(readJson(streamed([bad])), withCode("bad_json"), bad);
  }
  for (
    const bytes of [[0x22, 0xff, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xc0, 0x80, 0x22]]
  ) {
    await assert.rejects(readJson(streamed([Uint8Array.from(bytes)])), withCode("bad_json"));
  }
});

Deno.test("text is counted in code points", () => {
  assert.equal(codePoints("a🦉ñ"), 3);
  const short = text({ max: 3 });
  for (const good of ["a", "🦉🦉🦉", " x "]) assert.ok(short.safeParse(good).success, good);
  for (const bad of ["", " ", "\u2003\n", "🦉🦉🦉🦉", "a\0", "\ud83e", "\udd89\ud83e", 1, null]) {
    assert.ok(!short.safeParse(bad).success, JSON.stringify(bad));
  }
  assert.ok(text({ min: 0, max: 3 }).safeParse("").success);
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 8 }), (value) => {
    const expected = !value.includes("\0") && value.isWellFormed() && isVisible(value) &&
      [...value].length <= 3;
    assert.equal(short.safeParse(value).success, expected, JSON.stringify(value));
  }));
});

Deno.test("what Postgres and JSON cannot carry is seen at any depth", () => {
  const deep = (inside: unknown) => {
    let value = inside;
    for (let n = 0; n < 50_000; n++) value = [value];
    return value;
  };
  assert.ok(isClean(deep("fine")));
  assert.ok(!isClean(deep("\0")));
  assert.ok(!isClean({ "\ud800": 1 }));
  assert.ok(!isClean([{ a: Infinity }]));
  assert.ok(isClean(Array(300_000).fill({ a: null, b: true })), "also very wide");
});

Deno.test("validation names each wrong field once, in both languages", () => {
  const schema = z.strictObject({
    title: text({ max: 5 }),
    list: z.array(z.strictObject({ id: text({ max: 2 }) })).max(1),
    n: z.int(),
  }).refine(({ title }) => title !== "never", { path: ["title"] });
  const refusal = (value: unknown) => {
    try {
      validate(schema, value);
    } catch (error) {
      return (error as Problem).extras.fields!;
    }
    assert.fail("it was taken");
  };
  const fields = refusal({ title: "", list: [{ id: "abc", x: 1 }], more: 1, "a.b": 2 });
  assert.deepEqual(
    Object.keys(fields).sort(),
    ["a.b", "list.0.id", "list.0.x", "more", "n", "title"],
  );
  assert.deepEqual(Object.keys(refusal({ title: "a", list: [1, 2], n: 1 })), ["list"]);
  assert.deepEqual(Object.keys(refusal(7)), ["body"]);
  const odd = refusal(JSON.parse('{"title":"a","list":[],"n":1,"__proto__":{"x":1}}'));
  assert.deepEqual(Object.getOwnPropertyNames(odd), ["__proto__"]);
  assert.deepEqual({ ...refusal({ title: "a", list: [] }) }, {
    n: { es: "falta", en: "is missing" },
  });
});

Deno.test("query parameters come once, and whole numbers in digits", () => {
  const read = (query: string) => queryObject(new URLSearchParams(query));
  assert.deepEqual({ ...read("a=1&b=&c=%20") }, { a: "1", b: "", c: " " });
  assert.throws(() => read("a=1&b=2&a=1"), withCode("validation_failed"));
  const limit = queryInteger({ min: 0, max: 60 });
  for (const [digits, value] of Object.entries({ "0": 0, "60": 60, "007": 7 })) {
    assert.equal(limit.parse(digits), value);
  }
  for (const bad of ["", "-1", "61", "1e1", "0x1", " 1", "1.0", "٣", "12345678901"]) {
    assert.ok(!limit.safeParse(bad).success, bad);
  }
});

Deno.test("credentials are read out of their headers, and nothing else is", () => {
  const request = (headers: Record<string, string>) => new Request("http://test/", { headers });
  const secrets: Record<string, string | undefined> = {
    "Bearer abc": "abc",
    "bearer   a-b_c~d+e/f==": "a-b_c~d+e/f==",
    "Bearer abc ": "abc",
    "Bearer": undefined,
    "Bearer a b": undefined,
    "Bearerabc": undefined,
    "Basic abc": undefined,
    "Bearer a,b": undefined,
  };
  for (const [Authorization, secret] of Object.entries(secrets)) {
    assert.equal(bearer(request({ Authorization })), secret, Authorization);
  }
  assert.equal(bearer(request({})), undefined);
  const jar = cookies(request({ Cookie: "a=1; b=x=y;c=; =z; d" }));
  assert.deepEqual([...jar], [["a", "1"], ["b", "x=y"], ["c", ""]]);
});

Deno.test("another site is known by what the browser says of it", () => {
  const from = (headers: Record<string, string>, publicUrl = "https://app.example/base") =>
    isCrossSite(new Request("http://127.0.0.1:8000/", { method: "POST", headers }), publicUrl);
  assert.equal(from({}), false);
  assert.equal(from({ "Sec-Fetch-Site": "same-origin", Origin: "https://x.example" }), false);
  assert.equal(from({ "Sec-Fetch-Site": "none" }), false);
  for (const site of ["cross-site", "same-site", "odd"]) {
    assert.equal(from({ "Sec-Fetch-Site": site, Origin: "https://app.example" }), true, site);
  }
  const origins: Record<string, boolean> = {
    "https://app.example": false,
    "https://app.example:444": true,
    "http://app.example": true,
    "https://app.example.evil.example": true,
    "null": true,
    "nonsense": true,
    "https://inner.example:8443": false,
  };
  for (const [Origin, expected] of Object.entries(origins)) {
    assert.equal(from({ Origin, Host: "inner.example:8443" }), expected, Origin);
  }
});

Deno.test("what is wrong with a field is said in words that tell how to put it right", () => {
  const schema = z.strictObject({
    id: z.int32().min(1),
    kind: z.enum(["a", "b"]),
    when: z.iso.date(),
    mail: z.email(),
    tags: z.array(text({ max: 3 })).max(1),
    note: z.union([text({ max: 3 }), z.null()]),
    item: z.union([z.int(), z.strictObject({ amount: z.number().max(5) })]),
  });
  const wrongFields = (value: object) => {
    try {
      validate(schema, value);
      return {};
    } catch (error) {
      return speak((error as Problem).extras.fields!, "en");
    }
  };
  const right = {
    id: 1,
    kind: "a",
    when: "2026-01-01",
    mail: "a@b.es",
    tags: [],
    note: "x",
    item: 1,
  };
  assert.deepEqual(wrongFields(right), {});
  assert.deepEqual(new Set(Object.values(wrongFields({}))), new Set(["is missing"]));
  assert.deepEqual(
    wrongFields({
      id: 1.5,
      kind: "c",
      when: "tomorrow",
      mail: "a@",
      tags: ["a", "b"],
      note: 3,
      item: { amount: 9, odd: 1 },
    }),
    {
      id: "must be a whole number",
      kind: "must be one of a, b",
      when: "must be a day, such as 2026-12-31",
      mail: "must be an e-mail address",
      tags: "must have at most 1",
      note: "must be text",
      "item.amount": "must be at most 5",
      "item.odd": "is not a known field",
    },
  );
  assert.deepEqual(wrongFields({ ...right, id: "1", tags: "a", item: "x" }), {
    id: "must be a number",
    tags: "must be a list",
    item: "must be a number",
  });
});

Deno.test("a line break in a name is a blank, and in a text it stays", () => {
  const one = nameText({ max: 5 });
  const breaks = ["\n", "\r", "\r\n", "\t", "\v", "\f", "\u0085", "\u2028", "\u2029", " \n \r\n "];
  for (const lineBreak of breaks) {
    assert.equal(one.parse(`a${lineBreak}b`), "a b", JSON.stringify(lineBreak));
    assert.equal(
      one.parse(`${lineBreak}abcde${lineBreak}`),
      "abcde",
      "only what is kept is counted",
    );
    assert.equal(text({ max: 20 }).parse(`a${lineBreak}b`), `a${lineBreak}b`);
    assert.equal(field.optionalLine(5).parse(lineBreak), null);
    assert.ok(!one.safeParse(lineBreak).success);
  }
  assert.equal(one.parse("a  b"), "a  b", "blanks alone are left as they are");
  assert.equal(one.parse("a\u00a0b"), "a\u00a0b");
});

Deno.test("a name is trimmed, and one that shows nothing is refused", () => {
  const name = nameText({ max: 5 });
  for (const [raw, clean] of [[" \u200BAire\t\x07", "Aire"], ["\uFEFF❤\uFE0F ", "❤\uFE0F"]]) {
    assert.equal(validate(name, raw), clean);
  }
  assert.equal(validate(name, `  ${"x".repeat(5)}\n`), "xxxxx");
  for (const blank of ["", "  ", "\u200B", "\u200D\uFE0F", "\x07\u00AD", "\u3164", "\u2800"]) {
    assert.throws(
      () => validate(name, blank),
      withCode("validation_failed"),
      JSON.stringify(blank),
    );
    assert.throws(() => validate(text({ max: 5 }), blank), withCode("validation_failed"));
  }
  assert.equal(validate(text({ max: 9 }), " kept\n"), " kept\n");
  assert.equal(validate(field.optionalName(5), ""), null);
  assert.throws(() => validate(field.optionalName(5), " "), withCode("validation_failed"));
  assert.equal(validate(field.optionalText(5), "\u200B"), null);
});
