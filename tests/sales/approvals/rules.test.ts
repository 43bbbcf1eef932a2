/** A company's rules of approval, costs of lines, and who hears of a change. */
import assert from "node:assert/strict";
import { marginOf, reasonsOf } from "@/lib/sales/quotes/approval/figures.ts";
import { pairOwn } from "../../crm/notices/phones.ts";
import { testOnEach } from "../../support/world.ts";
import { apis, draftQuote, expectData, expectFailure, plainLine } from "../scene.ts";
import { companyWithRules } from "./scene.ts";

const none = { discount_above: null, margin_below: null, amount_above: null, approver_id: null };

Deno.test("an approval rule applies beyond its limit, not at it", () => {
  const figures = { net_total: 100, cost_total: 80, costed_net: 100, max_discount: 10 };
  const reasons = (rules: Partial<typeof none> | Record<string, number>, more = {}) =>
    reasonsOf({ ...figures, ...more }, { ...none, ...rules }).join();
  assert.equal(reasons({}), "");
  const cases: [Record<string, number>, object, string][] = [
    [{ discount_above: 10 }, {}, ""],
    [{ discount_above: 9.99 }, {}, "discount"],
    [{ discount_above: 0 }, { max_discount: 0 }, ""],
    [{ margin_below: 20 }, {}, ""],
    [{ margin_below: 20.01 }, {}, "margin"],
    [{ margin_below: 20 }, { cost_total: 80.01 }, "margin"],
    [{ margin_below: 33.33 }, { costed_net: 0.03, cost_total: 0.02 }, ""],
    [{ margin_below: 0 }, { cost_total: 100.01 }, "margin"],
    [{ margin_below: 100 }, { cost_total: 0, costed_net: 0 }, ""],
    [{ margin_below: 0 }, { cost_total: 1, costed_net: 0 }, "margin"],
    [{ margin_below: 50 }, { cost_total: 2e14, costed_net: 999_999_999_999.99 }, "margin"],
    [{ amount_above: 100 }, {}, ""],
    [{ amount_above: 99.99 }, {}, "amount"],
    [{ discount_above: 1, margin_below: 99, amount_above: 1 }, {}, "discount,margin,amount"],
  ];
  for (const [rules, more, wanted] of cases) {
    assert.equal(reasons(rules, more), wanted, JSON.stringify([rules, more]));
  }
  assert.equal(marginOf(figures), 20);
  assert.equal(marginOf({ ...figures, cost_total: 150 }), -50);
  assert.equal(marginOf({ ...figures, costed_net: 0 }), null);
});

testOnEach("lines copy what their product costs, and clients never see it", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const product = await expectData(
    ana("POST", "/products", { name: "Mesa", unit_price: 100, cost: 61.2345 }),
    201,
  );
  const free = { ...plainLine, quantity: 1 };
  const quote = await draftQuote(ana, {
    lines: [{ product_id: product.id, quantity: 3 }, { ...free, cost: 10.5 }, free],
  });
  const costs = ({ lines }: { lines: { cost: number | null }[] }) => lines.map(({ cost }) => cost);
  assert.deepEqual(costs(quote), [61.2345, 10.5, null]);
  await expectData(ana("PATCH", `/products/${product.id}`, { cost: 90 }));
  const path = `/quotes/${quote.id}`;
  const [table, work, other] = quote.lines;
  const set = (lines: unknown[]) => expectData(ana("PUT", `${path}/lines`, { lines }));
  const updated = await set([{ id: table.id, quantity: 2 }, { id: work.id, cost: null }, {
    id: other.id,
    product_id: product.id,
  }]);
  assert.deepEqual(costs(updated), [61.2345, null, 90]);
  assert.deepEqual(costs(await expectData(ana("POST", `${path}/duplicate`), 201)), costs(updated));
  const wrong = [-1, 1.00001, "x"].map((cost) => ({ id: table.id, cost }));
  const { fields } = await expectFailure(
    ana("PUT", `${path}/lines`, { lines: [...wrong, { id: work.id, quantity: 1e6, cost: 9e9 }] }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["lines.0.cost", "lines.1.cost", "lines.2.cost"]);
  await expectFailure(
    ana("PUT", `${path}/lines`, { lines: [{ id: work.id, quantity: 1e6, cost: 9e9 }] }),
    422,
    "validation_failed",
  );

  await expectData(ana("POST", `${path}/send`));
  const { token } = await expectData(ana("POST", `${path}/share`, {}), 201);
  const answer = await world.call("GET", `/q/${token}/data`);
  const page = await (await fetch(`${world.url}/q/${token}`)).text();
  const revisions = await ana("GET", `${path}/revisions`);
  const exported = await ana("GET", `/clients/${quote.client.id}/export`);
  for (const [what, text] of Object.entries({ shown: answer, page, revisions, exported })) {
    const content = typeof text === "string" ? text : JSON.stringify(text.body);
    assert.ok(content.includes("Mesa"), what);
    assert.doesNotMatch(content, /61[.,]23|cost|margin/i, what);
  }
});

