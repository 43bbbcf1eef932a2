/** Whom a message by an app goes to, until when, in how many parts, and how a template will look. */
import assert from "node:assert/strict";
import { limits } from "@/lib/channels/meta/out/limits.ts";
import { recipientOf, standingOf, timeLeft } from "@/lib/values/app_reach.ts";
import { partCount } from "@/lib/values/text_parts.ts";
import {
  type AppTemplate,
  faultOf,
  filledText,
  firstValues,
  labelOf,
  suggestions,
  wholeText,
} from "@/lib/values/app_template.ts";
import { appWords } from "@/lib/words/app_words.ts";
import { speak } from "@/lib/words/language.ts";

const now = new Date("2026-03-10T12:00:00Z");
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000).toISOString();
const reach = {
  to: "34600111222",
  username: null,
  windowUntil: hours(2) as string | null,
  after: null as "template" | "human_agent" | null,
  isOptedIn: false,
};

Deno.test("a window is open, left to a person, to a template, or closed", () => {
  const rows = [
    [{ windowUntil: hours(2) }, "open"],
    [{ windowUntil: hours(0) }, "closed"],
    [{ windowUntil: hours(-1), after: "template" }, "template"],
    [{ windowUntil: null, after: "template" }, "template"],
    [{ windowUntil: hours(-24), after: "human_agent" }, "human_agent"],
    [{ windowUntil: hours(-6 * 24), after: "human_agent" }, "closed"],
    [{ windowUntil: null, after: "human_agent" }, "closed"],
    [{ windowUntil: null }, "closed"],
  ] as const;
  for (const [values, state] of rows) {
    assert.equal(standingOf({ ...reach, ...values }, now).state, state, JSON.stringify(values));
  }
});

Deno.test("the time left is in hours, and in the last one in minutes and seconds", () => {
  const at = (ms: number) => timeLeft(new Date(now.getTime() + ms), now);
  assert.deepEqual(at(23.9 * 3_600_000), { hours: 23 });
  assert.deepEqual(at(3_600_000), { hours: 1 });
  assert.deepEqual(at(3_599_000), { clock: "59:59" });
  assert.deepEqual(at(65_000), { clock: "1:05" });
  assert.deepEqual(at(-5), { clock: "0:00" });
});

Deno.test("a text over the limit and each file are messages of their own", () => {
  const emoji = "😀".repeat(300);
  const rows = [
    ["whatsapp", "", 0, 0],
    ["whatsapp", "a".repeat(4_096), 0, 1],
    ["whatsapp", "a".repeat(4_097), 0, 2],
    ["instagram", emoji, 0, 2],
    ["facebook", emoji, 2, 3],
    ["facebook", "", 3, 3],
  ] as const;
  for (const [kind, text, files, count] of rows) {
    assert.equal(
      partCount(text, files, limits[kind].text),
      count,
      `${kind} ${text.length} ${files}`,
    );
  }
});

Deno.test("whom it goes to is a number, a name at the app, or the end of an id", () => {
  assert.equal(recipientOf(reach), "+34600111222");
  assert.equal(recipientOf({ ...reach, username: "@marta.gil" }), "@marta.gil");
  assert.equal(recipientOf({ ...reach, to: "ES.13491208655302741918" }), "…1918");
  assert.equal(recipientOf({ ...reach, to: "7012345678901234" }), "…1234");
});

const fill = {
  contact: "Marta",
  company: "Taller",
  member: "Ana",
  quote: { id: 1, number: "P-7" },
  language: "es" as const,
};
const template: AppTemplate = {
  name: "presupuesto_listo",
  language: "es",
  category: "utility",
  format: "positional",
  header: { type: "text", text: "Hola {{1}}" },
  body: "{{2}}: {{1}} y {{1}}",
  footer: null,
  buttons: [{ type: "url", text: "Ver", url: "https://t.example/{{1}}" }],
  variables: ["header.1", "body.1", "body.2", "buttons.0.1"],
};

Deno.test("places of a template are filled, and what Meta refuses is said by place", () => {
  const values = { "header.1": "Marta", "body.1": "mesa", "body.2": "$& {{1}}" };
  const text = (of: string, part: string) => filledText(of, template, { values, part });
  assert.equal(text("Hola {{1}}", "header"), "Hola Marta");
  assert.equal(text(template.body, "body"), "$& {{1}}: mesa y mesa");
  assert.equal(text("{{3}} {{x", "body"), "{{3}} {{x", "what nothing fills stays");
  assert.equal(
    wholeText({ ...template, footer: "Taller" }, values),
    [
      ...["Hola Marta", "$& {{1}}: mesa y mesa", "Taller"],
    ].join("\n\n"),
  );
  const { template: words } = speak(appWords, "en");
  assert.deepEqual(
    ["buttons.0.1", "body.1", "header.1", "buttons.9.1"].map((name) =>
      labelOf(template, name, words)
    ),
    [
      ...["End of the link of “Ver”", "Place {{1}} of the text", "Place {{1}} of the title"],
      "Place {{0}} of the text".replace("0", "9"),
    ],
  );
  assert.equal(firstValues(template, fill)["body.1"], "Marta");
  const named = {
    ...template,
    format: "named" as const,
    variables: ["nombre", "presupuesto", "x"],
  };
  assert.deepEqual(firstValues(named, fill), { nombre: "Marta", presupuesto: "P-7", x: "" });
  const byName = { values: { nombre: "Eva" }, part: "body" };
  assert.equal(filledText("{{nombre}}", named, byName), "Eva");
  assert.deepEqual(suggestions({ ...fill, quote: null }), ["Marta", "Ana", "Taller"]);
  const rows: [string, ReturnType<typeof faultOf>][] = [
    ...["", "  ", "\n"].map((value): [string, "missing"] => [value, "missing"]),
    ...["a\nb", "a\tb", "a\u2028b", "a    b"].map((
      value,
    ): [string, "oneLine"] => [value, "oneLine"]),
    ["a   b", null],
    ["a".repeat(1_000), null],
    ["a".repeat(1_001), "tooLong"],
  ];
  for (const [value, fault] of rows) assert.equal(faultOf(value), fault, JSON.stringify(value));
});
