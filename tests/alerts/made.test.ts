/**
 * The rules file and the page are made of the table of alerts: UPDATE_ALERTS=1 with `deno test -A`
 * writes them.
 */
import assert from "node:assert/strict";
import { alerts } from "@/lib/alerts/alerts.ts";
import { alertList, rulesFile } from "@/lib/alerts/rules.ts";
import { alertWords } from "@/lib/alerts/words.ts";
import { jobs } from "@/lib/service/recurring.ts";
import { root } from "../tidy/sources.ts";

const heading = "## All of them\n\n";
const page = `${root}/docs/operating/alerts.md`;
const written = await Deno.readTextFile(page);
const end = written.indexOf("\n\n", written.indexOf(heading) + heading.length);
const files = {
  [page]: `${written.slice(0, end)}\n\n${alertList()}\n`,
  [`${root}/docs/operating/alerts.rules.yml`]: rulesFile(jobs),
};

for (const [path, text] of Object.entries(files)) {
  Deno.test(`${path.slice(root.length + 1)} is what the table of alerts says`, async () => {
    if (Deno.env.get("UPDATE_ALERTS")) await Deno.writeTextFile(path, text);
    assert.equal(await Deno.readTextFile(path), text);
  });
}

Deno.test("each alert is told in both languages and has a rule", () => {
  assert.deepEqual(alerts.map(({ name }) => name).sort(), Object.keys(alertWords).sort());
  for (const { name, rules } of alerts) {
    const { title, when, advice } = alertWords[name];
    for (const text of [title, when, advice]) assert.notEqual(text.es, text.en, name);
    assert.ok((typeof rules === "function" ? rules(jobs) : rules).length > 0, name);
  }
});
