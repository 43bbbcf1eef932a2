/** Templates of WhatsApp: filled, checked by place, and sent only to who agreed. */
import assert from "node:assert/strict";
import {
  fillTemplateOf,
  type Variables,
} from "@/lib/crm/contacts/conversation/sending/meta_template.ts";
import type { TemplateContent } from "@/lib/values/app_template.ts";
import { expectData, expectFailure, inDatabase } from "../../../crm/scene.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson, connectMeta } from "../accounts.ts";
import { graphTemplate } from "../graph_template.ts";

const content: TemplateContent = {
  format: "positional",
  header: { type: "text", text: "Pedido {{1}}" },
  body: "Hola {{1}}: llega el {{2}}. Gracias, {{1}}.",
  footer: "Taller",
  buttons: [
    { type: "QUICK_REPLY", text: "Vale", url: null },
    { type: "URL", text: "Ver", url: "https://taller.example/p/{{1}}" },
  ],
  variables: ["header.1", "body.1", "body.2", "buttons.1.1"],
};

Deno.test("variables are filled in their places, or named where they are wrong", () => {
  const fill = (variables: Variables) =>
    fillTemplateOf({ name: "pedido", language: "es", content }, variables);
  const list = ["A-7", "Nuria", "lunes", "a7"];
  const named = { "header.1": "A-7", "body.1": "Nuria", "body.2": "lunes", "buttons.1.1": "a7" };
  for (const variables of [list, named]) {
    const filled = fill(variables);
    assert.ok("outgoing" in filled);
    assert.equal(
      filled.text,
      "Pedido A-7\n\nHola Nuria: llega el lunes. Gracias, Nuria.\n\nTaller\n\nhttps://taller.example/p/a7",
    );
    assert.deepEqual(filled.outgoing.components, [
      { type: "header", parameters: [{ type: "text", text: "A-7" }] },
      {
        type: "body",
        parameters: [{ type: "text", text: "Nuria" }, { type: "text", text: "lunes" }],
      },
      {
        ...{ type: "button", sub_type: "url", index: "1" },
        parameters: [{ type: "text", text: "a7" }],
      },
    ]);
  }
  const wrong: [Variables, string[]][] = [
    [list.slice(1), ["template.variables"]],
    [[...list, "x"], ["template.variables"]],
    [["A-7", " ", "lu\nnes", "a    7"], [1, 2, 3].map((n) => `template.variables.${n}`)],
    [{ ...named, "body.1": "a\tb", more: "x" }, [
      "template.variables.more",
      "template.variables.body.1",
    ]],
    [{}, Object.keys(named).map((name) => `template.variables.${name}`)],
  ];
  for (const [variables, fields] of wrong) {
    const filled = fill(variables);
    assert.ok("fields" in filled, JSON.stringify(variables));
    assert.deepEqual(Object.keys(filled.fields).sort(), fields.sort());
  }
});

Deno.test("values go by name and number, wherever they stand in the text", () => {
  const fill = (more: Partial<TemplateContent>, variables: Variables) => {
    const all = { ...content, header: null, footer: null, buttons: [], ...more };
    const filled = fillTemplateOf({ name: "pedido", language: "es", content: all }, variables);
    assert.ok("outgoing" in filled, JSON.stringify(filled));
    return filled;
  };
  const turned = { body: "El {{2}} llega {{1}}" };
  for (const variables of [["mesa", "lunes"], { "body.1": "mesa", "body.2": "lunes" }]) {
    const { text, outgoing } = fill(turned, variables);
    assert.equal(text, "El lunes llega mesa");
    assert.deepEqual(outgoing.components, [{
      type: "body",
      parameters: [{ type: "text", text: "mesa" }, { type: "text", text: "lunes" }],
    }]);
  }
  const twice: Partial<TemplateContent> = {
    format: "named",
    header: { type: "text", text: "Para {{nombre}}" },
    body: "Hola, {{nombre}}",
    buttons: [{ type: "url", text: "Ver", url: "https://taller.example/{{1}}" }],
  };
  const named = fill(twice, { nombre: "Nuria", "buttons.0.1": "a7" });
  assert.equal(named.text, "Para Nuria\n\nHola, Nuria\n\nhttps://taller.example/a7");
  assert.equal(fill(twice, ["Nuria", "a7"]).text, named.text);
});

