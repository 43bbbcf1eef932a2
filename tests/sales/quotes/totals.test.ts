import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { lineNet, type PricedLine, type Totals, totalsOf } from "@/lib/sales/quotes/totals.ts";
import { openEmbedded } from "../../support/embedded.ts";

function line(quantity: number, unit_price: number, discount_percent: number, tax_rate: number) {
  return { quantity, unit_price, discount_percent, tax_rate };
}

function sums({ net_total, tax_total, gross_total }: Totals) {
  return [net_total, tax_total, gross_total];
}

Deno.test("totals: the fixtures of the contract", () => {
  assert.deepEqual(sums(totalsOf([line(16, 348.35, 4, 22)])), [5350.66, 1177.15, 6527.81]);
  const two = totalsOf([line(10, 30.75, 5, 15), line(1, 70, 5, 17)]);
  assert.deepEqual(sums(two), [358.63, 55.13, 413.76]);
  assert.deepEqual(two.line_nets, [292.13, 66.5]);
  assert.deepEqual(two.tax_breakdown, [
    { rate: 15, base: 292.13, tax: 43.82 },
    { rate: 17, base: 66.5, tax: 11.31 },
  ]);
});

Deno.test("totals: halves go up, tax is of the sum, nothing is lost in large numbers", () => {
  assert.equal(lineNet(line(1, 1.005, 0, 0)), 1.01);
  assert.equal(lineNet(line(0.001, 0.0001, 0, 0)), 0);
  assert.equal(lineNet(line(3, 33.335, 100, 21)), 0);
  // Three cents each give half a cent of tax: by line it would be 0.03, of the sum it is 0.02.
  assert.equal(totalsOf([1, 2, 3].map(() => line(1, 0.03, 0, 20))).tax_total, 0.02);
  assert.equal(lineNet(line(999_999_999, 999.9999, 0.01, 0)), 999899899010.1);
  assert.deepEqual(sums(totalsOf([])), [0, 0, 0]);
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
    const totals = totalsOf(lines);
    const add = (values: number[]) => values.reduce((sum, value) => sum + cents(value), 0);
    assert.equal(add(totals.line_nets), cents(totals.net_total));
    assert.equal(add(totals.tax_breakdown.map(({ base }) => base)), cents(totals.net_total));
    assert.equal(add(totals.tax_breakdown.map(({ tax }) => tax)), cents(totals.tax_total));
    assert.equal(cents(totals.net_total) + cents(totals.tax_total), cents(totals.gross_total));
    assert.deepEqual(totals.line_nets, lines.map(lineNet));
  }));
});

Deno.test("totals: the order of lines does not matter", () => {
  const shuffled = fc.array(anyLine, { maxLength: 20 }).chain((lines) =>
    fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length }))
  );
  fc.assert(fc.property(shuffled, ([lines, others]) => {
    const { line_nets: _, ...one } = totalsOf(lines);
    const { line_nets: __, ...other } = totalsOf(others);
    assert.deepEqual(one, other);
  }));
});

Deno.test("totals: Postgres' own exact arithmetic comes to the same", async () => {
  const extremes = fc.record({
    quantity: decimal(999_999_999, 3),
    unit_price: decimal(999, 4),
    discount_percent: decimal(100, 2),
    tax_rate: decimal(100, 2),
  });
  const lines = [...fc.sample(anyLine, 300), ...fc.sample(extremes, 100)];
  const database = await openEmbedded();
  try {
    const { rows } = await sql<{ nets: number[]; tax: number }>`
      with given as (
        select at, tax_rate, round(quantity * unit_price * (100 - discount_percent) / 100, 2) as net
        from jsonb_to_recordset(${JSON.stringify(lines.map((one, at) => ({ ...one, at })))}::jsonb)
          as g(at int, quantity numeric, unit_price numeric, discount_percent numeric,
               tax_rate numeric))
      select (select json_agg(net order by at) from given) as nets,
        (select sum(tax) from (select round(sum(net) * tax_rate / 100, 2) as tax
                               from given group by tax_rate) taxes) as tax`.execute(database.db);
    const totals = totalsOf(lines);
    assert.deepEqual(totals.line_nets, rows[0]!.nets);
    assert.equal(totals.tax_total, rows[0]!.tax);
  } finally {
    await database.close();
  }
});
