/** Undo of a quotation's lines beside another person, and products named too fast for the offer. */
import assert from "node:assert/strict";
import { meantBy, type Product } from "@/lib/panel/quotes/editor/late_product.ts";
import { createHistory } from "@/lib/panel/quotes/editor/line_history.ts";
import { blankLine, type GridLine } from "@/lib/panel/quotes/editor/lines.ts";

const line = (key: string, fields: Partial<GridLine> = {}): GridLine => ({
  ...blankLine(key),
  name: key,
  quantity: "1",
  unit_price: "10,00",
  ...fields,
});
const [a, b, c] = ["a", "b", "c"].map((key) => line(key)) as [GridLine, GridLine, GridLine];
const keys = (lines: readonly GridLine[]) => lines.map(({ key }) => key).join("");

Deno.test("each kind of change of lines is undone and redone", () => {
  const changes: [GridLine[], string | null][] = [
    [[{ ...a, quantity: "2" }, b, c], "quantity"],
    [[a, c], "name"],
    [[a, b, line("d"), c], "name"],
    [[c, a, b], "name"],
    [[b, c, a], "name"],
    [[{ ...a, name: "", unit_price: "" }, b, c], "name"],
    [[{ ...a, product_id: 3, name: "Mesa", unit_price: "9" }, b, line("d"), line("e")], "name"],
    [[], "name"],
  ];
  for (const [after, cell] of changes) {
    const history = createHistory("es");
    const before = [a, b, c];
    history.record({ before, after });
    const undone = history.undo(after)!;
    assert.deepEqual(undone.lines, before);
    assert.equal(undone.place?.cell ?? null, cell);
    assert.ok(undone.lines.some(({ key }) => key === undone.place!.key));
    assert.equal(history.undo(undone.lines), null);
    const redone = history.redo(undone.lines)!;
    assert.deepEqual(redone.lines.filter(({ name }) => name), after.filter(({ name }) => name));
    assert.deepEqual(history.undo(redone.lines)!.lines, before);
    assert.ok(!undone.isPartial && !redone.isPartial);
  }
});

Deno.test("typing in a cell is one step until it is left, and a new line goes where it was typed", () => {
  const history = createHistory("es");
  const empty = blankLine("new-0");
  const typed = { ...empty, name: "P", quantity: "1" };
  const more = { ...typed, name: "Po" };
  const next = blankLine("new-1");
  history.record({ before: [a, empty], after: [a, typed, next] }, "name");
  history.record({ before: [a, typed, next], after: [a, more, next] }, "name");
  history.close();
  const last = { ...more, name: "Por" };
  history.record({ before: [a, more, next], after: [a, last, next] }, "name");
  assert.deepEqual(history.undo([a, last, next])!.lines, [a, more, next]);
  const undone = history.undo([a, more, next])!;
  assert.deepEqual(undone.lines, [a, empty]);
  // What was typed and taken back by hand joins no earlier step.
  history.record({ before: [a, empty], after: [{ ...a, name: "x" }, empty] }, "one");
  history.record({ before: [a, empty], after: [a, typed, next] }, "two");
  history.record({ before: [a, typed, next], after: [a, empty, next] }, "two");
  history.record({ before: [a, empty, next], after: [a, typed, next] }, "two");
  assert.equal(keys(history.undo([{ ...a, name: "x" }, typed, next])!.lines), "anew-0");
  assert.equal(history.undo([{ ...a, name: "x" }, empty])!.lines[0]!.name, "a");
});

Deno.test("undo keeps another person's later change", () => {
  const one = createHistory("es");
  const mine = { ...a, quantity: "2", unit: "h" };
  one.record({ before: [a, b], after: [mine, b] });
  const theirs = { ...mine, quantity: "7", unit_price: "99,00" };
  const partly = one.undo([theirs, b, c])!;
  assert.deepEqual(partly.lines, [{ ...theirs, unit: "" }, b, c]);
  assert.ok(partly.isPartial);
  // The same number in another form is no change of theirs.
  const two = createHistory("es");
  two.record({ before: [a], after: [{ ...a, unit_price: "35.5" }] });
  const tidy = two.undo([{ ...a, unit_price: "35,50" }])!;
  assert.deepEqual([tidy.lines, tidy.isPartial], [[a], false]);
  // A line that was added here and changed by them stays.
  const three = createHistory("es");
  three.record({ before: [a], after: [a, b] });
  const remainder = three.undo([a, { ...b, quantity: "3" }])!;
  assert.deepEqual([keys(remainder.lines), remainder.isPartial], ["ab", true]);
  // A line that they removed stays away; lines that they moved stay there.
  const four = createHistory("es");
  four.record({ before: [a, b], after: [{ ...a, quantity: "5" }, b] });
  assert.deepEqual(four.undo([b]), { lines: [b], place: null, isPartial: true });
  const five = createHistory("es");
  five.record({ before: [a, b, c], after: [c, a, b] });
  const moved = five.undo([b, c, a])!;
  assert.deepEqual([keys(moved.lines), moved.isPartial], ["bca", true]);
});

Deno.test("a toast's undo takes back its own step once", () => {
  const history = createHistory("es");
  const removed = history.record({ before: [a, b], after: [a] })!;
  const typed = [{ ...a, name: "x" }];
  history.record({ before: [a], after: typed });
  const back = history.undo(typed, removed)!;
  assert.deepEqual(back.lines, [typed[0], b]);
  assert.equal(history.undo(back.lines, removed), null);
  assert.deepEqual(history.undo(back.lines)!.lines, [a, b]);
  assert.equal(history.undo([a, b]), null);
});

Deno.test("typed text matches a product by whole name or SKU, else by its only prefix", () => {
  const products = [
    ["Portes", null],
    ["Portes urgentes", "PU"],
    ["Grúa", "GR-1"],
    ["Montaje", "GR"],
    ["Barniz", "B"],
    ["Barniz", "B2"],
  ].map(([name, sku], id) => ({ id, name, sku }) as Product);
  const idOf = (text: string) => meantBy(text, products)?.id ?? null;
  assert.deepEqual(
    ["portes", "PORTES U", "por", "grua", "gr", "gr-", "barniz", "b2", "mesa"].map(idOf),
    [0, 1, null, 2, 3, 2, null, 5, null],
  );
});