const plain: TemplateContent = {
  format: "named",
  header: null,
  body: "Hola {{nombre}}",
  footer: null,
  buttons: [],
  variables: ["nombre"],
};

async function addTemplate(
  world: World,
  accountId: number,
  { name, category = "UTILITY", state = "approved", unsupported = null }: {
    name: string;
    category?: "UTILITY" | "MARKETING";
    state?: string;
    unsupported?: TemplateContent["unsupported"];
  },
) {
  await inDatabase(world, 1, (trx) =>
    trx.insertInto("message_templates").values({
      ...{ company_id: 1, account_id: accountId, name, language: "es", category, state },
      content: JSON.stringify({ ...plain, unsupported }),
    }).execute());
  const earlier = world.graph.state.templates.get("waba") ?? [];
  const template = graphTemplate({ name, language: "es", category, content: plain });
  world.graph.state.templates.set("waba", [...earlier, template]);
}

testOnEach("a template goes to who agreed, also without a window", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: "34600111222", heardAt: null });
  for (
    const template of [
      { name: "saludo" },
      { name: "oferta", category: "MARKETING" as const },
      { name: "parada", state: "paused" },
      { name: "codigo", unsupported: "code" as const },
    ]
  ) await addTemplate(world, account.id, template);
  const write = (json: Record<string, unknown>) => {
    const body = { direction: "out", via: account.id, ...json };
    return account.api("POST", `/contacts/${contactId}/messages`, body);
  };
  const template = { name: "saludo", language: "es", variables: { nombre: "Nuria" } };
  const refuse = async (json: Record<string, unknown>, fields: string[]) => {
    const failure = await expectFailure(write(json), 422, "validation_failed");
    assert.deepEqual(Object.keys(failure.fields), fields);
  };
  const { details } = await expectFailure(write({ body: "Hola" }), 409, "window_closed");
  assert.deepEqual(details, { until: null, after: "template" });
  await refuse({ template }, ["opt_in"]);
  const optIn = { opt_in: { source: "En la tienda" } };
  await refuse({ template, body: "y más", ...optIn }, ["body"]);
  await refuse({ template: { ...template, name: "parada" }, ...optIn }, ["template"]);
  await refuse({ template: { ...template, language: "en" }, ...optIn }, ["template"]);
  await refuse({ template: { ...template, name: "codigo" }, ...optIn }, ["template"]);
  const list = await expectData(account.api("GET", `/channels/${account.id}/templates`));
  const reasons = list.map((
    { name, unsupported }: { name: string; unsupported: string | null },
  ) => [name, unsupported]);
  assert.deepEqual(reasons, [["codigo", "code"], ["oferta", null], ["saludo", null]]);
  await refuse({ template: { ...template, variables: [] }, ...optIn }, ["template.variables"]);

  const message = await expectData(write({ template, ...optIn }), 201);
  assert.deepEqual([message.body, message.template], [
    "Hola Nuria",
    { name: "saludo", language: "es" },
  ]);
  await goNow(world);
  await delivered(account, contactId, message.id, "sent");
  assert.deepEqual(world.graph.state.sent[0]!.body.template, {
    name: "saludo",
    language: { code: "es" },
    components: [{
      type: "body",
      parameters: [{ type: "text", parameter_name: "nombre", text: "Nuria" }],
    }],
  });
  const [sender] = await expectData(account.api("GET", `/contacts/${contactId}/accounts`));
  assert.equal(sender.opted_in, true);
  // Agreed once is enough; who stops marketing gets none.
  await expectData(write({ template }), 201);
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("account_people").set({ marketing_stopped_at: new Date() })
        .where("account_id", "=", account.id).execute(),
  );
  await expectData(write({ template }), 201);
  await refuse({ template: { ...template, name: "oferta" } }, ["template"]);
}, { hasGraph: true });
