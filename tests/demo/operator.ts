import assert from "node:assert/strict";
import { runTask } from "../commands/harness.ts";
import type { Launched } from "./launcher.ts";
import { asPage } from "./scene.ts";
import { signIn, statusOf } from "./visits.ts";

/** Marta's page, and the command beside the running demo. */
export async function askStatus(demo: Launched, dataDir: string): Promise<void> {
  const path = "/panel/installation";
  const [marta, lucia] = await Promise.all(
    ["marta@talleres.example", "lucia@relevo.example"].map((email) => signIn(demo, email)),
  );
  assert.equal(await statusOf(`${demo.url}${path}`, { ...asPage, ...marta! }), 200);
  assert.equal(await statusOf(`${demo.url}${path}?company_id=1`, { ...asPage, ...lucia! }), 404);
  const { code, out, err } = await runTask("status", ["--json"], { DATA_DIR: dataDir });
  assert.equal(code, 0, err);
  const { instances, database } = JSON.parse(out);
  assert.deepEqual([instances.length, database.kind], [1, "pglite"]);
}