testOnEach("a change of the rules is checked, kept and told to the approver", async (world) => {
  const { ana, eva } = apis(world);
  const fresh = await expectData(ana("GET", "/companies/1"));
  assert.deepEqual(fresh.approval, none);
  const { luis, luisId, thirdId, third, phone, setRules } = await companyWithRules(world);
  const [first] = await phone.inbox();
  assert.equal(first!.title, "Ha cambiado qué presupuestos piden visto bueno");
  const text = first!.body.replace(/\s/g, " ");
  assert.equal(text, "Descuento de más del 10 %. Se te pregunta a ti. Lo ha cambiado Ana Ruiz.");
  const { approval } = await setRules({ margin_below: 25.5, amount_above: 10_000 });
  assert.deepEqual(approval, {
    ...{ discount_above: 10, margin_below: 25.5, amount_above: 10_000, approver_id: luisId },
  });
  const count = async () => (await expectData(ana("GET", "/activities"))).length;
  const before = await count();
  await setRules({ margin_below: 25.5 });
  assert.equal(await count(), before, "the same again is no change");
  const other = await pairOwn(world, third);
  await setRules({ approver_id: thirdId });
  assert.match((await phone.inbox())[0]!.body, /Ya no se te pregunta a ti/);
  assert.match((await other.inbox())[0]!.body, /Se te pregunta a ti/);
  const [entry] = await expectData(ana("GET", "/activities"));
  assert.deepEqual(
    [entry.verb, entry.subject, entry.changes, entry.actor.name],
    [
      "approval_rules_changed",
      { type: "company", id: 1, name: "Primary" },
      { approver_id: [luisId, thirdId] },
      "Ana Ruiz",
    ],
  );
  const wrong = async (json: unknown) =>
    Object.keys(
      (await expectFailure(ana("PATCH", "/companies/1", json), 422, "validation_failed"))
        .fields,
    );
  assert.deepEqual(await wrong({ approval: { approver_id: 999_999 } }), ["approval.approver_id"]);
  assert.deepEqual(
    await wrong({ approval: { discount_above: 101, margin_below: "x", amount_above: -1, who: 1 } }),
    [
      ...["approval.discount_above", "approval.margin_below", "approval.amount_above"],
      "approval.who",
    ],
  );
  assert.deepEqual(await wrong({ approval: null }), ["approval"]);
  await expectFailure(eva("PATCH", "/companies/1", { approval: none }), 403, "not_a_member");
  const foreign = await expectData(eva("GET", "/me"));
  assert.deepEqual(
    await wrong({ approval: { approver_id: foreign.id } }),
    ["approval.approver_id"],
  );
  await expectData(luis("PATCH", "/companies/1", { approval: none }));
  assert.match((await other.inbox())[0]!.body, /Ahora ninguno\. Ya no se te pregunta/);
});

testOnEach("approval rules hold in bulk sending, and held quotations are named", async (world) => {
  const { ana, luis, draft } = await companyWithRules(world);
  const quotes = [await draft(), await draft({ lines: [plainLine] }), await draft({ lines: [] })];
  const ids = quotes.map(({ id }) => id);
  const sent = await expectData(
    ana("POST", "/quotes/bulk", { ids: [...ids, 999_999], send: true }),
  );
  assert.deepEqual(sent.counts, { matched: 4, done: 1, unchanged: 0, skipped: 3 });
  assert.equal(sent.undo_id, null);
  const outcomes = sent.records.map((
    { name, outcome, code }: Record<string, string>,
  ) => [name, outcome, code]);
  assert.deepEqual(outcomes, [
    [quotes[0].number, "skipped", "approval_needed"],
    [quotes[1].number, "changed", undefined],
    [quotes[2].number, "skipped", "validation_failed"],
    [null, "skipped", "not_found"],
  ]);
  const free = await expectData(
    luis("POST", "/quotes/bulk", { filter: { status: "draft" }, send: true }),
  );
  assert.deepEqual([free.counts.done, free.counts.skipped], [1, 1]);
});

testOnEach("the list and the dashboard know what waits for whose approval", async (world) => {
  const { ana, luis, third, luisId, thirdId, draft } = await companyWithRules(world);
  const [a, b, c, d] = [await draft(), await draft(), await draft(), await draft()];
  await draft({ lines: [plainLine] });
  await expectData(ana("POST", `/quotes/${b.id}/ask-approval`));
  await expectData(ana("POST", `/quotes/${c.id}/ask-approval`, { approver_id: thirdId }));
  await expectData(ana("POST", `/quotes/${d.id}/ask-approval`));
  await expectData(luis("POST", `/quotes/${d.id}/decide`, { approved: true }));
  const list = async (query: string, api = ana) =>
    (await expectData(api("GET", `/quotes?sort=number&${query}`))).map(({ id }: { id: number }) =>
      id
    );
  assert.deepEqual(await list("approval=needed"), [a.id]);
  assert.deepEqual(await list("approval=asked,given"), [b.id, c.id, d.id]);
  assert.deepEqual(await list("approver_id=me", luis), [b.id]);
  assert.deepEqual(await list(`approver_id=${luisId},${thirdId}`), [b.id, c.id]);
  const mine = async (api = ana) =>
    (await expectData(api("GET", "/stats"))).quotes.pending_my_approval;
  assert.deepEqual([await mine(), await mine(luis), await mine(third)], [0, 1, 1]);
  await expectFailure(ana("GET", "/quotes?approval=yes&approver_id=you"), 422, "validation_failed");
});
