/** The commands on the embedded database: by the process that owns the folder, or on the folder. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { populateFolder } from "../faults/support/populated.ts";
import { long } from "../faults/support/proof.ts";
import { sixUsers } from "../faults/support/stage.ts";
import { runTask } from "../commands/harness.ts";
import { startApp } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { startTask } from "./installation.ts";
import { inFolder } from "./folders.ts";

const settings = {
  GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
  GATEWAY_AUDIENCE: "relevo-tests",
};

/** A database that others of the run begin with too: to make one takes long. */
async function fill(dataDir: string): Promise<void> {
  await Deno.mkdir(dataDir);
  await populateFolder(join(dataDir, "postgres"), sixUsers);
}

const keysOf = async (DATA_DIR: string): Promise<string> => {
  const { code, out, err } = await runTask("key", ["list", "--company", "1"], { DATA_DIR });
  assert.equal(code, 0, err);
  return out;
};

async function done(
  task: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ out: string; err: string }> {
  const { code, out, err } = await runTask(task, args, env);
  assert.equal(code, 0, `${task} ${args}: ${err}`);
  return { out, err };
}

Deno.test("the process that owns the folder makes its back-up, and serves on", () =>
  inFolder(async (folder) => {
    const data = join(folder, "data");
    const env = { DATA_DIR: data, BACKUP_DIR: folder };
    const nothing = await runTask("backup", [], env);
    assert.deepEqual([nothing.code, nothing.out], [1, ""]);
    assert.match(nothing.err, /^relevo: there is no database in .+\n$/);
    await fill(data);
    const path = join(folder, "a.tar");
    {
      await using app = await startApp({ env: { ...env, ...settings } });
      const [one, other] = await Promise.all([
        runTask("backup", ["--output", path], env),
        runTask("backup", ["--output", "-"], env),
      ]);
      const codes = [one.code, other.code];
      assert.ok(codes.includes(0), one.err + other.err);
      for (const { code, err } of [one, other]) {
        if (code !== 0) assert.match(err, /^relevo: .*another back-up is being made\n$/m);
      }
      await done("backup", ["--output", path], env);
      const busy = await runTask("restore", [path, "--replace", "data"], env);
      assert.deepEqual([busy.code, busy.out], [1, ""]);
      assert.match(busy.err, /^relevo: a process of Relevo is using .*: stop it first\n$/);
      assert.equal((await fetch(`${app.url}/readyz`)).status, 200);
      const remaining = [...Deno.readDirSync(data)].map(({ name }) => name);
      assert.ok(!remaining.some((name) => /backup|part/.test(name)), remaining.join());
      // What a command left that was killed before it fetched the file.
      await Deno.writeTextFile(join(data, ".backup.tar.0.part"), "x");
    }
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    const full = await runTask("restore", [path], env);
    assert.match(full.err, /^relevo: "data" is not empty: --replace "data" puts/m);
    const other = { DATA_DIR: join(folder, "other") };
    {
      // Started once and used by nobody, it is as good as empty.
      await using _new = await startApp({ env: { ...other, ...settings } });
    }
    const { err } = await done("restore", [path], other);
    assert.match(err, /^\d+ rows as of \S+Z, made by version \S+\n$/);
    assert.equal(await keysOf(other.DATA_DIR), await keysOf(data));
    await using app = await startApp({ env: { ...other, ...settings } });
    const ready = await (await fetch(`${app.url}/readyz`)).json();
    assert.ok(ready.data.warnings.includes("installation_held"));
    await using _old = await startApp({ env: { ...env, ...settings } });
    await assert.rejects(Deno.stat(join(data, ".backup.tar.0.part")), Deno.errors.NotFound);
  }));

Deno.test("a restore of the folder that is killed leaves it as it was, or whole and held", () =>
  inFolder(async (folder) => {
    const [source, target] = [join(folder, "source"), join(folder, "target")];
    for (const one of [source, target]) await fill(one);
    const path = join(folder, "a.tar");
    await done("backup", ["--output", path], { DATA_DIR: source });
    await done("key", ["create", "--company", "1", "--name", "mine"], { DATA_DIR: target });
    const [ofSource, ofTarget] = [await keysOf(source), await keysOf(target)];
    // Files are made as tables are: the more of them, the later.
    for (const more of long ? [1, 50, 150, 300, 600, 700] : [150]) {
      const files = () => [...Deno.readDirSync(join(target, "postgres", "base", "5"))].length;
      const before = files();
      const task = startTask(
        "restore",
        [path, "--replace", "target"],
        { DATA_DIR: target },
        { isBare: true },
      );
      let isOver = false;
      const output = task.output().finally(() => isOver = true);
      await until(() => isOver || files() >= before + more, { what: "the restore to go on" });
      if (!isOver) task.kill("SIGKILL");
      await output;
      const keys = await keysOf(target);
      const { out } = await done("release", ["--owed", "keep"], { DATA_DIR: target });
      const state = [keys, out];
      const isWhole = keys === ofSource && out === "It is released.\n";
      if (!isWhole) assert.deepEqual(state, [ofTarget, "It is not held.\n"], String(more));
      if (isWhole) break;
    }
    await done("restore", [path, "--replace", "target"], { DATA_DIR: target });
    assert.equal(await keysOf(target), ofSource);
    const { out } = await done("release", ["--owed", "keep"], { DATA_DIR: target });
    assert.equal(out, "It is released.\n");
  }));
