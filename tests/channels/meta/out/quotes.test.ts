/** Quotations that leave by Meta. */
import assert from "node:assert/strict";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import { draftFor } from "../../../sales/sharing/offering.ts";
import { expectData, expectFailure, inDatabase } from "../../../crm/scene.ts";
import { until } from "../../../support/wait.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { goNow } from "../../scene.ts";
import { addPerson, connectMeta, type MetaAccount } from "../accounts.ts";
import { graphTemplate } from "../graph_template.ts";

const number = "34600111222";

/** A draft for a client whose contact the account knows. */
async function offer(world: World, account: MetaAccount, person: string, heardAt?: Date | null) {
  const quote = await draftFor(account.api, {});
  const contactId = await addPerson(world, account, { id: person, heardAt });
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("contacts").set({
        converted_client_id: quote.client.id,
        converted_at: new Date(),
      })
        .where("id", "=", contactId).execute(),
  );
  const send = (message: Record<string, unknown>) =>
    account.api("POST", `/quotes/${quote.id}/send`, { message: { via: account.id, ...message } });
  return { quote, contactId, send };
}

async function leave(world: World, count: number) {
  await until(async () => {
    await goNow(world);
    return world.graph.state.sent.length === count;
  }, { what: `${count} messages to leave` });
  return world.graph.state.sent.splice(0);
}

testOnEach("WhatsApp takes the PDF with the link as its caption", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const { send } = await offer(world, account, number);
  await expectData(send({ body: "Aquí está: {{quote.link}}" }));
  const [sent] = await leave(world, 1);
  const { type, document } = sent!.body as { type: string; document: Record<string, string> };
  assert.equal(type, "document");
  assert.match(document.caption!, /^Aquí está: https?:\S+\/q\/rlq_/);
  assert.match(document.filename!, /\.pdf$/);
}, { hasGraph: true });

testOnEach("a page sends the link, then the PDF", async (world) => {
  const account = await connectMeta(world, "facebook");
  const { send, quote } = await offer(world, account, "7012345678901234");
  await expectData(send({ body: "Aquí está." }));
  const sent = await leave(world, 2);
  const messages = sent.map(({ body }) => body.message as Record<string, unknown>);
  assert.match(String(messages[0]!.text), /\/q\/rlq_/);
  assert.equal((messages[1]!.attachment as { type: string }).type, "file");
  const { delivery } = await expectData(account.api("GET", `/quotes/${quote.id}`));
  assert.equal(delivery.state, "sent");
}, { hasGraph: true });

testOnEach("outside the window a template carries it", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const { send } = await offer(world, account, number, null);
  const contents: Record<string, Partial<TemplateContent> & Pick<TemplateContent, "body">> = {
    papel: { header: { type: "document", text: null }, variables: [], body: "Va adjunto" },
    enlace: {
      body: "Está en el botón",
      buttons: [{ type: "URL", text: "Ver", url: `${world.services.config.publicUrl}/q/{{1}}` }],
      variables: ["1"],
    },
    nada: { body: "Hola", variables: [] },
  };
  for (const [name, content] of Object.entries(contents)) {
    const bare = { format: "positional", header: null, footer: null, buttons: [] } as const;
    const whole = { ...bare, ...content, buttons: content.buttons ?? [] };
    await inDatabase(world, 1, (trx) =>
      trx.insertInto("message_templates").values({
        ...{ company_id: 1, account_id: account.id, name, language: "es", category: "UTILITY" },
        ...{ state: "APPROVED", content: JSON.stringify(whole) },
      }).execute());
    const template = graphTemplate({ name, language: "es", content: whole });
    world.graph.state.templates.set(name, [template]);
  }
  const opt_in = { source: "En la tienda" };
  await expectFailure(send({ body: "Aquí está." }), 409, "window_closed");
  const template = (name: string, variables: string[] = []) => ({
    name,
    language: "es",
    variables,
  });
  const { fields } = await expectFailure(
    send({ template: template("nada"), opt_in }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["message.template"]);
  await expectFailure(send({}), 422, "validation_failed");

  await expectData(send({ template: template("papel"), opt_in }));
  const [paper] = await leave(world, 1);
  const [header] = (paper!.body.template as { components: { parameters: object[] }[] }).components;
  assert.deepEqual(Object.keys(header!.parameters[0]!), ["type", "document"]);

  const other = await offer(world, account, "34600333444", null);
  await expectData(other.send({ template: template("enlace", ["{{quote.link}}"]), opt_in }));
  const [link] = await leave(world, 1);
  const { components } = link!.body.template as {
    components: { type: string; parameters: { text: string }[] }[];
  };
  assert.deepEqual(components.map(({ type }) => type), ["button"]);
  assert.match(components[0]!.parameters[0]!.text, /^rlq_/);
}, { hasGraph: true });
