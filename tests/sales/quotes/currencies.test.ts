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

testOnEach("an amount is named beside every other wrong field", async (world) => {
  const ana = apiOf(world, people.ana);
  const { id, client } = await openOpportunity(ana);
  const refusedOf = async (call: ReturnType<typeof ana>) =>
    Object.keys((await expectFailure(call, 422, "validation_failed")).fields).sort();
  const wrong = { title: 7, amount: 0.001 };
  assert.deepEqual(await refusedOf(ana("PATCH", `/opportunities/${id}`, wrong)), [
    "amount",
    "title",
  ]);
  assert.deepEqual(await refusedOf(ana("POST", "/opportunities", wrong)), [
    ...["amount", "client_id", "title"],
  ]);
  const strange = { amount: 0.001, assignee_id: 99_999 };
  assert.deepEqual(await refusedOf(ana("PATCH", `/opportunities/${id}`, strange)), [
    ...["amount", "assignee_id"],
  ]);
  assert.deepEqual(
    await refusedOf(
      ana("POST", "/opportunities", { title: "x", client_id: client.id, ...strange }),
    ),
    ["amount", "assignee_id"],
  );
  for (const amount of ["0,001", -0.001, null, {}]) {
    const named = await refusedOf(ana("PATCH", `/opportunities/${id}`, { title: 7, amount }));
    assert.deepEqual(named, amount === null ? ["title"] : ["amount", "title"]);
  }
  const contact = await expectData(ana("POST", "/contacts", { name: "Rosa" }), 201);
  const convert = (body: unknown) => ana("POST", `/contacts/${contact.id}/convert`, body);
  assert.deepEqual(await refusedOf(convert({ client: { name: 7 }, opportunity: wrong })), [
    ...["client.name", "opportunity.amount", "opportunity.title"],
  ]);
  const unknownClient = { client_id: 99_999, opportunity: { amount: 0.001 } };
  assert.deepEqual(await refusedOf(convert(unknownClient)), ["client_id", "opportunity.amount"]);
  const rule = { approval: { amount_above: 0.001 } };
  const settings = (body: unknown) => ana("PATCH", "/companies/1", body);
  for (const other of [{ default_tax_rate: -1 }, { logo: `/logo/${"0".repeat(64)}` }]) {
    assert.deepEqual(
      await refusedOf(settings({ ...other, ...rule })),
      [
        ...["approval.amount_above", ...Object.keys(other)],
      ].sort(),
    );
  }
  assert.deepEqual(await refusedOf(settings({ name: 7, currency: "CLP", ...rule })), [
    ...["approval.amount_above", "name"],
  ]);
  assert.deepEqual(await refusedOf(settings({ currency: "QQQ", ...rule })), [
    ...["approval.amount_above", "currency"],
  ]);
});

testOnEach("an amount has the decimals of the currency that comes with it", async (world) => {
  const ana = apiOf(world, people.ana);
  const settings = (body: unknown) => ana("PATCH", "/companies/1", body);
  const rule = (amount_above: number) => ({ approval: { amount_above } });
  const { fields } = await expectFailure(
    settings({ currency: "CLP", ...rule(10.25) }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["approval.amount_above"]);
  const { approval } = await expectData(settings({ currency: "KWD", ...rule(10.125) }));
  assert.equal(approval.amount_above, 10.125);
});
