/** The manifest names the real Fresh; by the link in it nothing asks JSR for it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import deno from "@/deno.json" with { type: "json" };
import linked from "@/lib/fresh/deno.json" with { type: "json" };
import { ROOT, runScript } from "./support.ts";

Deno.test("fresh is the linked package, as locked, with JSR out of reach", async () => {
  const script = `const found = {};
for (const name of ["fresh", "fresh/runtime", "fresh/dev"]) {
  await import(name);
  found[name] = import.meta.resolve(name);
}
console.log(JSON.stringify(found));`;
  const env = { JSR_URL: "http://127.0.0.1:9/" };
  const { stdout, stderr } = await runScript(script, ["--frozen", "-A"], env);
  assert.notEqual(stdout, "", stderr);
  const at = (path: string) => pathToFileURL(join(ROOT, "lib/fresh", path)).href;
  assert.deepEqual(JSON.parse(stdout), {
    "fresh": at(linked.exports["."]),
    "fresh/runtime": at(linked.exports["./runtime"]),
    "fresh/dev": at(linked.exports["./dev"]),
  });
});

Deno.test("without the link, the same lines name the package on JSR", async () => {
  assert.deepEqual(deno.links, ["./lib/fresh"]);
  for (
    const [part, name] of [["", "fresh"], ["/runtime", "fresh/runtime"], ["/dev", "fresh/dev"]]
  ) {
    assert.equal(
      deno.imports[name as keyof typeof deno.imports],
      `jsr:${linked.name}@^2.3${part}`,
    );
  }
  const lock = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.lock")));
  assert.equal(lock.jsr, undefined, "no package of JSR is locked");
});
