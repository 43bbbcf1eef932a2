/** `deno task backup` and `restore` as an operator runs them, on Postgres with the roles of install.md. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { runTask, withoutWarning } from "../commands/harness.ts";
import { mayMount, mountSmallDisk } from "../faults/support/small_disk.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { until } from "../support/wait.ts";
import { namesIn } from "./folders.ts";
import {
  hasPostgres,
  holdOf,
  install,
  type Installation,
  rowsOf,
  startTask,
  text,
  use,
  whileWaiting,
  withClient,
} from "./installation.ts";

interface Scene {
  cluster: Cluster;
  folder: string;
  from: Installation;
  to: Installation;
}

Deno.test({
  name: "the operator backs up and restores an installation on Postgres",
  ignore: !hasPostgres,
  async fn(t) {
    const folder = await Deno.makeTempDir({ prefix: "relevo-backup-" });
    await using cluster = await startCluster({ fsync: false });
    try {
      const from = await install(cluster, { database: "one", folder });
      const to = await install(cluster, { database: "two", folder });
      await use(from);
      const scene = { cluster, folder, from, to };
      await t.step("wrong use is code 2, and writes nothing", () => refuseUse(scene));
      await t.step({
        name: "a disk that is full or read only ends it in a line, and leaves nothing",
        ignore: !mayMount,
        fn: () => fill(scene),
      });
      await t.step("the login of back-ups reads all and writes nothing", () => tryLogin(scene));
      await t.step("the newest stay in BACKUP_DIR", () => keep(scene));
      await t.step("who is connected, and what is there, is in the way", () => refuse(scene));
      await t.step("a back-up goes by a pipe to the other database", () => pipe(scene));
      await t.step("a database is replaced whose name is typed", () => replace(scene));
      await t.step("an interrupted back-up leaves nothing", () => interrupt(scene));
      await t.step("a reader that goes away ends it in a line", () => leave(scene));
      await t.step("a restore that is killed leaves all as it was", () => kill(scene));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

async function refuseUse({ from: { env }, folder }: Scene): Promise<void> {
  for (
    const [task, args, problem] of [
      ["backup", [], "--output is missing, and BACKUP_DIR is not set"],
      ["backup", ["now"], '"now" is not expected'],
      ["backup", ["--output"], "--output needs a value"],
      [
        "backup",
        ["--output", "x.tar", "--keep", "3"],
        "--keep is for BACKUP_DIR, not for --output",
      ],
      ["backup", ["--keep", "0"], "--keep: must be 1 or more"],
      ["backup", ["--keep", "two"], "--keep: must be a number"],
      ["backup", ["--to", "x.tar"], "--to is unknown"],
      ["restore", [], "FILE is missing"],
      ["restore", ["a.tar", "b.tar"], '"b.tar" is not expected'],
      ["restore", ["a.tar", "--replace"], "--replace needs a value"],
      ["restore", ["a.tar", "--force"], "--force is unknown"],
    ] as const
  ) {
    const { code, out, err } = await runTask(task, [...args], { ...env, BACKUP_DIR: "" });
    assert.deepEqual([code, out, err.split("\n")[0]], [2, "", problem], `${task} ${args}`);
  }
  for (
    const [task, args, problem] of [
      ["backup", ["--output", folder], /is a folder$/],
      ["backup", ["--output", `${folder}/none/a.tar`], /there is no folder/],
      ["backup", ["--output", "/dev/null"], /is no file$/],
      ["restore", [`${folder}/none.tar`], /there is no file/],
      ["restore", [folder], /is a folder$/],
      ["restore", ["/dev/null"], /no back-up of Relevo$/],
      ["restore", ["/dev/zero"], /no back-up|is no file/],
    ] as const
  ) {
    const { code, out, err } = await runTask(task, [...args], env);
    assert.deepEqual([code, out], [1, ""], `${task} ${args}: ${err}`);
    assert.match(err, /^relevo: [^\n]+\n$/);
    assert.match(err.trim(), problem);
  }
  for (const task of ["backup", "restore"]) {
    const { code, out } = await runTask(task, ["--help"], env);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^deno task ${task} `));
  }
}

async function fill(scene: Scene): Promise<void> {
  const { from: { env }, to } = scene;
  await using disk = await mountSmallDisk(1);
  const backup = () => runTask("backup", ["--output", join(disk.path, "a.tar")], env);
  const lineOf = (reason: string) =>
    `relevo: nothing can be written into ${disk.path}: ${reason}\n`;
  const whole = await backUp(scene);
  const before = await rowsOf(to.adminUrl).catch(() => null);

  await disk.fill();
  const names = await namesIn(disk.path);
  assert.deepEqual(await backup(), { code: 1, out: "", err: lineOf("no room is left") });
  const onDisk = { ...to.env, DATA_DIR: disk.path };
  const restore = startTask("restore", ["-"], onDisk, { stdin: "piped" });
  using file = await Deno.open(whole);
  // It ends before it has read all.
  await file.readable.pipeTo(restore.stdin).catch(() => {});
  const { code, stdout, stderr } = await restore.output();
  const err = withoutWarning(new TextDecoder().decode(stderr));
  assert.deepEqual([code, stdout.length, err], [1, 0, lineOf("no room is left")]);
  assert.deepEqual(await namesIn(disk.path), names);
  assert.deepEqual(await rowsOf(to.adminUrl).catch(() => null), before);

  await disk.free();
  await disk.makeReadOnly();
  assert.deepEqual(await backup(), { code: 1, out: "", err: lineOf("it is read only") });
  assert.deepEqual(await namesIn(disk.path), []);
}

async function tryLogin({ from: { env }, folder }: Scene): Promise<void> {
  await withClient(env.BACKUP_DATABASE_URL, async (client) => {
    for (
      const statement of [
        "delete from contacts",
        "update installation set held_since = now(), held_reason = 'x'",
        "create table x (id int)",
        "set role relevo_tenant",
      ]
    ) {
      await client.query("set default_transaction_read_only = off");
      await assert.rejects(client.query(statement), { code: "42501" }, statement);
    }
    assert.equal((await client.query("select from gate.session")).rowCount, 1);
  });
  const without = { ...env, BACKUP_DATABASE_URL: "" };
  const path = join(folder, "owner.tar");
  const { code, err } = await runTask("backup", ["--output", path], without);
  assert.equal(code, 1);
  assert.match(
    err,
    /^relevo: this login may not read all rows \(.+\): set BACKUP_DATABASE_URL .+\n$/,
  );
  await assert.rejects(Deno.stat(path), Deno.errors.NotFound);
  const wrong = await runTask("backup", ["--output", path], { ...env, BACKUP_DATABASE_URL: "x" });
  assert.deepEqual([wrong.code, wrong.out], [1, ""]);
  assert.match(wrong.err, /BACKUP_DATABASE_URL: must be a postgres/);
}

async function keep({ from: { env }, folder }: Scene): Promise<void> {
  const dir = join(folder, "backups");
  await Deno.mkdir(dir);
  const run = (...args: string[]) => runTask("backup", args, { ...env, BACKUP_DIR: dir });
  const first = await run();
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /\/backups\/relevo-\d{8}T\d{6}Z\.tar\n$/);
  assert.match(first.err, /^\d+ rows of \d+ tables as of \S+Z, with the gateway's, \d+ bytes\n$/);
  const [second, third] = await Promise.all([run(), run()]);
  assert.deepEqual([second.code, third.code], [0, 0], second.err + third.err);
  const last = await run("--keep", "2");
  assert.equal(last.code, 0, last.err);
  const names = [...Deno.readDirSync(dir)].map(({ name }) => name).sort();
  assert.equal(names.length, 2, names.join());
  assert.equal(join(dir, names[1]!), last.out.trim());
}

async function backUp({ from, folder }: Scene): Promise<string> {
  const path = join(folder, "a.tar");
  const { code, err, out } = await runTask("backup", ["--output", path], from.env);
  assert.deepEqual([code, out], [0, `${path}\n`], err);
  return path;
}

async function refuse(scene: Scene): Promise<void> {
  const { from, to } = scene;
  const path = await backUp(scene);
  const before = await rowsOf(from.adminUrl);
  const full = await runTask("restore", [path], from.env);
  assert.deepEqual([full.code, full.out], [1, ""]);
  assert.match(
    full.err,
    /^relevo: "one" is not empty: --replace "one" puts the back-up in its place\n$/m,
  );
  const typo = await runTask("restore", [path, "--replace", "two"], from.env);
  assert.equal(typo.code, 1);
  assert.match(typo.err, /--replace "two": the database is "one"/);
  await withClient(
    `${from.env.DATABASE_URL}?application_name=relevo`,
    async () => {
      const busy = await runTask("restore", [path, "--replace", "one"], from.env);
      assert.equal(busy.code, 1);
      assert.match(busy.err, /^relevo: a process of Relevo is connected to the database/);
    },
  );
  assert.deepEqual(await rowsOf(from.adminUrl), before);
  await withClient(to.adminUrl, async (admin) => {
    await admin.query("create table orders (id int)");
    const other = await runTask("restore", [path, "--replace", "two"], to.env);
    assert.match(other.err, /^relevo: the database is another program's: it has orders\n$/m);
    await admin.query("drop table orders");
  });
}

async function pipe({ from, to }: Scene): Promise<void> {
  const reading = startTask("backup", ["--output", "-"], from.env, { stdout: "piped" });
  const writing = startTask("restore", ["-"], to.env, { stdin: "piped" });
  const [, backup, restored] = await Promise.all([
    reading.stdout.pipeTo(writing.stdin),
    reading.status.then(async (status) => ({ ...status, err: await text(reading.stderr) })),
    writing.output(),
  ]);
  assert.equal(backup.code, 0, backup.err);
  const err = new TextDecoder().decode(restored.stderr);
  assert.equal(restored.code, 0, err);
  assert.match(new TextDecoder().decode(restored.stdout), /^It is restored, and held/);
  assert.deepEqual(await rowsOf(to.adminUrl), await rowsOf(from.adminUrl));
  const { held } = await holdOf(to);
  assert.match(held, /^restored from a pipe of \S+Z$/);
  const checked = await runTask("check-data", [], to.env);
  assert.equal(checked.code, 0, checked.out);
  const released = await runTask("release", ["--owed", "keep"], to.env);
  assert.match(released.out, /^It is released/);
  assert.match(released.err, /Its data came out of the back-up a pipe, made at/);
}

async function replace(scene: Scene): Promise<void> {
  const { from, to } = scene;
  const more = await runTask("key", ["create", "--company", "1", "--name", "later"], to.env);
  assert.equal(more.code, 0, more.err);
  assert.notDeepEqual(await rowsOf(to.adminUrl), await rowsOf(from.adminUrl));
  const path = await backUp(scene);
  const { code, err } = await runTask("restore", [path, "--replace", "two"], to.env);
  assert.equal(code, 0, err);
  assert.deepEqual(await rowsOf(to.adminUrl), await rowsOf(from.adminUrl));
  assert.match((await holdOf(to)).held, /^restored from a\.tar of/);
}

async function interrupt({ from, folder }: Scene): Promise<void> {
  const dir = join(folder, "interrupted");
  await Deno.mkdir(dir);
  await whileWaiting(from, "lock table contacts in access exclusive mode", async (isWaiting) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const task = startTask("backup", [], { ...from.env, BACKUP_DIR: dir });
      await until(isWaiting, { what: "the back-up to wait" });
      assert.equal([...Deno.readDirSync(dir)].length, 1);
      task.kill(signal);
      const { code, stdout, stderr } = await task.output();
      assert.deepEqual([code, stdout.length], [1, 0]);
      const err = new TextDecoder().decode(stderr).replace(/^.*experimental feature.*\n/m, "");
      assert.equal(err, "relevo: it was interrupted, and nothing was written\n");
      assert.deepEqual([...Deno.readDirSync(dir)], []);
      await until(async () => !await isWaiting(), { what: "its connection to end" });
    }
  });
}

async function leave({ from }: Scene): Promise<void> {
  const task = startTask("backup", ["--output", "-"], from.env, { stdout: "piped" });
  await task.stdout.cancel();
  const [{ code }, err] = await Promise.all([task.status, text(task.stderr)]);
  assert.equal(code, 1);
  assert.match(err.replace(/^.*experimental feature.*\n/m, ""), /^relevo: [^\n]+\n$/);
}

async function kill(scene: Scene): Promise<void> {
  const { from, to } = scene;
  const path = await backUp(scene);
  const added = await runTask("key", ["create", "--company", "1", "--name", "mine"], to.env);
  assert.equal(added.code, 0, added.err);
  const before = await rowsOf(to.adminUrl);
  // It waits for the tables that it would drop, with part of its work done.
  await whileWaiting(to, "lock table gate.session in access share mode", async (isWaiting) => {
    const task = startTask("restore", [path, "--replace", "two"], to.env, { isBare: true });
    await until(isWaiting, { what: "the restore to wait" });
    task.kill("SIGKILL");
    await task.output();
    await until(async () => !await isWaiting(), { what: "its connection to end" });
  });
  assert.deepEqual(await rowsOf(to.adminUrl), before);
  const { code, err } = await runTask("restore", [path, "--replace", "two"], to.env);
  assert.equal(code, 0, err);
  assert.deepEqual(await rowsOf(to.adminUrl), await rowsOf(from.adminUrl));
}
