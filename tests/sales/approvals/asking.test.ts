/** The question comes to a phone, is answered there, and the quotation leaves or stays. */
import assert from "node:assert/strict";
import { connect, goNow } from "../../channels/scene.ts";
import { pairOwn } from "../../crm/notices/phones.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { expectData, expectFailure, lapse } from "../scene.ts";
import { body, draftFor } from "../sharing/offering.ts";
import { cheap, type Company, companyWithRules, stateOf } from "./scene.ts";

/** A draft that needs approval, for a client with a phone, and a program that can send it. */
async function offerWithRules(world: World) {
  const receiver = startReceiver();
  const program = await connect(world, { channel: "whatsapp", callbackUrl: `${receiver.url}/out` });
  const company = await companyWithRules(world, { margin_below: 30 });
  const line = { ...cheap, unit_price: 50, cost: 30 };
  const quote = await draftFor(company.ana, { phone: "+34 600 111 222" }, { lines: [line] });
  const message = { via: program.id, body };
  return { ...company, receiver, quote, path: `/quotes/${quote.id}`, message };
}

const questions = async ({ phone }: Company) =>
  (await phone.inbox()).filter(({ actions }) => actions.length === 2);

testOnEach(
  "an approval from the phone sends the quotation as asked, in the asker's name",
  async (world) => {
    const scene = await offerWithRules(world);
    const { ana, phone, path, quote, message, receiver, luisId, anaId } = scene;
    await using _ = receiver;
    const own = await pairOwn(world, ana);
    const body = { message, version: quote.version };
    const refusal = await expectFailure(ana("POST", `${path}/send`, body), 409, "approval_needed");
    assert.deepEqual(refusal.details.approval.reasons, ["discount", "margin"]);
    await expectData(ana("POST", `${path}/ask-approval`, body));
    const [question] = await questions(scene);
    assert.equal(question!.title, `¿Se envía ${quote.number}?`);
    const text = question!.body.replace(/\s/g, " ");
    assert.equal(text, "Pilar Ruiz: 80,00 €. Descuento: 20 %. Margen: 25 %. Pregunta Ana Ruiz.");
    assert.deepEqual(question!.actions, [
      { id: "yes", label: "Sí, enviar" },
      { id: "no", label: "No, todavía no" },
    ]);
    assert.ok(question!.url.endsWith(`/panel${path}?company_id=1`));

    const alone = await world.call("POST", `/api/phone/notifications/${question!.id}/response`, {
      ...{ device: phone.token, json: { reply: "Hablamos" } },
    });
    assert.deepEqual([alone.status, alone.body.code], [422, "unknown_action"]);
    assert.match(alone.body.error, /goes along with it/);
    assert.equal(await stateOf(scene, quote.id), "draft asked");

    const answer = { actionId: "yes", reply: "Pero es la última vez" };
    await expectData(
      world.call("POST", `/api/phone/notifications/${question!.id}/response`, {
        ...{ device: phone.token, json: answer },
      }),
      201,
    );
    await until(async () => await stateOf(scene, quote.id) === "sent given");
    const sent = await expectData(ana("GET", path));
    const { approval } = sent;
    assert.deepEqual(
      [approval.by.id, approval.via, approval.note],
      [luisId, "phone", "Pero es la última vez"],
    );
    assert.equal(sent.shares[0].created_by.id, anaId);
    await goNow(world);
    const [request] = await receiver.received(1);
    assert.match((request!.json() as { text: string }).text, /^Hola, Pilar Ruiz: .* Ana Ruiz$/);
    const verbs = (await expectData(ana("GET", `${path}/timeline`)))
      .filter(({ kind }: { kind: string }) => kind === "activity")
      .map(({ verb, by }: { verb: string; by: { id: number } }) => [verb, by.id]);
    assert.deepEqual(verbs.slice(0, 3), [
      ["sent", anaId],
      ["approval_given", luisId],
      ["approval_asked", anaId],
    ]);
    const [notice] = await own.inbox();
    assert.equal(notice!.title, `Sí de Luis Vega a ${quote.number}`);
    assert.match(notice!.body, /«Pero es la última vez»/);
  },
  { both: true },
);

testOnEach("a refusal keeps the draft and notifies who asked", async (world) => {
  const company = await companyWithRules(world);
  const { ana, phone, draft } = company;
  const own = await pairOwn(world, ana);
  const { id, number } = await draft();
  await expectData(ana("POST", `/quotes/${id}/ask-approval`));
  const [question] = await questions(company);
  const { token: device } = await world.pairPhone(people.luis);
  const stranger = await world.call("POST", `/api/phone/notifications/${question!.id}/response`, {
    ...{ device, json: { actionId: "yes" } },
  });
  assert.equal(stranger.status, 404, "a phone that a key has paired decides nothing");
  assert.equal((await phone.answer(question!.id, "no")).status, 201);
  assert.equal(await stateOf(company, id), "draft refused");
  const [notice] = await own.inbox();
  assert.deepEqual([notice!.title, notice!.type], [`No de Luis Vega a ${number}`, "warning"]);
  // The same button again is the same answer.
  assert.equal((await phone.answer(question!.id, "no")).status, 200);
});

