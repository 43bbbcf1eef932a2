/** From a message to a contact, client, opportunity, quotation, sale and finished delivery. */
import assert from "node:assert/strict";
import { team } from "../crm/notices/phones.ts";
import { type Api, apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";
import { convertNewest, offer, searchIds, sendAndShare, storyOf, write } from "./scene.ts";

interface Named {
  id: number;
  name: string;
}

testOnEach("a stranger's message is carried to its delivery", async (world, step) => {
  const { ana, luis } = await team(world);

  const contact = await step("a stranger writes, and Luis takes it on his phone", async () => {
    await write(world);
    const [notice] = await luis.phone.inbox();
    assert.equal(notice!.title, "Nuevo contacto: Marta Gil");
    await expectData(luis.phone.answer(notice!.id, "take"), 201);
    const [contact] = await expectData(ana.api("GET", "/contacts"));
    assert.deepEqual([contact.status, contact.assignee.id], ["new", luis.id]);
    return contact;
  });

  await step("the message is answered", async () => {
    const thread = `/contacts/${contact.id}/messages`;
    await expectData(luis.api("POST", thread, { direction: "out", body: "Desde 245 €." }), 201);
    const answered = await expectData(luis.api("GET", `/contacts/${contact.id}`));
    assert.equal(answered.status, "read");
    assert.ok(answered.first_response_at);
  });

  const { client, opportunity, quote } = await step(
    "it becomes a client with an opportunity and a draft",
    async () => {
      const conversion = await convertNewest(luis.api);
      assert.deepEqual(
        [conversion.client.name, conversion.opportunity.assignee.id, conversion.quote.status],
        ["Marta Gil", luis.id, "draft"],
      );
      return conversion;
    },
  );

  await step("the draft's lines are edited", () => editLines(quote, luis));

  await step("the client reads it by its link and accepts, and Luis hears of it", async () => {
    const token = await sendAndShare(luis.api, quote.id);
    const page = await expectData(world.call("GET", `/q/${token}/data`));
    assert.deepEqual([page.status, page.document.gross_total], ["sent", offer.gross]);
    assert.equal(page.document.lines[1].description, "Blanco cálido");
    const accept = { json: { name: "Marta Gil", revision: 1 } };
    await expectData(world.call("POST", `/q/${token}/accept`, accept));
    const [accepted] = await luis.phone.inbox();
    assert.equal(accepted!.title, `Presupuesto ${quote.number} aceptado`);
  });

  const { sale, tasks } = await step(
    "twenty confirmations at once make one sale",
    () => confirmAtOnce(ana.api, quote.id, opportunity.id),
  );
  const [first, second] = tasks;

  await step("one delivery is done on the phone, the other in the panel", async () => {
    assert.deepEqual([first!.assignee.id, first!.title], [luis.id, "Montaje × 1"]);
    for (const assignee_id of [ana.id, luis.id]) {
      await expectData(ana.api("PATCH", `/tasks/${first!.id}`, { assignee_id }));
    }
    const [work] = await luis.phone.inbox();
    assert.equal(work!.title, "Tarea: Montaje × 1");
    await expectData(luis.phone.answer(work!.id, "done"), 201);
    await expectData(luis.api("PATCH", `/tasks/${second!.id}`, { status: "done" }));
    const delivered = await expectData(ana.api("GET", `/sales/${sale.id}`));
    assert.deepEqual(delivered.delivery, { tasks: 2, done: 2 });
  });

  await step("the dashboard counts all of it", () => checkDashboard(ana.api));

  await step("the report counts it for Luis", () => checkReport(ana, luis));

  const records = { contact, client, opportunity, quote, sale, task: first! };
  await step("each record's activities are in order", () => checkActivities(ana.api, records));

  await step("the client's timeline has all of it, the newest first", () => {
    return checkTimeline(ana.api, client);
  });

  await step("search finds each of them", () => checkSearch(ana.api, records));
}, { both: true, isChecked: true });

testOnEach("a declined quotation is revised, accepted, sold and cancelled", async (world) => {
  const { ana, luis } = await team(world);
  await write(world);
  const { client, opportunity, quote } = await convertNewest(ana.api);
  await expectData(ana.api("PATCH", `/opportunities/${opportunity.id}`, { assignee_id: luis.id }));
  const path = `/quotes/${quote.id}`;
  const token = await sendAndShare(ana.api, quote.id);
  const reject = { json: { reason: "Muy caro", revision: 1 } };
  await expectData(world.call("POST", `/q/${token}/reject`, reject));
  const [notice] = await luis.phone.inbox();
  assert.equal(notice!.title, `Presupuesto ${quote.number} rechazado`);
  assert.match(notice!.body, /Motivo: Muy caro/);
  const refused = await expectData(ana.api("GET", path));
  assert.deepEqual([refused.status, refused.rejection_reason], ["rejected", "Muy caro"]);

  await expectData(ana.api("POST", `${path}/reopen`));
  const [sign] = quote.lines;
  await expectData(ana.api("PUT", `${path}/lines`, { lines: [{ id: sign.id, quantity: 1 }] }));
  await expectData(ana.api("POST", `${path}/send`));
  const revisions = await expectData(ana.api("GET", `${path}/revisions`));
  assert.deepEqual(
    revisions.map((one: { revision: number; net_total: number }) => [one.revision, one.net_total]),
    [[2, 100], [1, offer.net]],
  );
  // The link that the client has shows the newer offer.
  const page = await expectData(world.call("GET", `/q/${token}/data`));
  assert.deepEqual([page.status, page.document.net_total], ["sent", 100]);
  await expectData(ana.api("POST", `${path}/approve`, { name: "Marta, por teléfono" }));
  const { sale, tasks } = await expectData(ana.api("POST", `${path}/confirm-sale`), 201);
  assert.deepEqual([sale.net_total, tasks.length], [100, 1]);

  await expectData(ana.api("POST", `/sales/${sale.id}/cancel`, { reason: "Cierra la tienda" }));
  assert.deepEqual((await expectData(ana.api("GET", path))).status, "sold");
  await expectFailure(ana.api("GET", `/tasks/${tasks[0].id}`), 404, "not_found");
  const stats = await expectData(ana.api("GET", "/stats"));
  assert.deepEqual([stats.sales.total, stats.sales.amount, stats.tasks.pending], [0, 0, 0]);
  const report = await expectData(ana.api("GET", "/reports"));
  assert.deepEqual(report.totals.sales, { count: 0, amount: 0 });
  assert.deepEqual(
    await storyOf(ana.api, "quote", quote.id),
    [
      ...["created", "sent", "shared", "rejected", "reopened", "changed", "sent", "viewed"],
      ...["approved", "sold"],
    ],
  );
  assert.deepEqual(await storyOf(ana.api, "sale", sale.id), ["created", "cancelled"]);
  assert.equal((await expectData(ana.api("GET", `/clients/${client.id}`))).name, "Marta Gil");
}, { isChecked: true });

testOnEach(
  "a person of two companies completes a sale in each",
  async (world) => {
    const [first, second] = [1, 2].map((id) => apiOf(world, people.luis, id));
    const sales = [];
    for (const [site, api] of [["primary", first], ["design", second]] as const) {
      await write(world, { site });
      const { quote } = await convertNewest(api!);
      for (const verb of ["send", "approve"]) {
        await expectData(api!("POST", `/quotes/${quote.id}/${verb}`));
      }
      const confirmation = api!("POST", `/quotes/${quote.id}/confirm-sale`);
      sales.push((await expectData(confirmation, 201)).sale);
    }
    // The same person wrote to both, and each company counts from one.
    assert.deepEqual(sales[0].number, sales[1].number);
    for (const [at, api] of [first!, second!].entries()) {
      const other = sales[1 - at];
      assert.deepEqual((await expectData(api("GET", "/sales"))).map(({ id }: Named) => id), [
        sales[at].id,
      ]);
      await expectFailure(api("GET", `/sales/${other.id}`), 404, "not_found");
      await expectFailure(api("POST", `/sales/${other.id}/cancel`), 404, "not_found");
      const stats = await expectData(api("GET", "/stats"));
      assert.deepEqual([stats.contacts.converted, stats.sales.amount], [1, offer.net]);
    }
    await expectFailure(apiOf(world, people.luis)("GET", "/sales"), 400, "company_required");
  },
  { isChecked: true },
);

type Member = Awaited<ReturnType<typeof team>>["ana"];

type Records =
  & Record<"contact" | "client" | "opportunity" | "task", { id: number }>
  & Record<"quote" | "sale", { id: number; number: string }>;

async function confirmAtOnce(api: Api, quoteId: number, opportunityId: number) {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api("POST", `/quotes/${quoteId}/confirm-sale`)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(19).fill(200), 201]);
  const { sale, tasks } = answers[0]!.body.data;
  assert.deepEqual(answers.map(({ body }) => body.data.sale.id), Array(20).fill(sale.id));
  assert.deepEqual([sale.net_total, sale.delivery], [offer.net, { tasks: 2, done: 0 }]);
  const won = await expectData(api("GET", `/opportunities/${opportunityId}`));
  assert.deepEqual([won.status, won.amount], ["won", offer.net]);
  return { sale, tasks: tasks as { id: number; title: string; assignee: Named }[] };
}

