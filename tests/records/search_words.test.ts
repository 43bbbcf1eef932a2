import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { indexedWords, rangeOf, type Term, termsOf } from "@/lib/records/search_words.ts";
import { testOnEachDatabase } from "../db/each.ts";

/** Text of the scripts and signs that people write here, and some that they do not. */
const letters = fc.oneof(
  fc.integer({ min: 0x20, max: 0x52f }),
  fc.integer({ min: 0x1e00, max: 0x1fff }),
  fc.integer({ min: 0x2000, max: 0x206f }),
  fc.integer({ min: 0x20a0, max: 0x214f }),
  fc.integer({ min: 0x3000, max: 0x30ff }),
  fc.integer({ min: 0x4e00, max: 0x4eff }),
  fc.integer({ min: 0xac00, max: 0xacff }),
  fc.integer({ min: 0xff00, max: 0xffff }),
  fc.integer({ min: 0x1f300, max: 0x1f700 }),
).map((code) => String.fromCodePoint(code));
const texts = fc.array(
  fc.oneof(letters, fc.constantFrom(..."aeioñÁü -_.@'\\]^$&9łøđðıħŧŋßæœþŁØĐÞẞÆŒİſ")),
  {
    maxLength: 40,
  },
).map((parts) => parts.join(""));

testOnEachDatabase("words are folded and split as the database does it", async ({ db }) => {
  const fixed = [
    "",
    "!!!",
    "Ángela NÚÑEZ-Peña",
    "ana@ejemplo.es",
    "ΟΔΟΣ İstanbul ẞ ø",
    "x".repeat(90),
    "株式会社田中商店・ABC".repeat(3),
    // Every letter below the emoji, in texts of a hundred.
    ...Array.from({ length: 0x2600 / 100 }, (_, at) => lettersFrom(at * 100)),
    ...Array.from({ length: 0x500 / 100 }, (_, at) => lettersFrom(0xfb00 + at * 100)),
  ];
  const samples = [...fixed, ...fc.sample(texts, { numRuns: 400, seed: 3 })];
  const { rows } = await sql<{ words: string[] }>`
    select array(select relevo_words(t)) as words
    from unnest(${samples}::text[]) with ordinality as given (t, n) order by n`.execute(db);
  for (const [at, text] of samples.entries()) {
    assert.deepEqual(indexedWords(text).sort(), rows[at]!.words.sort(), JSON.stringify(text));
  }
});

/** What is typed, and what it is found in: of one language each, or of other devices. */
const finds: [typed: string, text: string][] = [
  ["lukasz", "Łukasz Żółć"],
  ["zolc", "Łukasz Żółć"],
  ["Łukasz", "LUKASZ"],
  ["strasse", "Große Straße 5"],
  ["GROSSE", "Große Straße 5"],
  ["straße", "Strasse"],
  ["aegir", "Ægir Øvergård"],
  ["overgard", "Ægir Øvergård"],
  ["djordje", "Đorđe Djordje"],
  ["dorde", "Đorđe"],
  ["isik", "Işık"],
  ["ISIK", "ışık"],
  ["istanbul", "İSTANBUL"],
  ["thor", "Þór"],
  ["oeuvre", "Œuvre"],
  // Windows and macOS write one letter or two; Korean syllables or their parts.
  ["jose", "Jose\u0301"],
  ["김철수", "김철수".normalize("NFD")],
  ["김철수".normalize("NFD"), "김철수"],
  ["전자", "삼성전자"],
  ["田中", "株式会社田中商店"],
  ["商店", "株式会社田中商店"],
  ["店", "株式会社田中商店"],
  ["株式会社田中商店本社ビル", "東京の株式会社田中商店本社ビル"],
  ["田中商店", "田中・商店"],
  ["abc", "株式会社ABC"],
  ["ABC株式会社", "株式会社 ABC"],
  ["北京", "中国北京市"],
  ["สมชาย", "คุณสมชาย"],
  // Half-width kana with its mark apart, full-width letters and digits.
  ["パーク", "ﾊﾟｰｸﾋﾞﾙ"],
  ["ﾋﾞﾙ", "パークビル"],
  ["relevo 12", "Ｒｅｌｅｖｏ　１２"],
  ["№ 7", "No 7"],
  ["fin", "ﬁn"],
  ["οδος", "ΟΔΌΣ"],
];

testOnEachDatabase("names are found as people of other places type them", async ({ db }) => {
  const { rows } = await sql<{ words: string[] }>`
    select array(select relevo_terms(t)) as words
    from unnest(${finds.map(([, text]) => text)}::text[]) with ordinality as given (t, n)
    order by n`.execute(db);
  for (const [at, [typed, text]] of finds.entries()) {
    const begins = (word: string) => rows[at]!.words.some((token) => token.startsWith(word));
    const isMatched = (term: Term) => term.some((words) => words.every(begins));
    assert.ok(termsOf(typed).every(isMatched), `${typed} in ${text}: ${rows[at]!.words}`);
    assert.ok(termsOf(typed).length > 0, typed);
  }
  const [unlike] = finds.filter(([typed]) => typed === "北京");
  assert.ok(
    !termsOf("京北").every((term) =>
      term.some((words) =>
        words.every((word) => indexedWords(unlike![1]).some((token) => token.startsWith(word)))
      )
    ),
  );
});

testOnEachDatabase("a text is found by itself, however it is written", async ({ db }) => {
  const fixed = [
    "Muebles S. L.",
    "O'Brien",
    "B-12.345.678",
    "1 2 3",
    "ana@x.es",
    "ÑU.ÑU ẞ",
    "(0)",
    "株式会社・田中商店本社ビル ABC中",
  ];
  const samples = [...fixed, ...fc.sample(texts, { numRuns: 400, seed: 4 })];
  const { rows } = await sql<{ words: string[] }>`
    select array(select relevo_terms(t)) as words
    from unnest(${samples}::text[]) with ordinality as given (t, n) order by n`.execute(db);
  for (const [at, text] of samples.entries()) {
    const tokens = new Set(rows[at]!.words);
    const isKept = (term: Term) => term.some((words) => words.every((word) => tokens.has(word)));
    assert.ok(termsOf(text).every(isKept), `${JSON.stringify(text)}: ${[...tokens]}`);
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

/** Without a letter that Unicode got in 2024: servers that are older do not know its small one. */
function lettersFrom(code: number): string {
  return Array.from({ length: 100 }, (_, at) => code + at || 1).filter((one) => one !== 0x1c89)
    .map((one) => String.fromCodePoint(one)).join(" ");
}