testOnEach(
  "an approval that is decided, withdrawn or outdated leaves the phone",
  async (world) => {
    const company = await companyWithRules(world);
    const { ana, luis, third, thirdId, phone, draft } = company;
    const ends = {
      decided: (path: string) => third("POST", `${path}/decide`, { approved: false }),
      "taken back": (path: string) => third("DELETE", `${path}/ask-approval`),
      changed: (path: string) => luis("PATCH", path, { intro: "Hola" }),
      lines: (path: string) => ana("PUT", `${path}/lines`, { lines: [{ ...cheap, quantity: 3 }] }),
      trashed: (path: string) => ana("DELETE", path),
      "trashed with others": (path: string) =>
        ana("POST", "/quotes/bulk", { ids: [Number(path.split("/")[2])], trash: true }),
      sent: (path: string) => luis("POST", `${path}/send`),
    };
    for (const [what, end] of Object.entries(ends)) {
      const { id } = await draft();
      await expectData(ana("POST", `/quotes/${id}/ask-approval`));
      const [question] = await questions(company);
      await expectData(end(`/quotes/${id}`));
      assert.deepEqual(await questions(company), [], what);
      const late = await phone.answer(question!.id, "yes");
      assert.deepEqual([late.status, late.body.code], [410, "notification_closed"], what);
    }
    const { id } = await draft();
    const other = await pairOwn(world, third);
    await expectData(ana("POST", `/quotes/${id}/ask-approval`, { approver_id: thirdId }));
    assert.deepEqual(await questions(company), []);
    const [question] = await other.inbox();
    assert.equal((await other.answer(question!.id, "yes")).status, 201);
    await until(async () => await stateOf(company, id) === "sent given");
  },
);

testOnEach(
  "what can no longer leave stays a draft with its approval, and says why",
  async (world) => {
    const scene = await offerWithRules(world);
    const { ana, luis, quote, path, message, receiver } = scene;
    await using _ = receiver;
    const own = await pairOwn(world, ana);
    await expectData(ana("POST", `${path}/ask-approval`, { message }));
    await lapse(world, 1, quote.id);
    const decision = await expectData(luis("POST", `${path}/decide`, { approved: true }));
    assert.deepEqual([decision.status, decision.approval.state], ["draft", "given"]);
    const [notice] = (await own.inbox()).filter(({ title }) => title.endsWith("no ha salido"));
    assert.match(notice!.body, /visto bueno, pero no se ha podido enviar\. .+/);
    await world.services.approvedQuotes.sweep();
    assert.equal(await stateOf(scene, quote.id), "draft given");
    assert.equal(receiver.requests.length, 0);
  },
);

testOnEach("a wrong approver or quotation is refused by field", async (world) => {
  const { ana, anaId, draft, setRules } = await companyWithRules(world, { approver_id: null });
  const { id, version } = await draft();
  const ask = (json: unknown = {}) => ana("POST", `/quotes/${id}/ask-approval`, json);
  const fieldsOf = async (json: unknown) =>
    Object.keys((await expectFailure(ask(json), 422, "validation_failed")).fields);
  assert.deepEqual(await fieldsOf({}), ["approver_id"]);
  assert.deepEqual(await fieldsOf({ approver_id: anaId }), ["approver_id"]);
  assert.deepEqual(await fieldsOf({ approver_id: 999_999 }), ["approver_id"]);
  assert.deepEqual(await fieldsOf({ approver_id: "luis", by: 1, version: 0 }), [
    "approver_id",
    "version",
    "by",
  ]);
  assert.deepEqual(await fieldsOf({ message: { via: 999, body: "{{x}}" } }), ["message.body"]);
  assert.deepEqual(await fieldsOf({ message: { via: 999, body: "x" } }), ["message.via"]);
  await expectFailure(ask({ version: version + 1 }), 409, "version_conflict");
  const decide = (json: unknown) => ana("POST", `/quotes/${id}/decide`, json);
  const wrong = [{}, { approved: "si" }, { approved: true, note: "x".repeat(501) }, {
    approved: null,
    no: 1,
  }];
  for (const json of wrong) await expectFailure(decide(json), 422, "validation_failed");
  await setRules({ approver_id: anaId });
  assert.deepEqual(await fieldsOf({}), ["approver_id"], "the approver needs none");
  const empty = await draft({ lines: [], valid_until: "2020-01-01", issue_date: "2020-01-01" });
  const { fields } = await expectFailure(
    ana("POST", `/quotes/${empty.id}/ask-approval`),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["lines", "valid_until"]);
});
