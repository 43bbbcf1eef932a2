import assert from "node:assert/strict";
import fc from "fast-check";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import { changesBetween } from "@/lib/sales/sharing/quote_changes.ts";

const base = { description: null, unit: null, discount_percent: 0, tax_rate: 21, line_net: 0 };
const line = fc.record({
  name: fc.constantFrom("Horno", "Luz", "Grúa"),
  sku: fc.constantFrom(null, "A-1"),
  quantity: fc.integer({ min: 1, max: 3 }),
  unit_price: fc.integer({ min: 1, max: 3 }),
});
const offer = fc.record({
  title: fc.constantFrom(null, "Obra"),
  terms: fc.constantFrom(null, "A 30 días"),
  gross_total: fc.integer({ min: 1, max: 3 }),
  lines: fc.array(line, { maxLength: 6 }),
}).map(({ lines, ...words }) =>
  ({
    intro: null,
    ...words,
    lines: lines.map((one, position) => ({ ...base, ...one, position })),
  }) as unknown as QuoteDocument
);

Deno.test("every line of either revision is kept, changed, added or removed", () => {
  fc.assert(fc.property(offer, offer, (before, after) => {
    const { added, removed, changed } = changesBetween(before, after);
    const keptBefore = before.lines.length - removed.length - changed.length;
    const keptAfter = after.lines.length - added.length - changed.length;
    assert.equal(keptBefore, keptAfter);
    assert.ok(keptAfter >= 0);
    for (const pair of changed) assert.equal(pair.before.name, pair.after.name);
  }));
});

Deno.test("the order of lines is no change, and the way back is the reverse", () => {
  fc.assert(fc.property(offer, offer, (before, after) => {
    const turned = { ...before, lines: before.lines.toReversed() };
    const none = { added: [], removed: [], changed: [], texts: [], gross_total: null };
    assert.deepEqual(changesBetween(before, turned), none);
    const there = changesBetween(before, after);
    const back = changesBetween(after, before);
    assert.deepEqual([back.added, back.removed], [there.removed, there.added]);
    assert.deepEqual(back.texts, there.texts);
  }));
});
