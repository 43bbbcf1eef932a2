import assert from "node:assert/strict";
import { createServer } from "node:net";
import { startApp } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { runTask, testCommands } from "./harness.ts";

testCommands("an installation is held once, and released as told", async ({ run }) => {
  await run("migrate");
  const not = await run("release", "--owed", "keep");
  assert.deepEqual(not, { code: 0, out: "It is not held.\n", err: "" });
  const first = await run("hold", "--reason", "a copy,\nto try it");
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /^Held since \S+Z: a copy, to try it\n$/);
  const again = await run("hold");
  assert.match(again.out, /^It is held already, since \S+Z: a copy, to try it\n$/);

  const unasked = await run("release");
  assert.equal(unasked.code, 2);
  assert.equal(unasked.out, "");
  assert.match(
    unasked.err,
    /^Held since \S+Z: a copy, to try it\n\nNothing waits\.\n--owed is missi/,
  );
  const two = await Promise.all([run("release", "--owed", "send"), run("release", "--owed=keep")]);
  const outputs = two.map(({ out, err }) => out || err).sort();
  // Both go on where they share a database; the embedded one takes a command at a time.
  assert.ok(outputs.includes("It is released.\n"), outputs.join());
  assert.ok(outputs.every((one) => /^It is |another Relevo process/.test(one)), outputs.join());
  assert.equal((await run("release", "--owed", "send")).out, "It is not held.\n");
}, { both: true });

testCommands("wrong use is code 2, and does nothing", async ({ run }) => {
  await run("migrate");
  for (
    const [task, args, problem] of [
      ["hold", ["now"], '"now" is not expected'],
      ["hold", ["--reason"], "--reason needs a value"],
      ["hold", ["--reason", " "], "--reason: must have 1 to 300 characters"],
      ["hold", ["--reason", "x".repeat(301)], "--reason: must have 1 to 300 characters"],
      ["hold", ["--for", "1h"], "--for is unknown"],
      ["release", ["--owed", "drop"], "--owed: must be keep or send"],
      ["release", ["--owed", "keep", "--owed", "send"], "--owed is given twice"],
      ["release", ["--owed"], "--owed needs a value"],
    ] as const
  ) {
    const { code, out, err } = await run(task, ...args);
    assert.deepEqual([code, out, err.split("\n")[0]], [2, "", problem], `${task} ${args}`);
  }
  assert.equal((await run("release", "--owed", "send")).out, "It is not held.\n");
  for (const task of ["hold", "release"] as const) {
    const { code, out } = await run(task, "--help");
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^deno task ${task} `));
  }
});

Deno.test("a database that is away is one line", async () => {
  const closed = createServer();
  const port = await new Promise<number>((resolve) =>
    closed.listen(0, "127.0.0.1", () => resolve((closed.address() as { port: number }).port))
  );
  closed.close();
  const env = { DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/relevo` };
  for (const args of [["hold"], ["release", "--owed", "send"]]) {
    const { code, out, err } = await runTask(args[0]!, args.slice(1), env);
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /^relevo: the database does not answer: [^\n]*\n$/);
  }
});

testCommands("a running process is held and released beside it", async ({ dataDir, env, run }) => {
  const settings = {
    GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
    GATEWAY_AUDIENCE: "relevo-tests",
  };
  const start = (more = {}) => startApp({ env: { ...env, ...settings, ...more } });
  const warnings = async (url: string): Promise<string[]> =>
    (await (await fetch(`${url}/readyz`)).json()).data.warnings;
  const isHeld = async (url: string) => (await warnings(url)).includes("installation_held");
  await using app = await start();
  assert.equal(await isHeld(app.url), false);
  const hold = await run("hold");
  assert.equal(hold.code, 0, hold.err);
  await until(() => isHeld(app.url), { what: "the process to be held" });
  if (!env.DATABASE_URL) {
    assert.equal((await Deno.stat(`${dataDir}/control.sock`)).mode! & 0o777, 0o600);
  }
  const released = await run("release", "--owed", "keep");
  assert.deepEqual([released.code, released.out], [0, "It is released.\n"], released.err);
  await until(async () => !await isHeld(app.url), { what: "the process to go on" });
  await run("hold", "--reason", "over a restart");
  app.kill();
  await app.exited;

  await using other = await start({ HELD: "1" });
  assert.equal(await isHeld(other.url), true);
  const own = await run("release", "--owed", "send");
  assert.equal(own.out, "It is released.\n");
  assert.equal(await isHeld(other.url), true, "HELD holds it whatever the database says");
}, { both: true });
