import assert from "node:assert/strict";
import { openOpportunity, plainLine, quoteThatIs } from "../../sales/scene.ts";
import { people, testOnEach } from "../../support/world.ts";
import { pairOwn, type Phone, team } from "./phones.ts";
import { apiOf, expectData, expectFailure } from "../scene.ts";

const titles = async (phone: Phone) => (await phone.inbox()).map(({ title }) => title);

testOnEach("a task that another assigned comes to the phone, and is done there", async (world) => {
  const { ana, luis, stranger } = await team(world);
  const task = await expectData(
    ana.api("POST", "/tasks", {
      title: "Medir el escaparate",
      assignee_id: luis.id,
      due_at: "2031-03-30T22:30:00Z",
      priority: "urgent",
    }),
    201,
  );
  const [notice] = await luis.phone.inbox();
  assert.deepEqual(
    [notice!.title, notice!.body, notice!.priority, notice!.url, notice!.sender, notice!.actions],
    [
      "Tarea: Medir el escaparate",
      "Ana Ruiz te la ha asignado. Vence el lunes, 31 de marzo.",
      "high",
      `/panel/tasks/${task.id}?company_id=1`,
      "Primary",
      [{ id: "done", label: "Hecha" }],
    ],
  );
  assert.deepEqual(await ana.phone.inbox(), []);
  assert.deepEqual(await stranger.inbox(), [], "a key's phone sees nothing of it");
  await expectFailure(stranger.answer(notice!.id, "done"), 404, "not_found");

  await expectData(luis.phone.answer(notice!.id, "done"), 201);
  const done = await expectData(ana.api("GET", `/tasks/${task.id}`));
  assert.deepEqual([done.status, done.done_by.id], ["done", luis.id]);
  const activities = await expectData(ana.api("GET", `/activities?task_id=${task.id}`));
  const verbs = activities.map((
    { verb, actor }: { verb: string; actor: { id: number } },
  ) => [verb, actor.id]);
  assert.deepEqual(verbs, [["done", luis.id], ["created", ana.id]]);
  const { version } = done;
  await expectData(luis.phone.answer(notice!.id, "done"), 200);
  assert.equal((await expectData(ana.api("GET", `/tasks/${task.id}`))).version, version);
});

testOnEach(
  "assigning again replaces; one's own, muted and finished tasks are silent",
  async (world) => {
    const { ana, luis } = await team(world);
    const create = (body: Record<string, unknown>) =>
      expectData(ana.api("POST", "/tasks", { title: "Tarea", ...body }), 201);
    const { id } = await create({ assignee_id: ana.id });
    assert.deepEqual(await ana.phone.inbox(), []);
    const patch = (body: Record<string, unknown>, api = ana.api) =>
      expectData(api("PATCH", `/tasks/${id}`, body));
    for (const assignee_id of [luis.id, null, luis.id]) await patch({ assignee_id });
    await patch({ title: "Otra" });
    assert.deepEqual(await titles(luis.phone), ["Tarea: Tarea"], "the newer replaces the older");

    await expectData(
      luis.api("PATCH", "/me", { language: "en", notify: { task_assigned: false } }),
    );
    await create({ assignee_id: luis.id });
    assert.equal((await luis.phone.inbox()).length, 1);
    await expectData(luis.api("PATCH", "/me", { notify: { task_assigned: true } }));
    await create({ assignee_id: luis.id, status: "done" });
    assert.equal((await luis.phone.inbox()).length, 1);
    await create({ assignee_id: luis.id });
    const [notice] = await luis.phone.inbox();
    assert.deepEqual(
      [notice!.title, notice!.body, notice!.actions[0]!.label],
      ["Task: Tarea", "Ana Ruiz assigned it to you.", "Mark done"],
    );

    // The task was done or deleted meanwhile: the answer is accepted and changes nothing.
    const [, older] = await luis.phone.inbox();
    await patch({ status: "done" });
    await expectData(luis.phone.answer(older!.id, "done"), 201);
    const task = await expectData(ana.api("GET", `/tasks/${id}`));
    assert.deepEqual([task.status, task.done_by.id], ["done", ana.id]);
    const gone = /tasks\/(\d+)/.exec(notice!.url)![1];
    await expectData(ana.api("DELETE", `/tasks/${gone}`));
    await expectData(luis.phone.answer(notice!.id, "done"), 201);
  },
);

