import assert from "node:assert/strict";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { testOnEach } from "../../support/world.ts";
import {
  apis,
  draftQuote,
  expectData,
  expectFailure,
  inDatabase,
  openOpportunity,
  plainLine,
  quoteThatIs,
  verbsOf,
} from "../scene.ts";

const today = () => dayIn("Europe/Madrid", new Date());

testOnEach("twenty confirmations at once make one sale and one task per line", async (world) => {
  const { ana } = apis(world);
  const lamp = await expectData(
    ana("POST", "/products", { name: "Lámpara", unit_price: 10, lead_time_days: 15 }),
    201,
  );
  const opportunity = await openOpportunity(ana, { assignee_id: 3 });
  const { id } = await draftQuote(ana, {
    opportunity_id: opportunity.id,
    lines: [
      { product_id: lamp.id, quantity: 2.5, description: "Blanca" },
      { ...plainLine, name: "x".repeat(200) },
      plainLine,
    ],
  });
  for (const verb of ["send", "approve"]) await expectData(ana("POST", `/quotes/${id}/${verb}`));

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ana("POST", `/quotes/${id}/confirm-sale`)),
  );
  const first = answers.filter(({ status }) => status === 201);
  assert.equal(first.length, 1, JSON.stringify(answers.map(({ body }) => body.code)));
  const repeats = answers.filter(({ status }) => status === 200);
  assert.equal(repeats.length, 19);
  const { sale, quote, opportunity: won, tasks, already } = first[0]!.body.data;
  const { cancelled, message } = first[0]!.body.data;
  assert.deepEqual([cancelled, message], [false, null]);
  for (const { body } of repeats) {
    assert.deepEqual(body.data, { ...first[0]!.body.data, already: true });
  }
  assert.equal(already, false);
  assert.equal(first[0]!.headers.get("location"), `/api/admin/sales/${sale.id}`);
  assert.equal(sale.number, `S-${today().slice(0, 4)}-0001`);
  assert.deepEqual([sale.net_total, sale.gross_total], [quote.net_total, quote.gross_total]);
  assert.deepEqual([sale.status, sale.delivery], ["active", { tasks: 3, done: 0 }]);
  assert.deepEqual([quote.status, quote.sale], ["sold", { id: sale.id, name: sale.number }]);
  assert.deepEqual([won.id, won.status], [opportunity.id, "won"]);
  assert.deepEqual(
    tasks.map((task: { title: string }) => task.title),
    ["Lámpara × 2,5", "x".repeat(196) + " × 2", "Montaje × 2"],
  );
  const [task] = tasks;
  assert.deepEqual(task.assignee, { id: 3, name: "Luis Vega" });
  assert.deepEqual(
    [task.kind, task.status, task.sale.id, task.client.id, task.opportunity.id, task.description],
    ["delivery", "pending", sale.id, sale.client.id, opportunity.id, "Blanca"],
  );
  assert.equal(dayIn("Europe/Madrid", new Date(task.due_at)), addDays(today(), 15));
  assert.equal(tasks[1].due_at, null);
  const board = await expectData(ana("GET", "/tasks/board"));
  assert.deepEqual(
    board.columns[0].cards.map((card: { id: number }) => card.id),
    tasks.map((one: { id: number }) => one.id),
  );
  const counts = await inDatabase(world, 1, async (trx) => [
    (await trx.selectFrom("sales").select("id").where("company_id", "=", 1).execute()).length,
    (await trx.selectFrom("tasks").select("id").where("company_id", "=", 1).execute()).length,
  ]);
  assert.deepEqual(counts, [1, 3]);
  assert.deepEqual((await verbsOf(world, "quote_id", id)).slice(-1), ["sold"]);
  assert.deepEqual((await verbsOf(world, "opportunity_id", opportunity.id)).slice(-1), ["won"]);
  assert.deepEqual(await verbsOf(world, "sale_id", sale.id), ["created"]);
  assert.deepEqual(await verbsOf(world, "task_id", task.id), ["created"]);
});

