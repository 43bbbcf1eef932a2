/** Conversations by WhatsApp, Instagram and Facebook from a phone: templates, quotations, marks. */
import assert from "node:assert/strict";
import { v7 } from "uuid";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import { addPerson, connectMeta, type MetaAccount } from "../../channels/meta/accounts.ts";
import { goNow } from "../../channels/scene.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { expectData, expectFailure, inDatabase } from "../scene.ts";
import { type Caller, pairCaller } from "./scene.ts";

const number = "34600111222";

const content: TemplateContent = {
  format: "positional",
  header: { type: "text", text: "De {{1}}" },
  body: "Hola {{1}}: llega el {{2}}.",
  footer: null,
  buttons: [{ type: "URL", text: "Ver", url: "https://taller.example/{{1}}" }],
  variables: ["header.1", "body.1", "body.2", "buttons.0.1"],
};

/** Luis' phone and his contact, whom the number may write to by templates alone. */
async function chatting(world: World, heardAt: Date | null = null) {
  const luis = await pairCaller(world, people.luis, 1);
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: number, heardAt });
  await inDatabase(world, 1, async (trx) => {
    await trx.updateTable("contacts").set({ assignee_id: luis.id, language: "es" })
      .where("company_id", "=", 1).where("id", "=", contactId).execute();
    for (
      const [name, language, state] of [
        ...[["aviso", "en_US", "approved"], ["aviso", "es_MX", "approved"]],
        ["parada", "es", "paused"],
      ] as const
    ) {
      await trx.insertInto("message_templates").values({
        ...{ company_id: 1, account_id: account.id, name, language, state, category: "UTILITY" },
        content: JSON.stringify(content),
      }).execute();
    }
  });
  world.graph.state.templates.set(String(account.settings.waba_id), [{
    ...{ id: "1", name: "aviso", language: "es_MX", category: "UTILITY", status: "APPROVED" },
    parameter_format: "POSITIONAL",
    components: [
      { type: "HEADER", format: "TEXT", text: content.header!.text! },
      { type: "BODY", text: content.body },
      { type: "BUTTONS", buttons: content.buttons },
    ],
  }]);
  return { luis, account, contactId };
}

async function hear(world: World, account: MetaAccount, contactId: number, key: string) {
  return await inDatabase(world, 1, async (trx) => {
    const { id } = await trx.insertInto("contact_messages").values({
      ...{ company_id: 1, contact_id: contactId, direction: "in", channel: account.kind },
      ...{ body: key, external_id: key, via_id: account.id, sent_at: new Date() },
      sender: JSON.stringify({ id: number, name: null, email: null, phone: null }),
    }).returning("id").executeTakeFirstOrThrow();
    return id;
  });
}

const template = {
  name: "aviso",
  language: "es_MX",
  variables: { "header.1": "Taller", "body.1": "Nuria", "body.2": "lunes", "buttons.0.1": "7" },
};
const optIn = { opt_in: { source: "En la tienda" } };

testOnEach("a phone sends a template once, to who agreed", async (world) => {
  const { luis, account, contactId } = await chatting(world);
  const [sender] = (await luis.read(contactId)).accounts;
  assert.deepEqual(
    [sender.id, sender.window_until, sender.after, sender.opted_in],
    [account.id, null, "template", false],
  );
  const path = `conversations/${contactId}/accounts/${account.id}/templates`;
  const { body } = await luis.call("GET", path);
  assert.deepEqual(
    body.data.map(({ language }: { language: string }) => language),
    ["es_MX", "en_US"],
    "what is paused is not there, the person's language comes first",
  );
  assert.deepEqual(body.data[0].values, {
    ...{ "header.1": "", "body.1": "Nuria Vidal", "body.2": "", "buttons.0.1": "" },
  });
  assert.ok(body.meta.suggestions.includes("Luis Vega"));

  const none = { after: null, via: account.id };
  const wrong: [Record<string, unknown>, string[]][] = [
    [{ template }, ["opt_in"]],
    [{ template, ...optIn, text: "y más" }, ["text"]],
    [{ template: { ...template, name: "parada" }, ...optIn }, ["template"]],
    [{ template: { ...template, variables: {} }, ...optIn }, [
      ...Object.keys(template.variables).map((name) => `template.variables.${name}`),
    ]],
    [{ template: { ...template, colour: 1 }, ...optIn }, ["template.colour"]],
    [{ template: null }, ["template"]],
    [{ opt_in: {}, text: "x" }, ["opt_in.source"]],
    [{ answers: "x", text: "x" }, ["answers"]],
  ];
  for (const [json, fields] of wrong) {
    const failure = luis.reply(contactId, { ...none, ...json });
    const { fields: named } = await expectFailure(failure, 422, "validation_failed");
    assert.deepEqual(Object.keys(named), fields, JSON.stringify(json));
  }
  await expectFailure(luis.reply(contactId, { ...none, text: "Hola" }), 409, "window_closed");

  const sent = { ...none, ...optIn, template, key: "once" };
  const message = await expectData(luis.reply(contactId, sent), 201);
  assert.deepEqual([message.template.name, /llega el lunes/.test(message.body)], ["aviso", true]);
  assert.equal((await expectData(luis.reply(contactId, sent), 200)).id, message.id);
  for (const other of [{ variables: { ...template.variables, "body.2": "martes" } }, {}]) {
    const json = { ...sent, text: "x", template: { ...template, ...other } };
    await expectFailure(luis.reply(contactId, json), 422, "idempotency_key_reused");
  }
  await goNow(world);
  const { sent: calls } = world.graph.state;
  await until(() => calls.length === 1, { what: "the template at Graph" });
  assert.equal((await luis.read(contactId)).accounts[0].opted_in, true);
}, { hasGraph: true });

