import assert from "node:assert/strict";
import { between, smallestGap, stride } from "@/lib/records/position.ts";

Deno.test("a new position lies between its neighbours or beyond the last", () => {
  assert.equal(between(null, null), 0);
  assert.equal(between(null, 0), -stride);
  assert.equal(between(2000, null), 2000 + stride);
  assert.equal(between(1000, 2000), 1500);
});

Deno.test("where two positions leave no room the column is renumbered", () => {
  assert.equal(between(5, 5), null);
  assert.equal(between(5, 5 + smallestGap / 2), null);
  assert.equal(between(6, 5), null);
  let [above, inserted] = [1000, 0];
  for (let at = between(above, 2000); at !== null; at = between(above, 2000)) {
    const stored = Number(at.toFixed(6)); // numeric(20,6)
    assert.ok(stored > above && stored < 2000);
    above = stored;
    inserted++;
  }
  assert.ok(inserted >= 18, `${inserted} between two cards`);
});
