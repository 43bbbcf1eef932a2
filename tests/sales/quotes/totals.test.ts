import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { addAmounts, decimalsOf } from "@/lib/input/amounts.ts";
import { formatsOf } from "@/lib/panel/excel/cells.ts";
import { formatMoney, formatPrice } from "@/lib/values/money.ts";
import { lineNet, type PricedLine, type Totals, totalsOf } from "@/lib/sales/quotes/totals.ts";
import { openEmbedded } from "../../support/embedded.ts";

function line(quantity: number, unit_price: number, discount_percent: number, tax_rate: number) {
  return { quantity, unit_price, discount_percent, tax_rate };
}

function sums({ net_total, tax_total, gross_total }: Totals) {
  return [net_total, tax_total, gross_total];
}

Deno.test("totals: the fixtures of the contract", () => {
  assert.deepEqual(sums(totalsOf([line(16, 348.35, 4, 22)], "EUR")), [5350.66, 1177.15, 6527.81]);
  const two = totalsOf([line(10, 30.75, 5, 15), line(1, 70, 5, 17)], "EUR");
  assert.deepEqual(sums(two), [358.63, 55.13, 413.76]);
  assert.deepEqual(two.line_nets, [292.13, 66.5]);
  assert.deepEqual(two.tax_breakdown, [
    { rate: 15, base: 292.13, tax: 43.82 },
    { rate: 17, base: 66.5, tax: 11.31 },
  ]);
});

Deno.test("totals: halves go up, tax is of the sum, nothing is lost in large numbers", () => {
  assert.equal(lineNet(line(1, 1.005, 0, 0), "EUR"), 1.01);
  assert.equal(lineNet(line(0.001, 0.0001, 0, 0), "EUR"), 0);
  assert.equal(lineNet(line(3, 33.335, 100, 21), "EUR"), 0);
  // Three cents each give half a cent of tax: by line it would be 0.03, of the sum it is 0.02.
  assert.equal(totalsOf([1, 2, 3].map(() => line(1, 0.03, 0, 20)), "EUR").tax_total, 0.02);
  assert.equal(lineNet(line(999_999_999, 999.9999, 0.01, 0), "EUR"), 999899899010.1);
  assert.deepEqual(sums(totalsOf([], "EUR")), [0, 0, 0]);
});

const decimal = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((value) => value / 10 ** decimals);
const anyLine: fc.Arbitrary<PricedLine> = fc.record({
  quantity: decimal(100_000, 3),
  unit_price: decimal(10_000, 4),
  discount_percent: decimal(100, 2),
  tax_rate: fc.oneof(fc.constantFrom(0, 4, 10, 21), decimal(100, 2)),
});
const cents = (amount: number) => Math.round(amount * 100);

Deno.test("totals: the parts add up to the cent", () => {
  fc.assert(fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
    const totals = totalsOf(lines, "EUR");
    const add = (values: number[]) => values.reduce((sum, value) => sum + cents(value), 0);
    assert.equal(add(totals.line_nets), cents(totals.net_total));
    assert.equal(add(totals.tax_breakdown.map(({ base }) => base)), cents(totals.net_total));
    assert.equal(add(totals.tax_breakdown.map(({ tax }) => tax)), cents(totals.tax_total));
    assert.equal(cents(totals.net_total) + cents(totals.tax_total), cents(totals.gross_total));
    assert.deepEqual(totals.line_nets, lines.map((one) => lineNet(one, "EUR")));
  }));
});

Deno.test("totals: the order of lines does not matter", () => {
  const shuffled = fc.array(anyLine, { maxLength: 20 }).chain((lines) =>
    fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }))
  );
  fc.assert(fc.property(shuffled, ([lines, others]) => {
    const { line_nets: _, ...one } = totalsOf(lines, "EUR");
    const { line_nets: __, ...other } = totalsOf(others, "EUR");
    assert.deepEqual(one, other);
  }));
});

/** One currency with each number of decimals. */
const currencies = { CLP: 0, EUR: 2, KWD: 3, CLF: 4 };

