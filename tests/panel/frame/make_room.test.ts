/** Where a toast stands: above what is needed at the bottom of the window. */
import assert from "node:assert/strict";
import { topAmong } from "@/lib/panel/frame/make_room.ts";

const toast = { top: 740, bottom: 780 };

Deno.test("a toast moves above what it would cover", () => {
  const at = (...others: [number, number][]) =>
    topAmong(others.map(([top, bottom]) => ({ top, bottom })), toast);
  assert.equal(at(), 740, "nothing is in its way");
  assert.equal(at([788, 844]), 740, "a bar below it");
  assert.equal(at([100, 300]), 740, "a composer far above");
  assert.equal(at([540, 760]), 492, "a composer");
  assert.equal(at([700, 775], [640, 680]), 592, "a bar, and another above it without room between");
  assert.equal(at([700, 775], [200, 640]), 652, "room between two");
  assert.equal(at([100, 775]), null, "no place in the lower half");
});
