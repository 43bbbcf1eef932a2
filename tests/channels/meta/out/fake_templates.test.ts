/** The Graph API of tests refuses parameters of templates as Meta does. */
import assert from "node:assert/strict";
import { FakeGraph } from "../../../support/graph/graph.ts";
import { refuseTemplate } from "../../../support/graph/templates.ts";

const text = (...values: string[]) => values.map((value) => ({ type: "text", text: value }));
const named = (values: Record<string, string>) =>
  Object.entries(values).map(([parameter_name, value]) => ({
    ...{ type: "text", parameter_name, text: value },
  }));

Deno.test("parameters of a template must be those of its texts", async () => {
  await using graph = FakeGraph.start();
  const common = { language: "es", category: "UTILITY", status: "APPROVED" } as const;
  const button = { type: "BUTTONS", buttons: [{ type: "URL", url: "https://t.example/{{1}}" }] };
  graph.state.templates.set("waba", [
    {
      ...{ ...common, id: "1", name: "aviso", parameter_format: "POSITIONAL" },
      components: [{ type: "BODY", text: "Hola {{1}}, el {{2}}. {{1}}" }, button],
    },
    {
      ...{ ...common, id: "2", name: "visita", parameter_format: "NAMED" },
      components: [{ type: "BODY", text: "{{nombre}}, el {{dia}}" }],
    },
    {
      ...{ ...common, id: "3", name: "plano", parameter_format: "POSITIONAL" },
      components: [{ type: "HEADER", format: "DOCUMENT" }, { type: "BODY", text: "El plano" }],
    },
    {
      ...{ ...common, id: "4", name: "parado", parameter_format: "POSITIONAL", status: "PAUSED" },
      components: [],
    },
  ]);
  const link = { type: "button", sub_type: "url", index: "0", parameters: text("a7") };
  const body = (...parameters: object[]) => ({ type: "body", parameters });
  const head = (type: string) => ({ type: "header", parameters: [{ type, [type]: { id: "1" } }] });
  const rows: [string, object[], number | null][] = [
    ["aviso", [body(...text("Ana", "lunes")), link], null],
    ["aviso", [body(...text("Ana")), link], 132000],
    ["aviso", [body(...text("Ana", "lunes", "más")), link], 132000],
    ["aviso", [body(...text("Ana", "lunes"))], 132000],
    ["aviso", [body(...text("Ana", "lunes")), link, head("document")], 132000],
    ["aviso", [body(...text("Ana", "")), link], 131008],
    ["aviso", [body(...text("Ana", "lunes\nmartes")), link], 132018],
    ["aviso", [body(...text("Ana", "lunes\t")), link], 132018],
    ["aviso", [body(...text("Ana", "a    b")), link], null],
    ["aviso", [body(...text("Ana", "a     b")), link], 132018],
    ["aviso", [body(...text("Ana", "x".repeat(1_024))), link], 132005],
    ["aviso", [body({ type: "image" }, ...text("lunes")), link], 132012],
    ["visita", [body(...named({ dia: "lunes", nombre: "Ana" }))], null],
    ["visita", [body(...text("Ana", "lunes"))], 100],
    ["visita", [body(...named({ dia: "lunes" }))], 132000],
    ["plano", [head("document")], null],
    ["plano", [head("image")], 132012],
    ["plano", [], 132000],
    ["parado", [], 132015],
    ["nada", [], 132001],
  ];
  for (const [name, components, code] of rows) {
    const refusal = refuseTemplate(graph, { name, language: { code: "es" }, components });
    const actual = refusal ? (await refusal.json()).error.code : null;
    assert.equal(actual, code, `${name} ${JSON.stringify(components).slice(0, 200)}`);
  }
});
