/** Whom a message by an app goes to, until when, in how many parts, and how a template will look. */
import assert from "node:assert/strict";
import { limits } from "@/lib/channels/meta/out/limits.ts";
import { recipientOf, standingOf, timeLeft } from "@/lib/values/app_reach.ts";
import { partCount } from "@/lib/values/text_parts.ts";
import {
  type AppTemplate,
  buttonOf,
  faultOf,
  filledLink,
  filledText,
  firstValues,
  hasQuote,
  labelOf,
  quoteLink,
  suggestions,
  wholeText,
  whyNotQuote,
} from "@/lib/values/app_template.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
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
  quote: { id: 1, number: "P-7", isDraft: false },
  language: "es" as const,
};
const origin = "https://relevo.example";
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
    ["Hola Marta", "$& {{1}}: mesa y mesa", "Taller"].join("\n\n"),
  );
  const { template: words } = speak(appWords, "en");
  const labels = ["buttons.0.1", "body.1", "header.1"].map((name) =>
    labelOf(template, name, words)
  );
  assert.deepEqual(labels, [
    ...["End of the link of “Ver”", "Place {{1}} of the text", "Place {{1}} of the title"],
  ]);
  assert.equal(buttonOf(template, "buttons.0.1")?.text, "Ver");
  assert.equal(buttonOf(template, "body.1"), null);
  assert.equal(firstValues(template, fill, origin)["body.1"], "Marta");
  const named = {
    ...template,
    format: "named" as const,
    variables: ["nombre", "presupuesto", "x"],
  };
  assert.deepEqual(firstValues(named, fill, origin), {
    nombre: "Marta",
    presupuesto: "P-7",
    x: "",
  });
  const byName = { values: { nombre: "Eva" }, part: "body" };
  assert.equal(filledText("{{nombre}}", named, byName), "Eva");
  assert.deepEqual(suggestions({ ...fill, quote: null }), ["Marta", "Ana", "Taller"]);
  assert.ok(suggestions(fill).includes(quoteLink));
  const blank = ["", "  ", "\n"].map((value) => [value, "missing"] as const);
  const broken = ["a\nb", "a\tb", "a\u2028b", "a    b"].map((value) => [value, "oneLine"] as const);
  const long = [["a   b", null], ["a".repeat(1_000), null], [
    "a".repeat(1_001),
    "tooLong",
  ]] as const;
  for (const [value, fault] of [...blank, ...broken, ...long]) {
    assert.equal(faultOf(value), fault, JSON.stringify(value));
  }
});

Deno.test("a button of the quotation's takes its link, and no other does", () => {
  const at = (url: string, isDraft = false) => {
    const one = { ...template, buttons: [{ type: "url", text: "Ver", url }] };
    const quote = { ...fill.quote, isDraft };
    const value = firstValues(one, { ...fill, quote }, origin)["buttons.0.1"]!;
    return [value, filledLink(one, 0, { "buttons.0.1": value })];
  };
  const link = `${origin}/q/…`;
  assert.deepEqual(at(`${origin}/q/{{1}}`), [quoteLink, link]);
  assert.deepEqual(at(`${origin}/{{1}}`), [quoteLink, `${origin}/…`]);
  assert.deepEqual(at(`${origin}/q/{{1}}`, true), ["", `${origin}/q/{{1}}`]);
  assert.deepEqual(at("https://t.example/q/{{1}}"), ["", "https://t.example/q/{{1}}"]);
  assert.deepEqual(at("{{1}}"), ["", "{{1}}"]);
  // A value may begin as the address does.
  assert.equal(
    filledLink(template, 0, { "buttons.0.1": "https://t.example/a?b" }),
    "https://t.example/a?b",
  );
  assert.equal(
    filledLink({ ...template, buttons: [{ type: "x", text: "", url: null }] }, 0, {}),
    null,
  );
});

Deno.test("a quotation goes as the document, or as a link in a place", () => {
  const head = (type: "text" | "image" | "video" | "document") => ({ type, text: null });
  const rows = [
    [{ header: head("document"), variables: [] }, null, true],
    [{ header: head("image"), variables: [] }, "file", false],
    [{ header: head("video"), variables: [] }, "file", false],
    [{ header: null, variables: [] }, "noQuote", false],
    [{ header: head("text"), variables: ["body.1"] }, null, false],
  ] as const;
  for (const [more, why, isIn] of rows) {
    const one = { ...template, ...more, variables: [...more.variables] };
    assert.equal(whyNotQuote(one), why, JSON.stringify(more));
    assert.equal(hasQuote(one, { "body.1": "x" }), isIn, JSON.stringify(more));
  }
  assert.ok(hasQuote(template, { "body.1": ` ${quoteLink} ` }));
});
