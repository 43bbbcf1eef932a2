/** Builds beside each other: a process keeps its own, and the next one finds the newest. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { buildFolder, currentBuild, publishBuild } from "@/lib/launch/builds.ts";

const idOf = (n: number) => n.toString(16).padStart(40, "0");
const names = (root: string) =>
  [...Deno.readDirSync(join(root, "_fresh/builds"))].map(({ name }) => name).sort();
const write = (text: string) => (folder: string) =>
  Deno.writeTextFile(join(folder, "server.js"), text);

Deno.test("a build is there whole or not at all, and new processes run the last", async () => {
  const root = await Deno.makeTempDir();
  assert.equal(await currentBuild(root), null);
  const breaks = publishBuild(root, idOf(1), async (folder) => {
    await Deno.writeTextFile(join(folder, "server.js"), "half");
    throw new Error("no room");
  });
  await assert.rejects(breaks, /no room/);
  assert.deepEqual([await currentBuild(root), names(root)], [null, []]);

  assert.equal(await publishBuild(root, idOf(1), write("one")), true);
  const build = { id: idOf(1), folder: buildFolder(root, idOf(1)) };
  assert.deepEqual(await currentBuild(root), build);
  const never = () => Promise.reject(new Error("it is there"));
  assert.equal(await publishBuild(root, idOf(1), never), false);

  const failing = publishBuild(root, idOf(2), () => Promise.reject(new Error("no room")));
  await assert.rejects(failing, /no room/);
  assert.deepEqual(await currentBuild(root), build);
});

Deno.test("two that build the same at once leave one, and both are done", async () => {
  const root = await Deno.makeTempDir();
  const { promise: bothWrite, resolve } = Promise.withResolvers<void>();
  let writing = 0;
  const together = async (folder: string) => {
    await write("same")(folder);
    if (++writing === 2) resolve();
    await bothWrite;
  };
  await Promise.all([1, 2].map(() => publishBuild(root, idOf(7), together)));
  assert.deepEqual(names(root), [idOf(7)]);
  assert.equal((await currentBuild(root))?.id, idOf(7));
});

Deno.test("three stay, the running one among them, and what was left half goes", async () => {
  const root = await Deno.makeTempDir();
  const hour = 3_600_000;
  for (let n = 1; n <= 5; n++) {
    await publishBuild(root, idOf(n), write(`${n}`));
    const at = new Date(Date.now() - (10 - n) * hour);
    await Deno.utime(buildFolder(root, idOf(n)), at, at);
  }
  assert.deepEqual(names(root), [3, 4, 5].map(idOf));
  const [old, young] = ["old", "young"].map((name) => join(root, `_fresh/builds/.${name}`));
  for (const path of [old!, young!]) await Deno.mkdir(path);
  await Deno.utime(old!, new Date(Date.now() - 2 * hour), new Date(Date.now() - 2 * hour));
  await publishBuild(root, idOf(3), write("3"));
  assert.equal((await currentBuild(root))?.id, idOf(3), "an earlier one runs again");
  assert.deepEqual(names(root), [".young", ...[3, 4, 5].map(idOf)]);
});

Deno.test("a name that is no build's is none", async () => {
  const root = await Deno.makeTempDir();
  await publishBuild(root, idOf(1), write("one"));
  for (const text of ["", "../..", idOf(2), `${idOf(1)}/..`, idOf(1).toUpperCase() + "G"]) {
    await Deno.writeTextFile(join(root, "_fresh/current"), text);
    assert.equal(await currentBuild(root), null, JSON.stringify(text));
  }
});