testOnEach(
  "a new contact is offered to everybody, and the first who takes it has it",
  async (world) => {
    const { ana, luis, stranger } = await team(world);
    const eva = await pairOwn(world, apiOf(world, people.eva));
    await expectData(luis.api("PATCH", "/me", { language: "en" }));
    const woken = { count: 0 };
    const companyId = 1;
    const unsubscribe = world.services.live.subscribe(
      { companyId, userId: people.ana },
      () => void woken.count++,
    );
    const send = (json: unknown) => expectData(world.call("POST", "/api/contact", { json }), 201);
    await send({
      name: "Rosa Mas",
      email: "rosa@casa.es",
      subject: "Web",
      message: "x".repeat(900),
    });
    assert.equal(woken.count, 1);
    unsubscribe();
    const [[forAna], [forLuis]] = await Promise.all([ana.phone.inbox(), luis.phone.inbox()]);
    assert.deepEqual([forAna!.title, forAna!.actions[0]!.label], [
      "Nuevo contacto: Rosa Mas",
      "Me lo quedo",
    ]);
    assert.deepEqual([forLuis!.title, forLuis!.actions[0]!.label], [
      "New contact: Rosa Mas",
      "Take it",
    ]);
    assert.match(forAna!.body, /^Web\nx+…\.?$/);
    assert.deepEqual([await eva.inbox(), await stranger.inbox()], [[], []]);
    await send({ email: "rosa@casa.es", message: "¿Y bien?" });
    await send({ email: "bot@casa.es", message: "spam", website: "x" });
    const [[again, ...more], [luisAgain]] = await Promise.all([
      ana.phone.inbox(),
      luis.phone.inbox(),
    ]);
    assert.deepEqual([again!.title, again!.body, more], [
      "Rosa Mas ha vuelto a escribir",
      "¿Y bien?",
      [],
    ], "in place of the first notice; spam is none");
    assert.equal((await ana.phone.answer(forAna!.id, "take")).status, 410);

    const [contact] = await expectData(ana.api("GET", "/contacts"));
    const answers = await Promise.all([
      ana.phone.answer(again!.id, "take"),
      luis.phone.answer(luisAgain!.id, "take"),
    ]);
    assert.deepEqual(answers.map(({ status }) => status), [201, 201]);
    const updated = await expectData(ana.api("GET", `/contacts/${contact.id}`));
    assert.equal(updated.version, contact.version + 1, "the second changes nothing");
    const [last, ...others] = await expectData(
      ana.api("GET", `/activities?contact_id=${contact.id}`),
    );
    assert.deepEqual([last.verb, last.actor.id, last.changes], [
      "changed",
      updated.assignee.id,
      { assignee_id: [null, updated.assignee.id] },
    ]);
    assert.equal(others.length, 2);
  },
);

