// What the real Fresh needs beyond ours: its modules, its build id, a place to write.
import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT, runScript } from "./support.ts";

/** The state of each permission in a process with a permission set of deno.json. */
async function statesIn(set: string, descriptors: object[]): Promise<string[]> {
  const script = `const asked = ${JSON.stringify(descriptors)};
console.log(JSON.stringify(asked.map((one) => Deno.permissions.querySync(one).state)));`;
  return JSON.parse((await runScript(script, [`-P=${set}`])).stdout);
}

const jsr = { name: "import", host: "jsr.io:443" };

Deno.test("what builds or serves may import from JSR, and nothing else may", async () => {
  const other = { name: "import", host: "deno.land:443" };
  for (const set of ["start", "dev", "build"]) {
    assert.deepEqual(await statesIn(set, [jsr, other]), ["granted", "prompt"], set);
  }
  assert.deepEqual(await statesIn("demo", [jsr, other]), ["prompt", "prompt"]);
});

Deno.test("start reads what names a build, and not its neighbours", async () => {
  const names = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA", "GITHUB_TOKEN"];
  const descriptors = names.map((variable) => ({ name: "env", variable }));
  assert.deepEqual(await statesIn("start", descriptors), [
    "granted",
    "granted",
    "granted",
    "prompt",
  ]);
});

Deno.test("build writes in the project, and nowhere else", async () => {
  const descriptors = [ROOT, join(ROOT, "..")].map((path) => ({ name: "write", path }));
  assert.deepEqual(await statesIn("build", descriptors), ["granted", "prompt"]);
});
