/** Quotations in currencies that have no cents, and in those with more. */
import assert from "node:assert/strict";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import { apiOf, expectData, expectFailure } from "../../crm/scene.ts";
import { people, testOnEach } from "../../support/world.ts";
import { draftQuote, openOpportunity } from "../scene.ts";

const lines = [
  { name: "A", quantity: 1.333, unit_price: 1999.9999, discount_percent: 3.5, tax_rate: 19 },
  { name: "B", quantity: 3, unit_price: 0.3335, tax_rate: 19 },
  { name: "C", quantity: 7, unit_price: 10.1, tax_rate: 5 },
];

for (const currency of ["CLP", "JPY", "KWD", "EUR"]) {
  testOnEach(
    `${currency}: what is stored, listed, summed and sent has its decimals`,
    async (world) => {
      const ana = apiOf(world, people.ana);
      await expectData(ana("PATCH", "/companies/1", { currency }));
      const quote = await draftQuote(ana, { lines, language: "en" });
      const whole = lines.map((line) => ({ discount_percent: 0, ...line }));
      const { line_nets, ...totals } = totalsOf(whole, currency);
      const { net_total, tax_total, gross_total, tax_breakdown } = quote;
      assert.deepEqual({ net_total, tax_total, gross_total, tax_breakdown }, totals);
      assert.deepEqual(quote.lines.map((line: { line_net: number }) => line.line_net), line_nets);
      const [listed] = await expectData(ana("GET", "/quotes"));
      assert.equal(listed.gross_total, gross_total);
      const [opportunity] = await expectData(ana("GET", "/opportunities"));
      assert.equal(opportunity.amount, net_total);
      const { opportunities } = await expectData(ana("GET", "/stats"));
      assert.equal(opportunities.open_amount, net_total);
      await expectData(ana("POST", `/quotes/${quote.id}/send`));
      for (const verb of ["approve", "confirm-sale"]) {
        await expectData(
          ana("POST", `/quotes/${quote.id}/${verb}`),
          verb === "approve" ? 200 : 201,
        );
      }
      const [sale] = await expectData(ana("GET", "/sales"));
      assert.deepEqual([sale.net_total, sale.gross_total], [net_total, gross_total]);
      const { totals: report } = await expectData(ana("GET", "/reports"));
      assert.equal(report.sales.amount, net_total);
    },
  );
}

testOnEach("an amount has no more decimals than its currency", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id } = await openOpportunity(ana);
  const set = (amount: number) => ana("PATCH", `/opportunities/${id}`, { amount });
  const most: Record<string, number> = { CLP: 10, EUR: 10.25, KWD: 10.125 };
  for (const [currency, amount] of Object.entries(most)) {
    await expectData(ana("PATCH", "/companies/1", { currency }));
    assert.equal((await expectData(set(amount))).amount, amount, currency);
    const { fields } = await expectFailure(set(amount / 2 + 0.03125), 422, "validation_failed");
    assert.deepEqual(Object.keys(fields), ["amount"], currency);
    const rule = { approval: { amount_above: amount / 2 + 0.03125 } };
    const refused = await expectFailure(
      ana("PATCH", "/companies/1", rule),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(refused.fields), ["approval.amount_above"], currency);
  }
});
