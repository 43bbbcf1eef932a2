/** Numbers as people, spreadsheets and other programs write them. */
import assert from "node:assert/strict";
import { formatMoney, formatPrice, formatQuantity } from "@/lib/values/money.ts";
import { isEither, readNumeral, signOf } from "@/lib/input/numerals.ts";
import { parseDecimal, writeDecimal } from "@/lib/panel/page/numbers.ts";

/** Of one meaning, whatever the decimal sign of the place. */
const clear: [string, number][] = [
  ...[["0", 0], ["007", 7], ["1234", 1234], ["+5", 5], ["-0", 0]] as [string, number][],
  // No group of thousands begins with 0.
  ...[["0.750", 0.75], ["0,125", 0.125], ["00.750", 0.75], ["01.234", 1.234], ["0,000", 0]] as [
    string,
    number,
  ][],
  ...[["1.5", 1.5], ["1,5", 1.5], [",5", 0.5], [".5", 0.5], ["5,", 5], ["5.", 5]] as [
    string,
    number,
  ][],
  ...[["1234.567", 1234.567], ["1234,567", 1234.567], ["1.2345", 1.2345]] as [string, number][],
  ["1.234,56", 1234.56],
  ["1,234.56", 1234.56],
  ["1.234,567", 1234.567],
  ["1.234.567", 1_234_567],
  ["1,234,567.8", 1_234_567.8],
  ["1 234,5", 1234.5],
  ["1\u00a0234\u202f567", 1_234_567],
  ["1'234.50", 1234.5],
  ["1’234’567", 1_234_567],
  ...[["-3", -3], ["−3,5", -3.5], ["– 3", -3], ["3-", -3], ["(3,5)", -3.5], ["$-3", -3]] as [
    string,
    number,
  ][],
  ["12,5 €", 12.5],
  ["€12.5", 12.5],
  ["$ 12.5", 12.5],
  ["12.5 USD", 12.5],
  ["EUR 12,5", 12.5],
  ["12,5 euros", 12.5],
  ["US$12.50", 12.5],
  ["21 %", 21],
  ["１２，５", 12.5],
  ["\u200e12,5\u202c", 12.5],
];

const nothing = [
  ...["", " ", ".", ",", "-", "€", "abc", "1e3", "0x10", "Infinity", "NaN", "1/2", "½", "5²"],
  ...["1,2,3", "12.34.56", "1.234.5", "1,234,5", "--1", "+-1", "-1-", "(-1)", "1-2", "5–10"],
  ...["1..2", "1.,2", "1.000,00.0", "0.123.456", "1 2", "12 50", "1.234 567", "1 kg", "5 abc"],
  ...["EUR 5 EUR", "12.34,567", "1,23,456,7", "12,34,567", "9".repeat(70)],
];

Deno.test("an unambiguous number is read the same in every field", () => {
  for (const [text, value] of clear) {
    for (const sign of [",", "."] as const) {
      assert.equal(readNumeral(text, sign), value, `${text} by ${sign}`);
    }
    assert.equal(isEither(text), false, text);
  }
  for (const text of nothing) assert.equal(readNumeral(text, ","), undefined, text);
});

Deno.test("an ambiguous number is read by the decimal sign of its field", () => {
  for (
    const [text, comma, point] of [["1.234", 1234, 1.234], ["12,345", 12.345, 12_345]] as const
  ) {
    assert.deepEqual([readNumeral(text, ","), readNumeral(text, ".")], [comma, point]);
    assert.equal(isEither(text), true);
    assert.equal(signOf(text), undefined);
  }
  assert.deepEqual([parseDecimal("-1.234", "es"), parseDecimal("-1.234", "en")], [-1234, -1.234]);
  assert.deepEqual([parseDecimal("", "es"), parseDecimal("x", "es")], [null, undefined]);
});

Deno.test("the decimal sign shows where a number can have no other", () => {
  const signs = { "1.5": ".", "0,125": ",", "1.234,5": ",", "1,234.5": ".", "1.234.567": "," };
  for (const [text, sign] of Object.entries(signs)) assert.equal(signOf(text), sign, text);
  for (const text of ["7", "1 234", "1'234", "x"]) assert.equal(signOf(text), undefined, text);
});

Deno.test("what the panel writes it reads back as the same", () => {
  const values = [0, 0.1, 0.125, 0.75, 1, 1.234, 1.5, 12.345, 999, 1000, 1234, 1234.5, 1234.5678];
  const large = [99_999.99, 100_000, 123_456.789, 1_234_567.89, 12_345_678.9];
  const all = [...values, ...large].flatMap((value) => [value, -value]);
  for (const language of ["es", "en"] as const) {
    const read = (text: string) => parseDecimal(text, language);
    for (const value of all) {
      const label = `${value} in ${language}`;
      assert.equal(read(writeDecimal(value, language)), value === 0 ? 0 : value, label);
      assert.equal(
        read(formatPrice(value, { language, currency: "EUR" })),
        value === 0 ? 0 : value,
        label,
      );
      const thousandths = Math.round(value * 1000) / 1000;
      // A whole number of four to six digits is written with a group that is read by its place.
      assert.equal(read(formatQuantity(thousandths, language)), thousandths || 0, label);
      for (const currency of ["EUR", "USD", "MXN", "GBP", "CHF"]) {
        const cents = Math.round(value * 100) / 100;
        assert.equal(read(formatMoney(cents, { language, currency })), cents || 0, label);
      }
    }
  }
});