testOnEach(
  "a contact that is filed by hand is told to its assignee, else to the others",
  async (world) => {
    const { ana, luis } = await team(world);
    const file = (body: Record<string, unknown>) =>
      expectData(ana.api("POST", "/contacts", body), 201);
    await file({ phone: "612345678", channel: "phone" });
    const [notice] = await luis.phone.inbox();
    assert.deepEqual([notice!.title, notice!.body, notice!.actions.length], [
      "Nuevo contacto: 612345678",
      "612345678",
      1,
    ]);
    const { id } = await file({ name: "Pau", assignee_id: luis.id });
    const [assigned] = await luis.phone.inbox();
    assert.deepEqual(
      [assigned!.title, assigned!.answerable, assigned!.url],
      ["Nuevo contacto: Pau", false, `/panel/contacts/${id}?company_id=1`],
    );
    await expectFailure(luis.phone.answer(assigned!.id, "take"), 422, "unknown_action");
    await file({ name: "Mía", assignee_id: ana.id });
    assert.deepEqual(await ana.phone.inbox(), [], "nobody is told of what they did themselves");
    await expectData(luis.api("PATCH", "/me", { notify: { contact_new: false } }));
    await file({ name: "Nadie" });
    assert.equal((await luis.phone.inbox()).length, 2);

    const [, offered] = await luis.phone.inbox();
    const { id: employee } = await expectData(luis.api("GET", "/me"));
    await expectData(ana.api("DELETE", `/employees/${employee}`));
    await expectFailure(luis.phone.answer(offered!.id, "take"), 401, "unauthorized");
  },
);

testOnEach("a decided quotation is told to whose opportunity it is", async (world) => {
  const { ana, luis } = await team(world);
  const quoteOf = async (assignee_id: number) => {
    const quote = await quoteThatIs("sent", ana.api);
    await expectData(
      ana.api("PATCH", `/opportunities/${quote.opportunity.id}`, { assignee_id }),
    );
    return quote;
  };
  const link = await quoteOf(ana.id);
  const { token } = await expectData(ana.api("POST", `/quotes/${link.id}/share`), 201);
  const accept = { json: { name: "Marta Gil", revision: 1 } };
  await expectData(world.call("POST", `/q/${token}/accept`, accept));
  const [accepted] = await ana.phone.inbox();
  assert.deepEqual([accepted!.title, accepted!.type], [
    `Presupuesto ${link.number} aceptado`,
    "success",
  ]);
  assert.match(accepted!.body, /^Client \d+: Reforma\. Lo acepta Marta Gil\.$/);

  const noted = await quoteOf(luis.id);
  await expectData(ana.api("POST", `/quotes/${noted.id}/reject`, { reason: "Caro" }));
  const [rejected] = await luis.phone.inbox();
  assert.deepEqual([rejected!.title, rejected!.type], [
    `Presupuesto ${noted.number} rechazado`,
    "warning",
  ]);
  assert.match(rejected!.body, /Motivo: Caro\. Lo ha anotado Ana Ruiz\.$/);
  const own = await quoteOf(ana.id);
  await expectData(ana.api("POST", `/quotes/${own.id}/approve`));
  assert.equal((await ana.phone.inbox()).length, 1);
});

testOnEach("what a sale is delivered by comes to its assignee as one notice", async (world) => {
  const { ana, luis } = await team(world);
  const sell = async (assignee_id: number, lines: object[]) => {
    const opportunity = await openOpportunity(ana.api, { assignee_id });
    const values = { opportunity_id: opportunity.id, lines };
    const quote = await quoteThatIs("sold", ana.api, values);
    return await expectData(ana.api("GET", `/sales/${quote.sale.id}`));
  };
  const several = await sell(luis.id, [plainLine, { ...plainLine, name: "Portes", quantity: 1 }]);
  const notices = await luis.phone.inbox();
  const mine = notices.find(({ url }) => url === `/panel/sales/${several.id}?company_id=1`);
  assert.deepEqual([mine!.title, mine!.body, mine!.actions], [
    `Venta ${several.number}: 2 entregas`,
    `${several.client.name}. Montaje × 2, Portes × 1.`,
    [],
  ]);

  const one = await sell(luis.id, [plainLine]);
  const [newest] = await luis.phone.inbox();
  assert.equal(newest!.title, `Venta ${one.number}: 1 entrega`);
  await expectData(luis.phone.answer(newest!.id, "done"), 201);
  assert.deepEqual((await expectData(ana.api("GET", `/sales/${one.id}`))).delivery, {
    tasks: 1,
    done: 1,
  });

  const before = (await ana.phone.inbox()).length;
  await sell(ana.id, [plainLine]);
  assert.equal((await ana.phone.inbox()).length, before, "nobody is told of their own");
});
