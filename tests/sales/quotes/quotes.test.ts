import assert from "node:assert/strict";
import fc from "fast-check";
import { dayIn } from "@/lib/values/dates.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import { testOnEach } from "../../support/world.ts";
import type { Api } from "../../crm/scene.ts";
import {
  apis,
  draftQuote,
  expectData,
  expectFailure,
  inDatabase,
  lapse,
  openOpportunity,
  plainLine,
  quoteThatIs,
} from "../scene.ts";

const today = () => dayIn("Europe/Madrid", new Date());
const year = () => today().slice(0, 4);

testOnEach("quotations are listed, changed, trashed and kept apart", async (world) => {
  const { ana, eva } = apis(world);
  const mine = await openOpportunity(ana, { assignee_id: 1 });
  const draft = await draftQuote(ana, { opportunity_id: mine.id, title: "Cocina" });
  const sent = await quoteThatIs("sent", ana);
  const lapsed = await quoteThatIs("sent", ana, { lines: [{ ...plainLine, unit_price: 500 }] });
  await lapse(world, 1, lapsed.id);
  for (const { opportunity } of [sent, lapsed]) {
    await expectData(ana("PATCH", `/opportunities/${opportunity.id}`, { assignee_id: null }));
  }
  const theirs = await draftQuote(eva);
  assert.equal(theirs.number, `P-${year()}-0001`);
  await checkLists(ana, { draft, sent, lapsed, mine });

  const path = `/quotes/${draft.id}`;
  const words = { title: " ", terms: "30 días", valid_until: "2031-01-01", language: "en" };
  const changed = await expectData(ana("PATCH", path, words));
  assert.deepEqual([changed.title, changed.terms, changed.language], [null, "30 días", "en"]);
  await expectFailure(ana("PATCH", path, { version: 1 }), 409, "version_conflict");
  await expectFailure(
    ana("PATCH", path, { number: "P-1", status: "sold", valid_until: "2031-02-30" }),
    422,
    "validation_failed",
  );
  const { details } = await expectFailure(
    ana("PATCH", `/quotes/${sent.id}`, { title: "x" }),
    409,
    "invalid_transition",
  );
  assert.deepEqual(details.allowed, ["recall", "approve", "reject"]);
  await expectData(ana("PATCH", `/quotes/${sent.id}`, { valid_until: "2031-01-01" }));
  const noted = await expectData(ana("PATCH", `/quotes/${lapsed.id}`, { internal_note: "Llamar" }));
  assert.deepEqual([noted.expired, noted.internal_note], [true, "Llamar"]);

  for (const method of ["GET", "PATCH", "DELETE"]) {
    const json = method === "PATCH" ? {} : undefined;
    await expectFailure(eva(method, path, json), 404, "not_found");
  }
  const stolen = await expectFailure(
    eva("POST", "/quotes", { opportunity_id: mine.id }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(stolen.fields), ["opportunity_id"]);
  assert.ok(!JSON.stringify(await expectData(eva("GET", "/quotes"))).includes("Cocina"));

  await expectData(ana("DELETE", path));
  await expectFailure(ana("GET", path), 404, "not_found");
  const again = await draftQuote(ana, { opportunity_id: mine.id });
  assert.equal(again.number, `P-${year()}-0004`);
  await expectData(ana("POST", `${path}/restore`));
  await expectFailure(ana("DELETE", `/quotes/${sent.id}`), 409, "in_use");
  await expectData(ana("POST", `/quotes/${sent.id}/recall`));
  await expectFailure(ana("DELETE", `/quotes/${sent.id}`), 409, "in_use");
});

testOnEach("an offer ends no earlier than it begins", async (world) => {
  const { ana } = apis(world);
  const { id: opportunity_id } = await openOpportunity(ana);
  const wrong = async (call: ReturnType<typeof ana>) =>
    Object.keys((await expectFailure(call, 422, "validation_failed")).fields);
  const create = (days: object) => ana("POST", "/quotes", { opportunity_id, ...days });
  const days = { issue_date: "2031-05-02", valid_until: "2031-05-01" };
  assert.deepEqual(await wrong(create(days)), ["valid_until"]);
  assert.deepEqual(await wrong(create({ valid_until: "2020-01-01" })), ["valid_until"]);
  const { id } = await expectData(create({ ...days, valid_until: days.issue_date }), 201);
  const patch = (body: object) => ana("PATCH", `/quotes/${id}`, body);
  assert.deepEqual(await wrong(patch(days)), ["valid_until"]);
  assert.deepEqual(await wrong(patch({ valid_until: "2031-05-01" })), ["valid_until"]);
  assert.deepEqual(await wrong(patch({ issue_date: "2031-05-03" })), ["issue_date"]);
  await expectData(patch({ issue_date: "2031-05-01" }));
});

testOnEach("numbers sort as numbers, however many digits they have", async (world) => {
  const { ana } = apis(world);
  const quotes = await Promise.all(
    Array.from({ length: 5 }, () => quoteThatIs("sold", ana)),
  );
  const ordered = ["9", "P-9-1", "P-2026-9", "P-2026-10", "P-2026-10000"];
  const shuffled = ["P-2026-10000", "9", "P-2026-10", "P-9-1", "P-2026-9"];
  await inDatabase(world, 1, async (trx) => {
    for (const [at, { id, sale }] of quotes.entries()) {
      const number = shuffled[at]!;
      await trx.updateTable("quotes").set({ number }).where("company_id", "=", 1)
        .where("id", "=", id).execute();
      await trx.updateTable("sales").set({ number }).where("company_id", "=", 1)
        .where("id", "=", sale.id).execute();
    }
  });
  const numbers = async (path: string) =>
    (await expectData(ana("GET", path))).map(({ number }: { number: string }) => number);
  for (const path of ["/quotes", "/sales"]) {
    assert.deepEqual(await numbers(`${path}?sort=number`), ordered);
    assert.deepEqual(await numbers(`${path}?sort=-number`), ordered.toReversed());
  }
});

testOnEach("list, record and what was sent tell the same money", async (world) => {
  const { ana } = apis(world);
  const { id } = await draftQuote(ana);
  const line = fc.record({
    name: fc.constant("x"),
    quantity: fc.integer({ min: 1, max: 5_000_000 }).map((value) => value / 1000),
    unit_price: fc.integer({ min: 0, max: 9_999_999 }).map((value) => value / 10_000),
    discount_percent: fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100),
    tax_rate: fc.constantFrom(0, 4, 5.2, 10, 21),
  });
  for (const lines of fc.sample(fc.array(line, { minLength: 1, maxLength: 200 }), 4)) {
    const { line_nets, ...expected } = totalsOf(lines, "EUR");
    const record = await expectData(ana("PUT", `/quotes/${id}/lines`, { lines }));
    const [listed] = await expectData(ana("GET", "/quotes"));
    await expectData(ana("POST", `/quotes/${id}/send`));
    const [{ document }] = await expectData(ana("GET", `/quotes/${id}/revisions`));
    await expectData(ana("POST", `/quotes/${id}/recall`));
    assert.deepEqual(record.lines.map((one: { line_net: number }) => one.line_net), line_nets);
    for (const view of [record, document, { ...listed, tax_breakdown: expected.tax_breakdown }]) {
      const { net_total, tax_total, gross_total, tax_breakdown } = view;
      assert.deepEqual({ net_total, tax_total, gross_total, tax_breakdown }, expected);
    }
  }
});

