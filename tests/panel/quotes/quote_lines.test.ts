/** Lines that two people change at once, and rows of a spreadsheet, without a browser. */
import assert from "node:assert/strict";
import {
  blankLine,
  type GridLine,
  gridLine,
  readLine,
  saveable,
  type SavedLine,
  tidied,
} from "@/lib/panel/quotes/editor/lines.ts";
import { pairLines } from "@/lib/panel/quotes/editor/compare.ts";
import { mergeLines } from "@/lib/panel/quotes/editor/merge_lines.ts";
import { mailLink, whatsappLink } from "@/lib/panel/quotes/editor/share_links.ts";

function saved(id: number, fields: Partial<SavedLine> = {}): SavedLine {
  return {
    id,
    product_id: null,
    sku: null,
    name: `Línea ${id}`,
    description: null,
    unit: null,
    quantity: 1,
    unit_price: 10,
    discount_percent: 0,
    tax_rate: 21,
    ...fields,
  };
}

const notation = { language: "es", currency: "EUR" } as const;
const grid = (lines: SavedLine[]) => lines.map((line) => gridLine(line, notation));
const typed = (line: GridLine, fields: Partial<GridLine>) => ({ ...line, ...fields });
const merge = (base: SavedLine[], mine: GridLine[], theirs: SavedLine[], sent?: Set<string>) => {
  const { lines, clashes } = mergeLines({ base, mine, theirs, sent }, notation);
  return { clashes, lines: saveable(lines, "es", theirs), names: lines.map(({ name }) => name) };
};

Deno.test("changes of different cells and lines are joined", () => {
  const base = [saved(1), saved(2)];
  const [one, two] = grid(base);
  const mine = [typed(one!, { quantity: "3" }), two!];
  const { lines, clashes } = merge(base, mine, [
    saved(1, { unit_price: 12 }),
    saved(2, { unit: "h" }),
  ]);
  assert.deepEqual(clashes, []);
  assert.deepEqual(lines.map(({ values }) => [values.quantity, values.unit_price, values.unit]), [
    [3, 12, null],
    [1, 10, "h"],
  ]);
});

Deno.test("a cell that both changed is reported and keeps what was typed", () => {
  const base = [saved(1)];
  const mine = [typed(grid(base)[0]!, { quantity: "3" })];
  const { lines, clashes } = merge(base, mine, [saved(1, { quantity: 4 })]);
  assert.deepEqual(clashes.map(({ cell, mine, theirs }) => [cell, mine, theirs]), [
    ["quantity", 3, 4],
  ]);
  assert.equal(lines[0]!.values.quantity, 3);
  assert.deepEqual(merge(base, mine, [saved(1, { quantity: 3 })]).clashes, []);
});

Deno.test("a line removed by one goes unless the other changed it", () => {
  const base = [saved(1), saved(2), saved(3)];
  const [one, two, three] = grid(base);
  assert.deepEqual(merge(base, [one!, three!], [saved(1), saved(2)]).names, ["Línea 1"]);
  const merged = merge(base, [one!, two!, typed(three!, { quantity: "9" })], [saved(1), saved(2)]);
  assert.deepEqual(merged.lines.map(({ id }) => id), [1, 2, null]);
  const back = merge(base, [one!, three!], [saved(1), saved(2, { quantity: 5 }), saved(3)]);
  assert.deepEqual(back.names, ["Línea 1", "Línea 2", "Línea 3"]);
});

Deno.test("new lines of both stand where they were put, and moves of either hold", () => {
  const base = [saved(1), saved(2)];
  const [one, two] = grid(base);
  const own = typed(blankLine(), { name: "Mía" });
  const theirs = [saved(1), saved(9, { name: "Suya" }), saved(2)];
  assert.deepEqual(merge(base, [one!, two!, own], theirs).names, [
    "Línea 1",
    "Suya",
    "Línea 2",
    "Mía",
  ]);
  assert.deepEqual(merge(base, [two!, one!], base).names, ["Línea 2", "Línea 1"]);
  assert.deepEqual(merge(base, [one!, two!], [saved(2), saved(1)]).names, ["Línea 2", "Línea 1"]);
});

Deno.test("a line whose save arrived without an answer is not doubled", () => {
  const own = { ...grid([saved(5)])[0]!, key: "new-x", id: null };
  const arrived = saved(5);
  assert.deepEqual(merge([], [own], [arrived], new Set(["new-x"])).lines.map(({ id }) => id), [5]);
  assert.equal(merge([], [own], [arrived]).lines.length, 2);
});

Deno.test("an unreadable cell keeps the saved value and is named", () => {
  const base = saved(1);
  const line = typed(gridLine(base, notation), {
    quantity: "dos",
    unit_price: "1,23456",
    name: " ",
  });
  const { values, wrong } = readLine(line, "es", base);
  assert.deepEqual(wrong.sort(), ["name", "quantity", "unit_price"]);
  assert.deepEqual(values, (({ id: _, ...rest }) => rest)(base));
});

Deno.test("a line that is emptied goes, and is a new one when it is written again", () => {
  const base = [saved(1), saved(2)];
  const [one, two] = grid(base);
  const empty = typed(two!, { name: "", unit_price: "" });
  assert.deepEqual(saveable([one!, empty], "es", base).map(({ id }) => id), [1]);
  const again = typed(empty, { name: "Otra" });
  assert.deepEqual(saveable([one!, again], "es", [base[0]!]).map(({ id }) => id), [1, null]);
  const theirs = [saved(1), saved(2, { quantity: 8 })];
  assert.deepEqual(merge(base, [one!, empty], theirs).names, ["Línea 1", "Línea 2"]);
});

Deno.test("lines of two revisions are matched by name", () => {
  const [a, b, c] = [1, 2, 3].map((id) => ({ ...saved(id), line_net: 10 }));
  const pairs = pairLines([a!, b!], [{ ...a!, quantity: 2 }, c!]);
  assert.deepEqual(pairs.map(({ kind }) => kind), ["changed", "removed", "added"]);
});

Deno.test("links to mail and WhatsApp carry the words whole", () => {
  const client = { email: "pilar@ruiz.example", phone: "612 34 56 78", country: null };
  assert.equal(
    mailLink(client, "A & B", "x\ny"),
    "mailto:pilar@ruiz.example?subject=A%20%26%20B&body=x%0D%0Ay",
  );
  assert.equal(whatsappLink(client, "¿Sí?"), "https://wa.me/34612345678?text=%C2%BFS%C3%AD%3F");
  const abroad = { ...client, phone: "+44 20 7946 0000", country: "GB" };
  assert.ok(whatsappLink(abroad, "").startsWith("https://wa.me/442079460000?"));
  assert.ok(whatsappLink({ ...client, country: "FR" }, "").startsWith("https://wa.me/?"));
});

Deno.test("a price has the decimals of its currency while it is typed, or its own", () => {
  const cases: [currency: string, price: number, text: string][] = [
    ["EUR", 10, "10,00"],
    ["EUR", 0.125, "0,125"],
    ["CLP", 1500, "1500"],
    ["CLP", 10.5, "10,5"],
    ["KWD", 1.5, "1,500"],
    ["KWD", 1.2345, "1,2345"],
    ["CLF", 2, "2,0000"],
  ];
  for (const [currency, price, text] of cases) {
    const place = { language: "es", currency } as const;
    assert.equal(gridLine(saved(1, { unit_price: price }), place).unit_price, text, currency);
    assert.equal(tidied("unit_price", String(price).replace(".", ","), place), text, currency);
    assert.equal(tidied("quantity", "1,50", place), "1,5");
  }
});
