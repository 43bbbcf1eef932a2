import assert from "node:assert/strict";
import { join } from "node:path";
import { makeWorld } from "../support/world.ts";
import { long, proof } from "./support/proof.ts";

/** It comes from npm for this run alone, so only the long form asks the network for it. */
const redocly = "@redocly/cli@2.77.0";

if (long) {
  Deno.test("Redocly's recommended rules find nothing in the served document", async () => {
    await using world = await makeWorld({ env: { PUBLIC_URL: "https://relevo.test" } });
    const folder = await Deno.makeTempDir({ prefix: "relevo-openapi-" });
    const file = join(folder, "openapi.json");
    const answer = await fetch(`${world.url}/api/openapi.json`);
    await Deno.writeTextFile(file, await answer.text());
    const { code, stdout, stderr } = await new Deno.Command("npx", {
      args: ["--yes", redocly, "lint", "--extends=recommended", "--format=json", file],
      cwd: folder,
      env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stdin: "null",
    }).output();
    await Deno.remove(folder, { recursive: true });
    const [output, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert.ok(output!.includes("{"), `${redocly} gave no result:\n${complaints}`);
    const { totals, problems } = JSON.parse(output!.slice(output!.indexOf("{")));
    assert.deepEqual(problems, []);
    assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 });
    assert.equal(code, 0);
    proof(`OpenAPI: ${redocly} finds nothing by its recommended rules`);
  });
}