testOnEach("no two quotations are numbered alike, however many are made at once", async (world) => {
  const { ana } = apis(world);
  const opportunities = await Promise.all([1, 2].map(() => openOpportunity(ana)));
  const quotes = await Promise.all(
    Array.from(
      { length: 24 },
      (_, at) => draftQuote(ana, { opportunity_id: opportunities[at % 2]!.id }),
    ),
  );
  const expected = Array.from(
    { length: 24 },
    (_, at) => `P-${year()}-${String(at + 1).padStart(4, "0")}`,
  );
  assert.deepEqual(quotes.map(({ number }) => number).sort(), expected);

  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("companies").set({ quote_prefix: "PRE" }).where("id", "=", 1).execute(),
  );
  const older = await draftQuote(ana, {
    opportunity_id: opportunities[0]!.id,
    issue_date: "2019-12-31",
  });
  assert.equal(older.number, "PRE-2019-0001");
  const next = await draftQuote(ana, { opportunity_id: opportunities[0]!.id });
  assert.equal(next.number, `PRE-${year()}-0025`);
}, { both: true });

async function checkLists(
  ana: Api,
  { draft, sent, lapsed, mine }:
    & Record<"draft" | "lapsed" | "mine", { id: number }>
    & { sent: { id: number; number: string; client: { id: number } } },
) {
  const idsFor = async (query: string) =>
    (await expectData(ana("GET", `/quotes?sort=number&${query}`)))
      .map(({ id }: { id: number }) => id);
  assert.deepEqual(await idsFor(""), [draft.id, sent.id, lapsed.id]);
  for (
    const [query, ids] of [
      ["status=draft,approved", [draft.id]],
      [`opportunity_id=${mine.id}`, [draft.id]],
      [`client_id=${sent.client.id}`, [sent.id]],
      ["expired=true", [lapsed.id]],
      ["expired=false", [draft.id, sent.id]],
      ["assignee_id=me", [draft.id]],
      ["assignee_id=none", [sent.id, lapsed.id]],
      ["gross_total_from=1000.5", [lapsed.id]],
      ["gross_total_to=121.00", [draft.id, sent.id]],
      [`valid_until_to=${today()}`, [lapsed.id]],
      [`issue_date_from=${today()}&issue_date_to=${today()}`, [draft.id, sent.id, lapsed.id]],
      [`created_at_to=2020-01-01`, []],
      ["q=cocina", [draft.id]],
      [`q=${sent.number}`, [sent.id]],
    ] as const
  ) assert.deepEqual(await idsFor(query), ids, query);
  const wrong = await ana("GET", "/quotes?status=odd&expired=1&gross_total_from=x&sort=client");
  assert.deepEqual(Object.keys(wrong.body.fields).sort(), [
    "expired",
    "gross_total_from",
    "sort",
    "status.0",
  ]);
}
