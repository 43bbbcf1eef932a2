/** Templates as Meta has them: their variables by place, and those that are left out. */
import assert from "node:assert/strict";
import { readTemplate } from "@/lib/channels/meta/templates/read_template.ts";

type Part = Record<string, unknown>;

function read(components: Part[], more: Part = {}) {
  const item = { name: "t", language: "es", category: "UTILITY", status: "APPROVED" };
  return readTemplate({ ...item, ...more, components });
}

const body = { type: "BODY", text: "Hola {{1}}" };

Deno.test("variables stand in the order of header, body and buttons", () => {
  const cases: [Part[], string, string[]][] = [
    [[body], "POSITIONAL", ["body.1"]],
    [[{ type: "BODY", text: "Sin nada" }], "POSITIONAL", []],
    [[{ type: "BODY", text: "{{2}} de {{1}}, {{2}}" }], "POSITIONAL", ["body.1", "body.2"]],
    [
      [body, { type: "HEADER", format: "TEXT", text: "Para {{1}}" }],
      "POSITIONAL",
      ["header.1", "body.1"],
    ],
    [
      [{ type: "BODY", text: "{{nombre}} {{fecha}} {{nombre}}" }],
      "NAMED",
      ["nombre", "fecha"],
    ],
    [
      [
        { type: "BODY", text: "{{nombre}}" },
        {
          type: "BUTTONS",
          buttons: [
            { type: "PHONE_NUMBER", text: "Llama", phone_number: "+34911222333" },
            { type: "URL", text: "Ver", url: "https://relevo.example/{{1}}" },
          ],
        },
      ],
      "NAMED",
      ["nombre", "buttons.1.1"],
    ],
  ];
  for (const [components, parameter_format, variables] of cases) {
    const template = read(components, { parameter_format });
    assert.deepEqual(template?.content.variables, variables, JSON.stringify(components));
  }
});

Deno.test("what cannot be filled is left out, and odd shapes end nothing", () => {
  const cases: Part[][] = [
    [],
    [{ type: "HEADER", format: "TEXT", text: "Solo" }],
    [body, { type: "HEADER", format: "LOCATION" }],
    [body, { type: "HEADER", format: "toString" }],
    [body, { type: "CAROUSEL", cards: [] }],
    [body, { type: "BUTTONS", buttons: [{ type: "OTP", text: "Copiar" }] }],
    [body, { type: "BUTTONS", buttons: [{ type: "COPY_CODE" }] }],
    [body, { type: "__proto__" }],
  ];
  for (const components of cases) assert.equal(read(components), null, JSON.stringify(components));
  for (
    const item of [{}, { name: 1, language: [], components: {} }, { name: "x\0", components: 5 }]
  ) {
    assert.equal(readTemplate(item), null);
  }
  const long = read([{ type: "BODY", text: "{{".repeat(200_000) }]);
  assert.ok(long!.content.body.length <= 5_000);
  const lone = read([{ type: "BODY", text: "\ud800 \0" }]);
  assert.equal(lone!.content.body, "\ufffd ");
});
