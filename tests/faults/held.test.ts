/** A process that is held, looked at from outside; and a release that breaks off. */
import assert from "node:assert/strict";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { ask } from "./support/client.ts";
import { proof } from "./support/proof.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { openStage, type Stage, testOn } from "./support/stage.ts";

/** Ports at the other end of the connections that a process has opened, as Linux lists them. */
async function portsReached(pid: number, ownPort: number): Promise<number[]> {
  // Deno itself opens /proc only for whom it allows everything.
  const script = 'cd "/proc/$1" && ls -l fd && cat net/tcp net/tcp6';
  const args = ["-c", script, "sockets", String(pid)];
  const { success, stdout } = await new Deno.Command("sh", { args }).output();
  assert.ok(success, "the process and its sockets");
  const text = new TextDecoder().decode(stdout);
  const inodes = new Set([...text.matchAll(/ socket:\[(\d+)\]$/gm)].map(([, inode]) => inode!));
  const ports = text.split("\n").flatMap((line) => {
    const [, local, remote, , , , , , , inode = ""] = line.trim().split(/\s+/);
    if (!remote || !inodes.has(inode)) return [];
    const [ownEnd, otherEnd] = [local!, remote].map((end) => parseInt(end.split(":")[1]!, 16));
    return ownEnd === ownPort || otherEnd === 0 ? [] : [otherEnd!];
  });
  return [...new Set(ports)];
}

async function oweCallbacks(stage: Stage, url: string, callbackUrl: string): Promise<void> {
  for (const user of stage.phones.keys()) {
    await answer(stage, url, await sendToAll(stage, url, { callbackUrl }), user);
  }
}

testOn(["postgres"], "a held process reaches nothing but its database", async (kind) => {
  await using receiver = startReceiver();
  await using stage = await openStage(kind);
  const first = await stage.start({ env: { HELD: "1" } });
  await oweCallbacks(stage, first.url, receiver.url);
  // Another start, which finds all of it due.
  first.kill();
  await first.exited;
  const app = await stage.start({ env: { HELD: "1" } });
  await oweCallbacks(stage, app.url, receiver.url);
  const { port } = new URL(stage.databaseUrl!);
  const ready = await ask(app.url, "GET", "/readyz", {});
  assert.ok(ready.body.data.warnings.includes("installation_held"));
  assert.deepEqual(await portsReached(app.pid, app.port), [Number(port)]);
  assert.equal(receiver.requests.length, 0);
  await app.stop();

  const free = await stage.start();
  await receiver.received(2 * stage.phones.size);
  const ids = receiver.requests.map(({ headers }) => headers.get("webhook-id"));
  assert.equal(new Set(ids).size, 2 * stage.phones.size);
  await free.stop();
  proof("a held process, started over callbacks that are due: its sockets reach Postgres alone");
});

testOn(["postgres"], "a release that dies on the way has released nothing", async (kind) => {
  await using stage = await openStage(kind);
  await using receiver = startReceiver();
  const app = await stage.start();
  await stage.sql((sql) =>
    sql("update installation set held_since = now(), held_reason = 'asked'")
  );
  app.kill();
  await app.exited;
  const other = await stage.start();
  await oweCallbacks(stage, other.url, receiver.url);
  await sendToAll(stage, other.url, { remind: { every: 60, times: 2 } });
  await stage.sql((sql) =>
    sql("update due_times set at = now() - interval '1 hour', due_at = now() - interval '1 hour'")
  );
  await stage.sql((sql) => sql("update installation set held_since = now()"));
  const state = () =>
    stage.sql((sql) =>
      sql<{ held: boolean; pushes: string }>(
        `select held_reason as held, (select count(*) from push_jobs) as pushes,
          (select count(*) from due_times where done_at is null) as times from installation`,
      )
    );
  const before = await state();
  await stage.sql(async (sql) => {
    await sql("begin");
    // Its last statement waits for this row.
    await sql("select from installation for update");
    const release = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--config", "deno.json", "lib/commands/release.ts"]
        .concat("--owed", "keep"),
      env: { DATABASE_URL: stage.databaseUrl!, DATA_DIR: stage.dataDir("command"), NO_COLOR: "1" },
      stdout: "null",
      stderr: "null",
    }).spawn();
    // On a connection of its own: within a transaction the list stays as it was first read.
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'`;
    await until(() => stage.sql(async (sql) => (await sql(waiting)).length > 0), {
      what: "the release to wait",
    });
    release.kill("SIGKILL");
    await release.status;
    // Its connection ends before the row is free.
    await stage.sql((sql) => sql(waiting.replace("select", "select pg_terminate_backend(pid)")));
    await sql("rollback");
  });
  assert.deepEqual(await state(), before);
  assert.equal(receiver.requests.length, 0);
  await other.stop();
});
