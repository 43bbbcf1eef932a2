/** Cells, names and ranges of workbooks and reports, without a browser. */
import assert from "node:assert/strict";
import { periodDays, readRange } from "@/lib/panel/reports/periods.ts";
import { createCellReader, formatsOf, withoutFormula } from "@/lib/panel/excel/cells.ts";
import { fileName } from "@/lib/panel/excel/file_name.ts";
import type { CellKind } from "@/lib/panel/excel/sheet.ts";

const place = { language: "es", timeZone: "Europe/Madrid", currency: "EUR" } as const;

Deno.test("cells have the types of a spreadsheet, on the company's clocks", () => {
  const read = createCellReader(place);
  const cell = (kind: CellKind, value: unknown, words?: Record<string, string>) =>
    read({ name: "x", label: "X", kind, words }, value);
  const minuteOf = (text: string) => (cell("instant", text) as Date).toISOString().slice(0, 16);
  assert.equal(minuteOf("2026-03-29T00:59:59Z"), "2026-03-29T01:59");
  assert.equal(minuteOf("2026-03-29T01:00:00Z"), "2026-03-29T03:00");
  assert.equal(minuteOf("2026-10-25T00:30:00Z"), "2026-10-25T02:30");
  assert.equal(minuteOf("2026-10-25T01:30:00Z"), "2026-10-25T02:30");
  assert.deepEqual(cell("day", "2026-10-25"), new Date("2026-10-25T00:00:00Z"));
  assert.equal(cell("money", 12.5), 12.5);
  assert.equal(cell("number", 0), 0);
  assert.equal(formatsOf(place).number, undefined, "no sign behind a whole number");
  assert.equal(cell("percent", 33.3), 0.33299999999999996);
  assert.equal(cell("flag", false), "no");
  assert.equal(cell("text", "open", { open: "Abierta" }), "Abierta");
  assert.equal(cell("text", { id: 1, name: "=1+1" }), "'=1+1");
  assert.equal(cell("text", ["vip", "norte"]), "vip, norte");
  assert.equal(cell("text", { id: 1, name: null }), "");
  for (const kind of ["text", "money", "instant", "flag"] as const) {
    assert.equal(cell(kind, null), null);
  }
});

Deno.test("texts that would be formulas are told apart from numbers", () => {
  for (const text of ["=1+1", "+SUM(A1)", "-2+cmd|'/c calc'!A0", "@x", "\t=1", "\r=1", "＝1"]) {
    assert.equal(withoutFormula(text), `'${text}`);
  }
  for (const text of ["+34 600 100 200", "-12,50", "a=1", "", "+34 (91) 123-45-67"]) {
    assert.equal(withoutFormula(text), text);
  }
});

Deno.test("money is written as the language and the currency have it", () => {
  assert.equal(formatsOf(place).money, '#,##0.00 "€"');
  assert.equal(formatsOf({ ...place, language: "en", currency: "USD" }).money, '"$"#,##0.00');
  assert.equal(formatsOf({ ...place, currency: "JPY" }).money, '#,##0 "¥"');
});

Deno.test("a file's name is valid on every system", () => {
  assert.equal(
    fileName(["A/B: «C»?", "Informes", "2026-01-01 – 2026-12-31"]),
    "A B «C» Informes 2026-01-01 – 2026-12-31.xlsx",
  );
  assert.ok(fileName(["x".repeat(300)]).length <= 125);
});

Deno.test("periods are the company's weeks, months, quarters and years", () => {
  const days = (period: Parameters<typeof periodDays>[0], today: string) => {
    const { from, to } = periodDays(period, today);
    return `${from} ${to}`;
  };
  assert.equal(days("this_week", "2026-03-29"), "2026-03-23 2026-03-29");
  assert.equal(days("this_week", "2026-03-30"), "2026-03-30 2026-04-05");
  assert.equal(days("last_week", "2026-01-01"), "2025-12-22 2025-12-28");
  assert.equal(days("this_month", "2024-02-29"), "2024-02-01 2024-02-29");
  assert.equal(days("last_month", "2026-01-31"), "2025-12-01 2025-12-31");
  assert.equal(days("this_quarter", "2026-11-22"), "2026-10-01 2026-12-31");
  assert.equal(days("last_quarter", "2026-02-01"), "2025-10-01 2025-12-31");
  assert.equal(days("this_year", "2026-11-22"), "2026-01-01 2026-12-31");
  assert.equal(days("last_year", "2026-11-22"), "2025-01-01 2025-12-31");
});

Deno.test("an address asks for a period or for days, and what it says badly is named", () => {
  // Already Sunday in Madrid, Saturday in UTC.
  const now = new Date("2026-10-31T23:30:00Z");
  const read = (query: string) => {
    const { range, period, ignored } = readRange(
      new URLSearchParams(query),
      "Europe/Madrid",
      now,
    );
    return [range.from, range.to, period, ignored.join()];
  };
  const month = ["2026-11-01", "2026-11-30", "this_month"];
  assert.deepEqual(read("company_id=1"), [...month, ""]);
  assert.deepEqual(read("period=last_week"), ["2026-10-19", "2026-10-25", "last_week", ""]);
  assert.deepEqual(read("from=2026-03-01&to=2026-03-02"), [
    "2026-03-01",
    "2026-03-02",
    undefined,
    "",
  ]);
  assert.deepEqual(read("from=2025-01-01&to=2025-12-31")[2], "last_year");
  assert.deepEqual(read("period=soon&x=1"), [...month, "x,period"]);
  assert.deepEqual(read("from=2026-02-30"), [...month, "from"]);
  assert.deepEqual(read("from=2026-02-02&to=2026-02-01"), [...month, "from,to"]);
  assert.deepEqual(read("from=2010-01-01&to=2026-02-01"), [...month, "from,to"]);
});
