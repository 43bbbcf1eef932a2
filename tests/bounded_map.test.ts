import assert from "node:assert/strict";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";

Deno.test("a bounded map forgets what was set longest ago", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  assert.deepEqual([...map], [["a", 3], ["c", 4]]);
  map.delete("a");
  map.set("d", 5);
  assert.deepEqual([...map], [["c", 4], ["d", 5]]);
});
