/** Warnings before a quotation is sent. */
import assert from "node:assert/strict";
import { makeWorld } from "../../support/world.ts";
import { apis, draftQuote, expectData, expectFailure } from "../scene.ts";

Deno.test("slips of a draft are named by line and field, and sending stays possible", async () => {
  await using world = await makeWorld();
  const { ana, eva } = apis(world);
  const product = { name: "Mesa", unit: "ud", unit_price: 980, tax_rate: 21, cost: 600.1 };
  const { id: product_id } = await expectData(ana("POST", "/products", product), 201);
  const quote = await draftQuote(ana, {
    lines: [
      { product_id },
      { product_id, unit_price: 600 },
      { product_id, unit_price: 750, discount_percent: 20 },
      // Hardly more than it costs.
      { product_id, unit_price: 857.3, discount_percent: 30 },
      { name: "Portes", unit_price: 0 },
      { name: "Montaje", unit_price: 50, unit: "h" },
      { name: " montaje ", unit_price: 50, unit: "h", quantity: 3 },
      { name: "Montaje", unit_price: 50, unit: "h", description: "segundo piso" },
    ],
  });
  const path = `/quotes/${quote.id}/warnings`;
  const listWarnings = async () =>
    (await expectData(ana("GET", path))).map((one: Record<string, unknown>) => {
      assert.equal(one.client_id, quote.client.id);
      const line = quote.lines.find(({ id }: { id: number }) => id === one.line_id);
      assert.equal(one.position, line?.position ?? null);
      return [one.code, one.position, one.field, one.same_as];
    });
  const slips = [
    ["below_cost", 2, "unit_price", null],
    ["below_cost", 3, "discount_percent", null],
    ["zero_price", 5, "unit_price", null],
    ["same_line", 7, "name", 6],
  ];
  assert.deepEqual(await listWarnings(), slips);
  await expectData(ana("PATCH", "/companies/1", { quotes_need_tax_id: true }));
  const last = (await listWarnings()).at(-1);
  assert.deepEqual(last, ["no_tax_id", null, "tax_id", null]);
  await expectData(ana("PATCH", `/clients/${quote.client.id}`, { tax_id: "B12345678" }));
  assert.ok(!(await listWarnings()).some(([code]: string[]) => code === "no_tax_id"));
  await expectFailure(eva("GET", path), 404, "not_found");
  await expectData(ana("POST", `/quotes/${quote.id}/send`));
});
