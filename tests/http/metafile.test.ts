/**
 * A bundler's notes on its bundles are in a build of the real Fresh, and no business of callers.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Builder } from "fresh/dev";
import { createApp } from "@/app.ts";
import { makeWorld } from "../support/world.ts";

Deno.test({
  name: "metafile.json is never served, wherever it lies and however it is spelt",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using world = await makeWorld();
    const root = await Deno.makeTempDir();
    const below = "static/_fresh/js/1";
    await Deno.mkdir(join(root, below), { recursive: true });
    for (const file of ["static/metafile.json", `${below}/metafile.json`, "static/other.json"]) {
      await Deno.writeTextFile(join(root, file), "{}");
    }
    const app = createApp(world.services);
    (await new Builder({ root }).build({ snapshot: "memory" }))(app);
    const handler = app.handler();
    const status = async (path: string) =>
      (await handler(new Request(`http://localhost${path}`))).status;
    assert.equal(await status("/other.json"), 200);
    for (
      const path of [
        "/metafile.json",
        "/_fresh/js/1/metafile.json",
        "/_fresh/js/1//metafile%2Ejson/",
      ]
    ) assert.equal(await status(path), 404, path);
  },
});