testOnEach(
  "templates are of a number that reaches the person, and of its company",
  async (world) => {
    const { luis, account, contactId } = await chatting(world);
    const at = (contact: number, id: number) => `conversations/${contact}/accounts/${id}/templates`;
    const page = await connectMeta(world, "facebook");
    const foreign = await connectMeta(world, "whatsapp", { companyId: 2, member: people.eva });
    const eva = await pairCaller(world, people.eva);
    const ana = await pairCaller(world, people.ana);
    const refused: [Caller, number, number][] = [
      ...[page.id, foreign.id, 2_000_000_000].map((id): [Caller, number, number] => [
        ...[luis, contactId, id] as const,
      ]),
      // Another company's member, and a colleague who was told of nobody.
      [eva, contactId, account.id],
      [ana, contactId, account.id],
    ];
    for (const [caller, contact, id] of refused) {
      await expectFailure(caller.call("GET", at(contact, id)), 404, "not_found");
    }
    await expectData(luis.call("GET", at(contactId, account.id)));
  },
  { hasGraph: true },
);

testOnEach("an answer quotes a message of its account alone", async (world) => {
  const { luis, account, contactId } = await chatting(world, new Date());
  const first = await hear(world, account, contactId, "wamid.first");
  const second = await hear(world, account, contactId, "wamid.second");
  const { messages } = await luis.read(contactId);
  assert.deepEqual(messages.map(({ via_id }: { via_id: number }) => via_id), [
    account.id,
    account.id,
  ]);
  const reply = { text: "Sí", after: second, answers: first, key: "quoting" };
  const other = { ...reply, key: "other", answers: 2_000_000_000 };
  const { fields } = await expectFailure(luis.reply(contactId, other), 422, "validation_failed");
  assert.deepEqual(Object.keys(fields), ["answers"]);
  const message = await expectData(luis.reply(contactId, reply), 201);
  assert.deepEqual(message.answers, { id: first, direction: "in", text: "wamid.first" });
  await expectData(luis.reply(contactId, reply), 200);
  const without = luis.reply(contactId, { ...reply, answers: undefined });
  await expectFailure(without, 422, "idempotency_key_reused");
  await goNow(world);
  const { sent } = world.graph.state;
  await until(() => sent.length === 1, { what: "the answer at Graph" });
  assert.deepEqual(sent[0]!.body.context, { message_id: "wamid.first" });
}, { hasGraph: true });

testOnEach("who reads on the phone tells it once, of what was shown", async (world) => {
  const { marks } = world.graph.state;
  const { luis, account, contactId } = await chatting(world, new Date());
  const first = await hear(world, account, contactId, "wamid.first");
  const see = async (newest: number) =>
    (await expectData(luis.verb(contactId, "seen", { newest }))).seen;
  assert.equal(await see(first), true);
  await until(() => marks.length === 1, { what: "the mark" });
  assert.equal(await see(first), true);
  const second = await hear(world, account, contactId, "wamid.second");
  assert.equal(await see(first), false, "a newer one was not shown");
  assert.equal(await see(second), true);
  await until(() => marks.length === 2, { what: "the mark of the next" });
  assert.deepEqual(marks.map(({ body }) => (body as { message_id: string }).message_id), [
    ...["wamid.first", "wamid.second"],
  ]);
  for (const json of [{}, { newest: "x" }, { newest: null }, { newest: second, colour: 1 }]) {
    await expectFailure(luis.verb(contactId, "seen", json), 422, "validation_failed");
  }
  const eva = await pairCaller(world, people.eva);
  await expectFailure(eva.verb(contactId, "seen", { newest: second }), 404, "not_found");
}, { hasGraph: true });

testOnEach("a file that was given up is fetched again from the phone", async (world) => {
  const { luis, account, contactId } = await chatting(world, new Date());
  const message = await hear(world, account, contactId, "wamid.first");
  const ids = { unreachable: v7(), expired: v7() };
  const reasons = ["unreachable", "expired"] as const;
  await inDatabase(world, 1, async (trx) => {
    for (const problem of reasons) {
      const id = ids[problem];
      await trx.insertInto("files").values({
        ...{ id, company_id: 1, name: problem, message_id: message, state: "left_out" },
      }).execute();
      await trx.insertInto("file_fetches").values({
        ...{ company_id: 1, account_id: account.id, file_id: id, due_at: null, problem },
        source: JSON.stringify({ mediaId: null, url: null, sha256: null, isStory: false }),
      }).execute();
    }
  });
  const retry = (caller: Caller, { at = message, id = ids.unreachable } = {}) =>
    caller.verb(contactId, `messages/${at}/files/${id}/retry`);
  const eva = await pairCaller(world, people.eva);
  const ana = await pairCaller(world, people.ana);
  for (const caller of [eva, ana]) await expectFailure(retry(caller), 404, "not_found");
  await expectFailure(retry(luis, { id: v7() }), 404, "not_found");
  await expectFailure(retry(luis, { at: 2_000_000_000 }), 404, "not_found");
  await expectFailure(retry(luis, { id: ids.expired }), 409, "invalid_transition");
  const { files } = await expectData(retry(luis));
  assert.equal(files.find(({ id }: { id: string }) => id === ids.unreachable).coming, true);
}, { hasGraph: true });