Deno.test("totals: in every currency Postgres' own exact arithmetic comes to the same", async () => {
  const extremes = fc.record({
    quantity: decimal(999_999_999, 3),
    unit_price: decimal(999, 4),
    discount_percent: decimal(100, 2),
    tax_rate: decimal(100, 2),
  });
  const lines = [...fc.sample(anyLine, 300), ...fc.sample(extremes, 100)];
  const database = await openEmbedded();
  try {
    for (const [currency, decimals] of Object.entries(currencies)) {
      // What four decimals can be exact of is smaller.
      const own = decimals === 4 ? lines.slice(0, 300) : lines;
      const { rows } = await sql<{ nets: number[]; tax: number }>`
        with given as (
          select at, tax_rate, round(quantity * unit_price * (100 - discount_percent) / 100,
            relevo_decimals(${currency})) as net
          from jsonb_to_recordset(${JSON.stringify(own.map((one, at) => ({ ...one, at })))}::jsonb)
            as g(at int, quantity numeric, unit_price numeric, discount_percent numeric,
                 tax_rate numeric))
        select (select json_agg(net order by at) from given) as nets,
          (select sum(tax) from (
            select round(sum(net) * tax_rate / 100, relevo_decimals(${currency})) as tax
            from given group by tax_rate) taxes) as tax`.execute(database.db);
      const totals = totalsOf(own, currency);
      assert.deepEqual(totals.line_nets, rows[0]!.nets, currency);
      assert.equal(totals.tax_total, rows[0]!.tax, currency);
    }
    const codes = [...Intl.supportedValuesOf("currency"), ...Object.keys(currencies), "ZZZ"];
    const { rows } = await sql<{ decimals: number[] }>`
      select array_agg(relevo_decimals(code) order by n) as decimals
      from unnest(${codes}::text[]) with ordinality as given (code, n)`.execute(database.db);
    assert.deepEqual(rows[0]!.decimals, codes.map(decimalsOf));
  } finally {
    await database.close();
  }
});

Deno.test("totals: halves go up at the currency's last decimal", () => {
  const one = (currency: string, price: number) => totalsOf([line(1, price, 0, 19)], currency);
  assert.deepEqual(sums(one("CLP", 1000.5)), [1001, 190, 1191]);
  assert.deepEqual(sums(one("JPY", 0.4999)), [0, 0, 0]);
  assert.deepEqual(sums(one("KWD", 1.0005)), [1.001, 0.19, 1.191]);
  assert.deepEqual(sums(one("CLF", 0.1234)), [0.1234, 0.0234, 0.1468]);
});

Deno.test("amounts: the decimals of ISO 4217, and sums without an error", () => {
  const decimals = { CLP: 0, JPY: 0, ISK: 0, KWD: 3, IQD: 3, EUR: 2, HUF: 2, RSD: 2, UYW: 4 };
  for (const [currency, count] of Object.entries(decimals)) {
    assert.equal(decimalsOf(currency), count, currency);
  }
  assert.equal(addAmounts([0.1, 0.2, 1.0005, -0.0001]), 1.3004);
  assert.equal(addAmounts([999_999_999_999.99, 0.01]), 1_000_000_000_000);
  assert.equal(addAmounts([-0.5, 0.25]), -0.25);
  assert.equal(addAmounts([]), 0);
});

Deno.test("amounts: each is written with the decimals of its currency, by every browser", () => {
  const of = (currency: string, amount: number, language: "es" | "en" = "en") =>
    formatMoney(amount, { language, currency }).replace(/[^\d.,-]/g, "");
  assert.equal(of("CLP", 1190), "1,190");
  assert.equal(of("CLP", 1190, "es"), "1.190");
  assert.equal(of("JPY", 1190), "1,190");
  assert.equal(of("KWD", 1.5), "1.500");
  assert.equal(of("IQD", 1.5), "1.500");
  assert.equal(of("EUR", 1.5, "es"), "1,50");
  // What was sent with cents stays as it was sent.
  assert.equal(of("CLP", 1190.5), "1,190.5");
  const price = (currency: string, amount: number) =>
    formatPrice(amount, { language: "es", currency });
  assert.equal(price("CLP", 1390), "1.390");
  assert.equal(price("KWD", 1.25), "1,250");
  const cell = (currency: string) =>
    formatsOf({ language: "en", timeZone: "UTC", currency }).money.replace(/".*"\s*/, "");
  assert.deepEqual(["CLP", "EUR", "KWD"].map(cell), ["#,##0", "#,##0.00", "#,##0.000"]);
});
