/** Calls of a hook whose signature is not the app's: they cost no row, and hardly a statement. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { mostHookBytes } from "@/lib/channels/meta/hook/hooks.ts";
import type { Statement } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { expectData } from "../../crm/scene.ts";
import { testDatabases } from "../../support/test_server.ts";
import { makeWorld, testOnEach, type World } from "../../support/world.ts";
import { openOnServer } from "../../support/world_database.ts";
import { addApp, allSplit, post, secret } from "./app_scene.ts";
import { payload } from "./payloads.ts";

const body = JSON.stringify(payload("whatsapp/text"));
const forged = `sha256=${"0".repeat(64)}`;
/** Times that a wrong signature has the app read again, at once and then each second. */
const looks = 10;

async function rowsOf(world: World): Promise<number> {
  const { rows } = await asWorker(world.services.database.db, (trx) =>
    sql<{ count: number }>`
      select (select count(*) from meta_hooks) + (select count(*) from meta_problems)
        + (select count(*) from channel_events) as count`.execute(trx));
  return Number(rows[0]!.count);
}

Deno.test({
  name: "forged calls of an app's own hook cost no row, and few statements in all",
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openOnServer({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database });
    const { path } = await addApp(world);
    const about = () => heard.filter(({ sql }) => /\bmeta_/.test(sql)).length;
    const call = async (count: number, options: Parameters<typeof post>[2], where = path) => {
      const [before, startedAt] = [about(), performance.now()];
      const answers: number[] = [];
      for (let n = 0; n < count; n++) answers.push((await post(world, where, options)).status);
      await world.services.hooks.idle();
      const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
      return { statements: about() - before, seconds, statuses: [...new Set(answers)] };
    };

    const honest = await call(1, { body });
    assert.deepEqual(honest.statuses, [200]);
    await allSplit(world);
    const rows = await rowsOf(world);

    const wrong = await call(300, { body, signature: forged });
    assert.deepEqual(wrong.statuses, [401]);
    const most = looks + wrong.seconds + 1; // and one that notes them, a minute
    assert.ok(wrong.statements <= most, `${wrong.statements} statements in ${wrong.seconds} s`);

    const unsigned = await call(100, { body, signature: null });
    assert.deepEqual([unsigned.statements, unsigned.statuses], [0, [401]]);
    const odd = await call(20, { body }, "/api/hooks/meta/short");
    assert.deepEqual([odd.statements, odd.statuses], [0, [404]]);
    // Nothing is kept of addresses that nobody has: strangers could fill it.
    const unknown = await call(20, { body }, `/api/hooks/meta/${"x".repeat(43)}`);
    assert.deepEqual([unknown.statements, unknown.statuses], [20, [404]]);

    assert.equal(await rowsOf(world), rows);
  },
});

testOnEach("beside forged calls honest ones are taken, also by a new secret", async (world) => {
  const { api, id, path } = await addApp(world);
  for (let n = 0; n < 3; n++) {
    assert.equal((await post(world, path, { body, signature: forged })).status, 401);
    assert.equal((await post(world, path, { body: `${body}${" ".repeat(n)}` })).status, 200);
  }
  const [once, anew] = [secret, "f".repeat(32)];
  await expectData(api("PATCH", `/meta-apps/${id}`, { secrets: { app_secret: anew } }));
  assert.equal((await post(world, path, { body: `${body}\n`, key: once })).status, 401);
  assert.equal((await post(world, path, { body: `${body}\n`, key: anew })).status, 200);
  await allSplit(world);
  await expectData(api("DELETE", `/meta-apps/${id}`));
  assert.equal((await post(world, path, { body: `${body}\t`, key: anew })).status, 404);
  assert.equal((await post(world, path, { body, signature: forged })).status, 404);
});

testOnEach("a body that never ends is refused after as much as Meta sends", async (world) => {
  const { path } = await addApp(world);
  const chunk = new Uint8Array(64 * 1024);
  const most = 400 * chunk.length; // 25 MB
  let size = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (size >= most) return controller.close();
      size += chunk.length;
      controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });
  const response = await fetch(`${world.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Hub-Signature-256": forged },
    body: endless,
  });
  assert.equal(response.status, 413);
  await response.body?.cancel();
  // What the system holds between the two is not the service's.
  assert.ok(size < most && size >= mostHookBytes, `${size} bytes were taken`);
});

testOnEach("a body that says its size is refused unread", async (world) => {
  const { path } = await addApp(world);
  const { hostname, port } = new URL(world.url);
  const socket = await Deno.connect({ hostname, port: Number(port) });
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
    `X-Hub-Signature-256: ${forged}\r\nContent-Length: 20000000\r\n\r\n`;
  await socket.write(new TextEncoder().encode(head));
  const answer = new Uint8Array(1_024);
  const length = await socket.read(answer);
  assert.match(new TextDecoder().decode(answer.subarray(0, length ?? 0)), /^HTTP\/1\.1 413 /);
  socket.close();
});