testOnEach(
  "a sale needs an opportunity that is not lost; it is changed and cancelled",
  async (world) => {
    const { ana, eva } = apis(world);
    const approved = await quoteThatIs("approved", ana);
    const about = `/opportunities/${approved.opportunity.id}`;
    await expectData(ana("POST", `${about}/lose`, { lost_reason: "Precio" }));
    const lost = await expectFailure(
      ana("POST", `/quotes/${approved.id}/confirm-sale`),
      409,
      "invalid_transition",
    );
    assert.deepEqual(lost.details.allowed, ["revoke-approval"]);
    assert.equal(lost.details.reason, "opportunity_lost");
    await expectData(ana("POST", `${about}/reopen`));
    await expectData(ana("DELETE", about));
    const trashed = await expectFailure(
      ana("POST", `/quotes/${approved.id}/confirm-sale`),
      409,
      "invalid_transition",
    );
    assert.equal(trashed.details.reason, "opportunity_trashed");
    await expectData(ana("POST", `${about}/restore`));
    await expectData(ana("POST", `${about}/win`));
    await expectFailure(eva("POST", `/quotes/${approved.id}/confirm-sale`), 404, "not_found");
    const { sale, tasks } = await expectData(
      ana("POST", `/quotes/${approved.id}/confirm-sale`),
      201,
    );

    const ids = async (query: string) =>
      (await expectData(ana("GET", `/sales?${query}`))).map(({ id }: { id: number }) => id);
    for (
      const query of [
        "",
        "status=active",
        `quote_id=${approved.id}`,
        `client_id=${sale.client.id}&opportunity_id=${sale.opportunity.id}`,
        "assignee_id=me&sort=-number",
        `sold_at_from=${today()}&sold_at_to=${today()}`,
        "gross_total_from=121&gross_total_to=121",
      ]
    ) assert.deepEqual(await ids(query), [sale.id], query);
    assert.deepEqual(await ids("status=cancelled"), []);
    assert.deepEqual(await ids("assignee_id=none"), []);
    assert.deepEqual(await expectData(eva("GET", "/sales")), []);

    const path = `/sales/${sale.id}`;
    const promised = await expectData(
      ana("PATCH", path, { promised_date: "2031-03-30", notes: "Por la tarde", version: 1 }),
    );
    assert.deepEqual([promised.promised_date, promised.notes], ["2031-03-30", "Por la tarde"]);
    const due = async () => (await expectData(ana("GET", `/tasks/${tasks[0].id}`))).due_at;
    assert.equal(await due(), "2031-03-29T23:00:00.000Z");
    await expectData(ana("PATCH", path, { promised_date: "2031-03-31" }));
    assert.equal(await due(), "2031-03-30T22:00:00.000Z");
    await expectFailure(ana("PATCH", path, { notes: "x", version: 1 }), 409, "version_conflict");
    await expectFailure(ana("PATCH", path, { net_total: 1 }), 422, "validation_failed");
    for (const [method, url] of [["GET", path], ["PATCH", path], ["POST", `${path}/cancel`]]) {
      const json = method === "PATCH" ? {} : undefined;
      await expectFailure(eva(method!, url!, json), 404, "not_found");
    }

    await expectFailure(ana("POST", `${about}/reopen`), 409, "has_sale");
    const cancelled = await expectData(ana("POST", `${path}/cancel`, { reason: "Se arrepintió" }));
    assert.deepEqual([cancelled.status, cancelled.cancel_reason], ["cancelled", "Se arrepintió"]);
    assert.deepEqual(cancelled.delivery, { tasks: 0, done: 0 });
    await expectFailure(ana("GET", `/tasks/${tasks[0].id}`), 404, "not_found");
    assert.equal((await expectData(ana("GET", `/quotes/${approved.id}`))).status, "sold");
    const { details } = await expectFailure(
      ana("POST", `${path}/cancel`),
      409,
      "invalid_transition",
    );
    assert.deepEqual(details.allowed, []);
    const again = await expectData(ana("POST", `/quotes/${approved.id}/confirm-sale`));
    assert.deepEqual([again.already, again.sale.status], [true, "cancelled"]);
    assert.equal(again.cancelled, true);
    assert.match(again.message, /was cancelled and stays so/);
    await expectData(ana("POST", `${about}/reopen`));
  },
);

testOnEach("cancelling a sale leaves what was delivered", async (world) => {
  const { ana } = apis(world);
  const quote = await quoteThatIs("approved", ana, { lines: [plainLine, plainLine] });
  const { sale, tasks } = await expectData(ana("POST", `/quotes/${quote.id}/confirm-sale`), 201);
  await expectData(ana("PATCH", `/tasks/${tasks[0].id}`, { status: "done" }));
  assert.deepEqual((await expectData(ana("GET", `/sales/${sale.id}`))).delivery, {
    tasks: 2,
    done: 1,
  });
  const cancelled = await expectData(ana("POST", `/sales/${sale.id}/cancel`));
  assert.deepEqual(cancelled.delivery, { tasks: 1, done: 1 });
});
