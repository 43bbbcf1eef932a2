/** A quotation's lines: drafted from the catalog, set as a whole, and what hangs on their money. */
import assert from "node:assert/strict";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import { testOnEach } from "../../support/world.ts";
import {
  type Api,
  apis,
  draftQuote,
  expectData,
  expectFailure,
  openOpportunity,
  plainLine,
  verbsOf,
} from "../scene.ts";

const today = () => dayIn("Europe/Madrid", new Date());
const year = () => today().slice(0, 4);

/** A draft of three lines: two of one product, the second in other words, and a free one. */
async function draftSalon(ana: Api) {
  const lamp = await expectData(
    ana("POST", "/products", {
      name: "Lámpara",
      sku: "L-1",
      description: "De pie",
      unit: "ud",
      unit_price: 348.35,
      tax_rate: 22,
    }),
    201,
  );
  const opportunity = await openOpportunity(ana, { assignee_id: 1 });
  const quote = await draftQuote(ana, {
    opportunity_id: opportunity.id,
    title: "Salón",
    lines: [
      { product_id: lamp.id, quantity: 16, discount_percent: 4 },
      { ...plainLine, product_id: lamp.id, sku: null },
      { name: "Viaje", unit_price: 30 },
    ],
  });
  return { lamp, opportunity, quote, path: `/quotes/${quote.id}` };
}

async function amountOf(ana: Api, { id }: { id: number }): Promise<number> {
  return (await expectData(ana("GET", `/opportunities/${id}`))).amount;
}

type Drafted = Awaited<ReturnType<typeof draftSalon>>["quote"];

/** Puts a new line first, keeps the draft's first and drops the others. */
async function setTwoLines(ana: Api, { id, lines: [first], version }: Drafted) {
  const lines = [{ name: "Nuevo", unit_price: 1 }, { id: first.id, quantity: 1 }];
  return await expectData(ana("PUT", `/quotes/${id}/lines`, { lines, version }));
}

testOnEach(
  "quotations are drafted with lines of the catalog and the totals' money",
  async (world) => {
    const { ana } = apis(world);
    const { opportunity, quote } = await draftSalon(ana);
    assert.equal(quote.number, `P-${year()}-0001`);
    assert.deepEqual([quote.status, quote.revision, quote.language], ["draft", 0, "es"]);
    assert.deepEqual([quote.issue_date, quote.valid_until], [today(), addDays(today(), 30)]);
    assert.deepEqual(quote.assignee, { id: 1, name: "Ana Ruiz" });
    assert.deepEqual(quote.client, opportunity.client);
    const [first, second, third] = quote.lines;
    assert.deepEqual(
      [first.sku, first.name, first.description, first.unit, first.unit_price, first.tax_rate],
      ["L-1", "Lámpara", "De pie", "ud", 348.35, 22],
    );
    assert.equal(first.line_net, 5350.66);
    assert.deepEqual([second.sku, second.name, second.unit_price], [null, "Montaje", 50]);
    assert.deepEqual([third.quantity, third.tax_rate, third.position], [1, 21, 3]);
    const { line_nets: _, ...totals } = totalsOf(quote.lines, "EUR");
    const { net_total, tax_total, gross_total, tax_breakdown } = quote;
    assert.deepEqual({ net_total, tax_total, gross_total, tax_breakdown }, totals);
    const [listed] = await expectData(ana("GET", "/quotes"));
    assert.deepEqual(
      [listed.net_total, listed.tax_total, listed.gross_total],
      [net_total, tax_total, gross_total],
    );
    assert.equal(await amountOf(ana, opportunity), net_total);
  },
);

testOnEach("lines are set as a whole: those named by id stay, the others go", async (world) => {
  const { ana } = apis(world);
  const { lamp, opportunity, quote, path } = await draftSalon(ana);
  const set = await setTwoLines(ana, quote);
  assert.deepEqual(set.lines.map((line: { position: number }) => line.position), [1, 2]);
  assert.deepEqual(set.lines[1], {
    ...quote.lines[0],
    quantity: 1,
    position: 2,
    line_net: 334.42,
  });
  assert.equal(set.version, quote.version + 1);
  assert.equal(await amountOf(ana, opportunity), 335.42);
  const same = await expectData(ana("PUT", `${path}/lines`, { lines: set.lines.map(written) }));
  assert.equal(same.version, set.version);
  const { usage_count } = await expectData(ana("GET", `/products/${lamp.id}`));
  assert.equal(usage_count, 2);
});

// deno-lint-ignore no-explicit-any
function written({ position: _, line_net: __, ...line }: any) {
  return line;
}

testOnEach("what is wrong with lines is named all at once, and nothing changes", async (world) => {
  const { ana, eva } = apis(world);
  const { quote, path } = await draftSalon(ana);
  const set = await setTwoLines(ana, quote);
  const [first, second] = quote.lines;
  const foreign = await expectData(eva("POST", "/products", { name: "Ajeno" }), 201);
  const bad = [
    { product_id: foreign.id },
    { quantity: 0, name: "x", unit_price: 1 },
    { name: "free" },
    { id: second.id },
    { id: first.id },
    { id: first.id },
    { name: "big", quantity: 999_999_999, unit_price: 9_999_999_999 },
  ];
  const put = (body: unknown) => ana("PUT", `${path}/lines`, body);
  const shape = await expectFailure(put({ lines: bad }), 422, "validation_failed");
  assert.deepEqual(Object.keys(shape.fields), ["lines.1.quantity"]);
  const meaning = await expectFailure(
    put({ lines: bad.filter(({ quantity }) => quantity !== 0) }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(meaning.fields).sort(), [
    "lines",
    "lines.0.product_id",
    "lines.1.unit_price",
    "lines.2.id",
    "lines.2.name",
    "lines.2.unit_price",
    "lines.4.id",
    "lines.4.name",
    "lines.4.unit_price",
    "lines.5.quantity",
  ]);
  await expectFailure(put({ lines: [], version: 1 }), 409, "version_conflict");
  await expectFailure(put({ lines: Array(201).fill(plainLine) }), 422, "validation_failed");
  await expectFailure(eva("PUT", `${path}/lines`, { lines: [] }), 404, "not_found");
  assert.deepEqual((await expectData(ana("GET", path))).lines, set.lines);
  assert.deepEqual(await verbsOf(world, "quote_id", quote.id), ["created", "changed"]);
});

testOnEach(
  "an opportunity's amount follows its newest quotation until it is typed",
  async (world) => {
    const { ana } = apis(world);
    const { opportunity, path } = await draftSalon(ana);
    const change = (amount: number | null) =>
      expectData(ana("PATCH", `/opportunities/${opportunity.id}`, { amount }));
    await change(9);
    const set = await expectData(ana("PUT", `${path}/lines`, { lines: [plainLine] }));
    assert.equal(await amountOf(ana, opportunity), 9);
    await change(null);
    const copy = await expectData(ana("POST", `${path}/duplicate`), 201);
    assert.equal(copy.number, `P-${year()}-0002`);
    assert.notEqual(copy.lines[0].id, set.lines[0].id);
    assert.equal(copy.title, "Salón");
    await expectData(ana("PUT", `/quotes/${copy.id}/lines`, { lines: [] }));
    assert.equal(await amountOf(ana, opportunity), 0);
    await expectData(ana("DELETE", `/quotes/${copy.id}`));
    assert.equal(await amountOf(ana, opportunity), 100);
  },
);
