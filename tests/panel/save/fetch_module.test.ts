import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fetchModule } from "@/components/fetch_module.ts";

/** A module that a browser will not load by its URL any more, and what fails like it. */
async function lostModule(): Promise<{ load(): Promise<unknown>; write(): Promise<void> }> {
  const path = join(await Deno.makeTempDir(), "part.js");
  const failure = `Failed to fetch dynamically imported module: ${pathToFileURL(path)}`;
  return {
    load: () => Promise.reject(new TypeError(failure)),
    write: () => Deno.writeTextFile(path, "export const state = {};"),
  };
}

/** Runs `test` while each look at the clock finds a later millisecond. */
async function whileClockRuns(test: () => Promise<void>): Promise<void> {
  const { now } = Date;
  let ms = now();
  Date.now = () => ms++;
  try {
    await test();
  } finally {
    Date.now = now;
  }
}

Deno.test("a lost module that two ask for at once is loaded once", async () => {
  const { load, write } = await lostModule();
  await write();
  await whileClockRuns(async () => {
    const [first, second] = await Promise.all([fetchModule(load), fetchModule(load)]);
    assert.equal(first, second);
    assert.equal(await fetchModule(load), first);
  });
});

Deno.test("a module that failed a second time is asked for again", async () => {
  const { load, write } = await lostModule();
  await whileClockRuns(async () => {
    await assert.rejects(fetchModule(load), /Module not found/);
    await write();
    assert.ok(await fetchModule(load));
  });
});
