import assert from "node:assert/strict";
import { installationStatus } from "@/lib/status/record.ts";
import { startApp } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { testCommands } from "./harness.ts";

const settings = {
  GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
  GATEWAY_AUDIENCE: "relevo-tests",
};

testCommands("status says what is wrong first, or that all is well", async ({ run }) => {
  const before = await run("status");
  assert.equal(before.code, 1);
  assert.match(before.err, /^relevo: the database has no tables of Relevo: /);
  await run("migrate");
  const well = await run("status");
  assert.equal(well.code, 0, well.err);
  // A machine that tests run on may have little room.
  assert.match(
    well.out,
    /^(All is well\. No back-up is known|What is wrong\n {2}A disk is nearly)/,
  );
  assert.match(well.out, /\n\nProcesses\n {2}No process has said/);
  assert.match(well.out, /\n {2}Callbacks: 0 wait\n/);
  await run("hold", "--reason", "moving");
  const other = await run("status");
  assert.equal(other.code, 0);
  assert.match(
    other.out,
    /^What is wrong\n(.*\n)* {2}The installation is held: Reason: moving\n/,
  );
  const json = await run("status", "--json");
  const status = installationStatus.parse(JSON.parse(json.out));
  assert.equal(status.held?.reason, "moving");
  assert.deepEqual(status.instances, []);

  const words = await run("status", "now", "--deep");
  assert.equal(words.code, 2);
  assert.match(words.err, /^"now" is not expected\n--deep is unknown\n/);
  const help = await run("status", "--help");
  assert.match(help.out, /^deno task status \[--json\]/);
}, { both: true });

testCommands("status tells of processes that serve, and of one that has stopped", async (
  { env, run },
) => {
  const backups = await Deno.makeTempDir({ prefix: "relevo-backups-" });
  await Deno.writeTextFile(`${backups}/relevo-1.tar`, "12");
  const read = async () => {
    const { code, out, err } = await run("status", "--json");
    assert.equal(code, 0, err);
    return installationStatus.parse(JSON.parse(out));
  };
  const app = await startApp({ env: { ...env, ...settings, BACKUP_DIR: backups } });
  const { instances: [own, ...others], disks, backup } = await read();
  assert.deepEqual(others, []);
  assert.match(own!.build, /^[0-9a-f]{40}$/);
  assert.deepEqual(own!.stuck, []);
  const lines = app.stdoutLines.map((line) => JSON.parse(line));
  assert.ok(lines.length > 0);
  assert.deepEqual(new Set(lines.map(({ instance }) => instance)), new Set([own!.id]));
  if (!env.DATABASE_URL) {
    // The process that owns the folder answers, by its own settings.
    assert.equal(backup?.bytes, 2);
    assert.deepEqual(disks.map(({ place }) => place), ["data", "backups"]);
  } else {
    const folder = await Deno.makeTempDir({ prefix: "relevo-data-" });
    await using second = await startApp({ env: { ...env, ...settings, DATA_DIR: folder } });
    assert.equal((await read()).instances.length, 2);
    await second.stop();
    assert.deepEqual((await read()).instances.map(({ id }) => id), [own!.id]);
  }
  const text = await run("status");
  assert.match(text.out, new RegExp(`\n  ${own!.id.slice(0, 8)}: \\d+\\.\\d+\\.\\d+, build `));
  await app.stop();
  await until(async () => (await read()).instances.length === 0, { what: "the row to go" });
}, { both: true });
