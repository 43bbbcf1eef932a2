/** The page and the dashboard say what the table of metrics says. `UPDATE_METRICS=1` writes them. */
import assert from "node:assert/strict";
import { familyNames } from "@/lib/metrics/families.ts";
import { all, dashboard, pageRows, pageTable } from "./made.ts";

const page = new URL("../../docs/operating/metrics.md", import.meta.url);
const board = new URL("../../docs/operating/grafana.json", import.meta.url);
const alertRules = new URL("../../docs/operating/alerts.rules.yml", import.meta.url);
const table = /(?<=^<!-- metrics -->\n\n)[\s\S]*?(?=\n\n<!-- end -->$)/m;

if (Deno.env.get("UPDATE_METRICS") === "1") {
  const text = await Deno.readTextFile(page);
  await Deno.writeTextFile(page, text.replace(table, pageTable()));
  await Deno.writeTextFile(board, `${JSON.stringify(dashboard(), null, 2)}\n`);
}

Deno.test("the page lists every metric as the table has it", async () => {
  const [rows = ""] = table.exec(await Deno.readTextFile(page)) ?? [];
  const cells = rows.split("\n").slice(2).map((row) =>
    row.split("|").slice(1, -1).map((cell) => cell.trim())
  );
  assert.deepEqual(cells, pageRows());
});

Deno.test("the dashboard has a panel for every metric, made of the table", async () => {
  const stored = JSON.parse(await Deno.readTextFile(board));
  assert.deepEqual(stored, JSON.parse(JSON.stringify(dashboard())));
  assert.deepEqual(stored.panels.map(({ title }: { title: string }) => title), familyNames);
});

/** Names that a query may have: those of samples. */
const sampleNames = new Set(
  all.flatMap(([name, { type }]) =>
    type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : name
  ),
);

Deno.test("every expression of the dashboard and of an alert names metrics that exist", async () => {
  const panels = dashboard().panels.map(({ title, targets }) => {
    assert.ok(targets.length > 0, title);
    return targets.map(({ expr }) => expr);
  });
  const rules = (await Deno.readTextFile(alertRules)).split("\n")
    .filter((line) => line.trim().startsWith("expr:"));
  assert.ok(rules.length > 10);
  for (const expression of [...panels, ...rules].flat()) {
    const names = expression.match(/\b(?:relevo|process)_\w+/g) ?? [];
    assert.ok(names.length > 0, expression);
    for (const name of names) assert.ok(sampleNames.has(name), expression);
  }
});

Deno.test("names follow Prometheus, and no label names a company, person, address or host", () => {
  const allowed = new Set([
    ...["version", "build", "schema", "instance", "part", "door", "status", "code", "direction"],
    ...["kind", "outcome", "state", "place", "job", "alert", "way", "table"],
  ]);
  for (const [name, { type, labels, help, unit }] of all) {
    assert.match(name, /^(relevo|process)_[a-z_]+$/);
    assert.equal(name.endsWith("_total"), type === "counter", name);
    if (unit === "seconds" || unit === "bytes") assert.ok(name.includes(unit), name);
    assert.match(help, /^[A-Z0-9][^\n]*\.$/);
    for (const label of labels) assert.ok(allowed.has(label), `${name}: ${label}`);
  }
});
