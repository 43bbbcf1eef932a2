import assert from "node:assert/strict";
import { lengthOf, partsOf } from "@/lib/values/text_parts.ts";

const characters = (most: number) => ({ most, unit: "characters" }) as const;
const bytes = (most: number) => ({ most, unit: "bytes" }) as const;
const family = "👨‍👩‍👧‍👦"; // 11 code units, 25 bytes

Deno.test("a text is divided where people would divide it", () => {
  const cases: [text: string, limit: ReturnType<typeof characters | typeof bytes>, string[]][] = [
    ["", characters(10), []],
    ["  \n ", characters(10), []],
    ["short", characters(10), ["short"]],
    ["0123456789", characters(10), ["0123456789"]],
    ["0123456789a", characters(10), ["0123456789", "a"]],
    ["one two three four", characters(9), ["one two", "three", "four"]],
    ["one. two three", characters(10), ["one. two", "three"]],
    ["First one. Second", characters(12), ["First one.", "Second"]],
    ["a\nb\n\nccc ddd eee", characters(12), ["a\nb\n\nccc ddd", "eee"]],
    ["aaaa bbbb\n\ncccc dddd", characters(16), ["aaaa bbbb", "cccc dddd"]],
    ["aaaa bbbb\ncccc dddd", characters(16), ["aaaa bbbb", "cccc dddd"]],
    ["0123456789 next", characters(10), ["0123456789", "next"]],
    ["ññññ", bytes(4), ["ññ", "ññ"]],
    [`ab${family}`, characters(12), ["ab", family]],
    [`ab${family}`, bytes(26), ["ab", family]],
    ["é".normalize("NFD").repeat(3), characters(3), ["é", "é", "é"].map((e) => e.normalize("NFD"))],
    // No character as people see it fits: it is cut between code points.
    [family, characters(4), ["👨‍", "👩‍", "👧‍", "👦"]],
    ["🙂🙂", characters(1), ["🙂", "🙂"]],
  ];
  for (const [text, limit, parts] of cases) {
    assert.deepEqual(partsOf(text, limit), parts, JSON.stringify(text));
  }
});

Deno.test("1,001 bytes of 400 emoji leave whole", () => {
  const text = "🙂".repeat(250) + "a";
  const parts = partsOf(text, bytes(1_000));
  assert.deepEqual(parts, ["🙂".repeat(250), "a"]);
});

Deno.test("parts fit, lose no letter, and are well-formed", () => {
  const letters = [
    "a",
    " ",
    "\n",
    "\n\n",
    ". ",
    "ñ",
    "🙂",
    family,
    "e\u0301",
    "漢",
    "x".repeat(30),
  ];
  let seed = 48;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  for (let round = 0; round < 400; round++) {
    const length = Math.floor(random() * 200);
    const text = Array.from({ length }, () => letters[Math.floor(random() * letters.length)])
      .join("");
    for (const limit of [characters(40), bytes(60), characters(1_000)]) {
      const parts = partsOf(text, limit);
      const where = JSON.stringify({ text, limit });
      assert.ok(parts.every((part) => lengthOf(part, limit.unit) <= limit.most), where);
      assert.ok(parts.every((part) => part.isWellFormed() && part.trim() !== ""), where);
      const bare = (one: string) => one.replace(/\s/g, "");
      assert.equal(bare(parts.join("")), bare(text), where);
    }
  }
});