async function checkDashboard(api: Api) {
  const stats = await expectData(api("GET", "/stats"));
  const { contacts, clients } = stats;
  assert.deepEqual([contacts.converted, contacts.read, clients.total], [1, 1, 1]);
  assert.deepEqual([stats.opportunities.won, stats.opportunities.open], [1, 0]);
  assert.deepEqual([stats.quotes.sold, stats.quotes.sent], [1, 0]);
  assert.deepEqual(stats.sales, {
    total: 1,
    amount: offer.net,
    month_count: 1,
    month_amount: offer.net,
  });
  assert.deepEqual([stats.tasks.done, stats.tasks.pending], [2, 0]);
}

async function checkActivities(
  api: Api,
  { contact, quote, opportunity, sale, task }: Records,
) {
  const expected: [subject: string, id: number, verbs: string[]][] = [
    ["contact", contact.id, ["created", "changed", "message_sent", "converted"]],
    [
      "quote",
      quote.id,
      ["created", "changed", "sent", "shared", "viewed", "approved", "sold"],
    ],
    // Its amount follows the quotation.
    ["opportunity", opportunity.id, ["created", "changed", "won"]],
    ["sale", sale.id, ["created"]],
    ["task", task.id, ["created", "changed", "changed", "done"]],
  ];
  for (const [subject, id, verbs] of expected) {
    assert.deepEqual(await storyOf(api, subject, id), verbs, subject);
  }
}

