import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { rangeOf, type Term, termsOf, wordsOf } from "@/lib/records/search_words.ts";
import { testOnEachDatabase } from "../db/each.ts";

/** Text of the scripts and signs that people write here, and some that they do not. */
const letters = fc.oneof(
  fc.integer({ min: 0x20, max: 0x52f }),
  fc.integer({ min: 0x1e00, max: 0x1fff }),
  fc.integer({ min: 0x2000, max: 0x206f }),
  fc.integer({ min: 0x20a0, max: 0x214f }),
  fc.integer({ min: 0x3000, max: 0x30ff }),
  fc.integer({ min: 0xff00, max: 0xffff }),
  fc.integer({ min: 0x1f300, max: 0x1f700 }),
).map((code) => String.fromCodePoint(code));
const texts = fc.array(fc.oneof(letters, fc.constantFrom(..."aeioñÁü -_.@'\\]^$&9")), {
  maxLength: 40,
}).map((parts) => parts.join(""));

testOnEachDatabase("words are folded and split as the database does it", async ({ db }) => {
  const fixed = [
    "",
    "!!!",
    "Ángela NÚÑEZ-Peña",
    "ana@ejemplo.es",
    "ΟΔΟΣ İstanbul ẞ ø",
    "x".repeat(90),
  ];
  const given = [...fixed, ...fc.sample(texts, { numRuns: 400, seed: 3 })];
  const { rows } = await sql<{ words: string[] }>`
    select array(select relevo_words(t)) as words
    from unnest(${given}::text[]) with ordinality as given (t, n) order by n`.execute(db);
  for (const [at, text] of given.entries()) {
    assert.deepEqual(wordsOf(text).sort(), rows[at]!.words.sort(), JSON.stringify(text));
  }
});

testOnEachDatabase("a text is found by itself, however it is written", async ({ db }) => {
  const fixed = ["Muebles S. L.", "O'Brien", "B-12.345.678", "1 2 3", "ana@x.es", "ÑU.ÑU ẞ", "(0)"];
  const given = [...fixed, ...fc.sample(texts, { numRuns: 400, seed: 4 })];
  const { rows } = await sql<{ words: string[] }>`
    select array(select relevo_terms(t)) as words
    from unnest(${given}::text[]) with ordinality as given (t, n) order by n`.execute(db);
  for (const [at, text] of given.entries()) {
    const kept = new Set(rows[at]!.words);
    const isKept = (term: Term) => term.some((words) => words.every((word) => kept.has(word)));
    assert.ok(termsOf(text).every(isKept), `${JSON.stringify(text)}: ${[...kept]}`);
  }
});

Deno.test("of the words that are looked for, one that another begins with is left out", () => {
  assert.deepEqual(termsOf("Ana  an NÚÑEZ anabel, ana"), [[["anabel"]], [["nunez"]]]);
  assert.deepEqual(termsOf(" ·!? "), []);
  const { from, to } = rangeOf("an");
  assert.ok(from <= "an" && "anzz" < to && to < "ao");
});

Deno.test("signs may part words or not, and digits are one number", () => {
  assert.deepEqual(termsOf("S. L."), [[["sl"]]]);
  assert.deepEqual(termsOf("B-11.1"), [[["b111"], ["b", "11", "1"]]]);
  assert.deepEqual(termsOf("+34 612"), [[["34612"], ["34", "612"]]]);
  assert.deepEqual(termsOf("0034612345678"), [[["34612345678"], ["0034612345678"]]]);
  assert.deepEqual(termsOf("0142"), [[["0142"]]]);
  assert.deepEqual(termsOf("(0)"), [[["0"]]]);
});
