import assert from "node:assert/strict";
import { version } from "@/lib/tools/version.ts";

Deno.test("the newest release that is described is the version's", async () => {
  const path = new URL("../../docs/operating/releases.md", import.meta.url);
  const versions = [...(await Deno.readTextFile(path)).matchAll(/^## (\S+)$/gm)].map(([, n]) => n!);
  assert.equal(versions[0], version);
  const numbers = versions.map((one) => one.split(".").map(Number));
  const byNumber = numbers.toSorted((a, b) => b[0]! - a[0]! || b[1]! - a[1]! || b[2]! - a[2]!);
  assert.deepEqual(numbers, byNumber);
  assert.equal(new Set(versions).size, versions.length);
});