async function checkTimeline(api: Api, client: { id: number }) {
  const path = `/clients/${client.id}/timeline?per_page=200`;
  const timeline = await expectData(api("GET", path));
  const instants = timeline.map(({ at }: { at: string }) => at);
  assert.deepEqual(instants, instants.toSorted().reverse());
  const milestones = ["converted", "sent", "approved", "sold", "done"].map((verb) =>
    timeline.findLastIndex((entry: { verb?: string }) => entry.verb === verb)
  );
  assert.ok(!milestones.includes(-1), String(milestones));
  assert.deepEqual(milestones, milestones.toSorted((a, b) => b - a));
  const messages = timeline.filter(({ kind }: { kind: string }) => kind === "message");
  assert.deepEqual(messages.map(({ direction }: { direction: string }) => direction), [
    "out",
    "in",
  ]);
}

async function checkSearch(
  api: Api,
  { contact, client, opportunity, quote, sale, task }: Records,
) {
  assert.deepEqual(await searchIds(api, "marta gil"), {
    contact: [contact.id],
    client: [client.id],
    opportunity: [opportunity.id],
    quote: [quote.id],
    sale: [sale.id],
    product: [],
    task: [],
    event: [],
    automatic: [],
  });
  const { opportunity: opportunities } = await searchIds(api, "floristería");
  assert.deepEqual(opportunities, [opportunity.id]);
  assert.deepEqual((await searchIds(api, quote.number)).quote, [quote.id]);
  assert.deepEqual((await searchIds(api, sale.number)).sale, [sale.id]);
  const montage = await searchIds(api, "montaje");
  assert.deepEqual([montage.task, montage.product!.length], [[task.id], 1]);
}

async function editLines(quote: { id: number; lines: { id: number }[] }, luis: Member) {
  const lines = quote.lines.map(({ id }) => ({ id }));
  const edited = await expectData(
    luis.api("PUT", `/quotes/${quote.id}/lines`, {
      lines: [lines[1], { ...lines[0], description: "Blanco cálido" }],
    }),
  );
  assert.deepEqual(
    [edited.net_total, edited.tax_total, edited.gross_total],
    [offer.net, offer.tax, offer.gross],
  );
}

async function checkReport(ana: Member, luis: Member) {
  const report = await expectData(ana.api("GET", "/reports"));
  const row = report.rows.find(({ user_id }: { user_id: number }) => user_id === luis.id);
  assert.deepEqual(
    [row.sales, row.quotes.sold, row.tasks, row.opportunities.won],
    [{ count: 1, amount: offer.net }, 1, { done: 2, pending: 0 }, 1],
  );
  assert.deepEqual(report.totals.sales, row.sales);
}
