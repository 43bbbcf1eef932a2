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

Deno.test("what cannot be filled says why, and odd shapes end nothing", () => {
  const otp = { type: "BUTTONS", buttons: [{ type: "OTP", text: "Copiar" }] };
  const cases: [Part[], string | null][] = [
    [[body], null],
    [[body, { type: "HEADER", format: "VIDEO" }, { type: "FOOTER", text: "Taller" }], null],
    [[], "other"],
    [[{ type: "HEADER", format: "TEXT", text: "Solo" }], "other"],
    [[body, { type: "HEADER", format: "LOCATION" }], "place"],
    [[body, { type: "HEADER", format: "PRODUCT" }], "catalog"],
    [[body, { type: "HEADER", format: "toString" }], "other"],
    [[body, { type: "HEADER" }], "other"],
    [[body, { type: "CAROUSEL", cards: [] }], "carousel"],
    [[{ type: "CAROUSEL", cards: 5 }], "carousel"],
    [[body, { type: "LIMITED_TIME_OFFER" }, otp], "offer"],
    [[body, otp], "code"],
    [[body, { type: "BUTTONS", buttons: [{ type: "COPY_CODE" }] }], "code"],
    [[body, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Reservar" }] }], "flow"],
    [[body, { type: "BUTTONS", buttons: [{ type: "MPM" }] }], "catalog"],
    [[body, { type: "BUTTONS", buttons: [{ type: "TOMORROW" }, { type: "FLOW" }] }], "flow"],
    [[body, { type: "BUTTONS", buttons: [{}] }], "other"],
    [[body, { type: "__proto__" }], "other"],
    [[body, {}], "other"],
  ];
  for (const [components, unsupported] of cases) {
    assert.equal(read(components)?.content.unsupported, unsupported, JSON.stringify(components));
  }
  assert.equal(read([body], { category: "AUTHENTICATION" })?.content.unsupported, "code");
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
