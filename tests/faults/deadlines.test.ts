import assert from "node:assert/strict";
import pg from "pg";
import { misbehaviour, startRawReceiver } from "../support/raw_receiver.ts";
import type { App } from "../support/process.ts";
import { patienceMs, until } from "../support/wait.ts";
import { type Answer, ask, tryToAsk } from "./support/client.ts";
import { freeze } from "./support/freeze.ts";
import { verifyRows } from "./support/ledger.ts";
import { proof } from "./support/proof.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { startSilentProxy } from "./support/silent_proxy.ts";
import { adminUrlOf, openStage, type Stage, testOn } from "./support/stage.ts";

testOn(["postgres"], "nothing waits longer than its deadline for the database", async (kind) => {
  await using stage = await openStage(kind);
  await using proxy = startSilentProxy(stage.databaseUrl!);
  const app = await stage.start({ databaseUrl: proxy.urlOf(stage.databaseUrl!) });
  await frozen(stage, app);
  await silent(stage, app, proxy);
  await locked(stage, app, ["api_keys", "devices"], []);
  await locked(stage, app, hotTables, ["sends"]);
  await stoppedWhileFrozen(stage, app);
});

/** SIGSTOP of the server, and SIGCONT. */
async function frozen(stage: Stage, app: App): Promise<void> {
  const idempotencyKey = crypto.randomUUID();
  assert.equal((await send(stage, app)).status, 202);
  await using server = await freeze(stage.cluster!);
  const frozenAt = performance.now();
  const [refused, readiness] = await Promise.all([
    refusedInTime([
      () => send(stage, app, { idempotencyKey }),
      () => send(stage, app),
      () => ask(app.url, "GET", "/api/devices", { as: stage.key }),
      () => ask(app.url, "GET", "/api/responses?wait=30", { as: stage.key }),
      () => ask(app.url, "GET", "/api/phone/stream", { as: stage.phones.get("ana")! }),
      () => ask(app.url, "POST", "/api/contact", { json: message }),
    ]),
    notReady(app),
  ]);
  assert.ok(readiness.includes("database") && readiness.includes("listener"), `${readiness}`);
  // The process itself is up.
  assert.equal((await ask(app.url, "GET", "/healthz")).status, 200);
  await server.thaw();
  const backMs = await recovered(stage, app, { idempotencyKey });
  const { rows } = await sent(stage, idempotencyKey);
  assert.equal(rows, 1, "a send that was refused and repeated was accepted twice");
  const heldMs = Math.round(performance.now() - frozenAt - backMs);
  proof(`frozen Postgres: 503 within ${refused} ms, held ${heldMs} ms, back after ${backMs} ms`);
}

/** Every connection dies without a word; new ones work. */
async function silent(
  stage: Stage,
  app: App,
  proxy: { silence(): void },
): Promise<void> {
  // Several connections, of which most lie idle.
  const devices = () => ask(app.url, "GET", "/api/devices", { as: stage.key });
  await Promise.all(Array.from({ length: 8 }, devices));
  proxy.silence();
  const idempotencyKey = crypto.randomUUID();
  const startedAt = performance.now();
  const [first, stuck] = await Promise.all([send(stage, app, { idempotencyKey }), notReady(app)]);
  const firstMs = Math.round(performance.now() - startedAt);
  assert.ok(firstMs < patienceMs, `the first send took ${firstMs} ms`);
  assert.ok([202, 503].includes(first.status), `${first.status}`);
  assert.ok(stuck.length > 0);
  const backMs = await recovered(stage, app, { idempotencyKey });
  assert.equal((await sent(stage, idempotencyKey)).rows, 1);
  proof(
    `silent connections: the first send ${first.status} in ${firstMs} ms, all back ${backMs} ms`,
  );
}

const hotTables = [
  "notifications",
  "notification_recipients",
  "responses",
  "callbacks",
  "contacts",
  "companies",
];

/** Someone holds the tables, as a migration by hand would. */
async function locked(stage: Stage, app: App, tables: string[], stuck: string[]): Promise<void> {
  const admin = new pg.Client({
    connectionString: adminUrlOf(stage.cluster!, stage.databaseUrl!),
  });
  await admin.connect();
  try {
    await admin.query("begin");
    await admin.query(`lock table ${tables.join(", ")} in access exclusive mode`);
    const { phones, key } = stage;
    const [refused] = await Promise.all([
      refusedInTime([
        () => send(stage, app),
        () => ask(app.url, "GET", "/api/responses", { as: key }),
        () => ask(app.url, "GET", `/api/notifications/${crypto.randomUUID()}`, { as: key }),
        () => ask(app.url, "GET", "/api/phone/notifications", { as: phones.get("ana")! }),
        ...tables.includes("contacts")
          ? [() => ask(app.url, "POST", "/api/contact", { json: message })]
          : [],
      ]),
      until(async () => {
        const { status, body } = await ask(app.url, "GET", "/readyz");
        if (stuck.length === 0) return true;
        return status === 503 && stuck.every((part) => body.details.stuck.includes(part));
      }, { what: "/readyz to say what is stuck" }),
    ]);
    proof(`locked ${tables.join(", ")}: 503 within ${refused} ms`);
    await admin.query("rollback");
  } finally {
    await admin.end();
  }
  await recovered(stage, app, {});
}

/** SIGTERM while the server is frozen, with everything in flight. */
async function stoppedWhileFrozen(stage: Stage, app: App): Promise<void> {
  await using slow = startRawReceiver(misbehaviour.slow(1_000));
  const id = await sendToAll(stage, app.url, { callbackUrl: slow.url });
  await answer(stage, app.url, id, "ana");
  await slow.connected(1);
  const asPhone = { Authorization: `Bearer ${stage.phones.get("bruno")}` };
  const stream = await fetch(`${app.url}/api/phone/stream`, { headers: asPhone });
  await using server = await freeze(stage.cluster!);
  const sending = tryToAsk(app.url, "POST", "/api/notify", { as: stage.key, json: note({}) });
  await slow.released();
  // It takes connections in their order, so the send has arrived.
  assert.equal((await ask(app.url, "GET", "/healthz")).status, 200);
  const startedAt = performance.now();
  app.kill("SIGTERM");
  const { code } = await app.exited;
  const stoppedMs = Math.round(performance.now() - startedAt);
  assert.equal(code, 0, app.log().slice(-2_000));
  assert.ok(stoppedMs < patienceMs, `it took ${stoppedMs} ms`);
  assert.equal((await sending)?.status, 503, "the send in flight was not answered");
  await stream.body?.cancel().catch(() => {});
  await server.thaw();
  await stage.sql(verifyRows);
  proof(`SIGTERM with Postgres frozen: ended in ${stoppedMs} ms`);
}

const message = { name: "Ana", email: "ana@example.com", message: "¿Abren mañana?" };

function note(fields: Record<string, unknown>) {
  return { userId: "zoe", title: crypto.randomUUID(), body: "x", ...fields };
}

/** With an idempotency key, the body is the same each time. */
function send(stage: Stage, app: App, fields: { idempotencyKey?: string } = {}): Promise<Answer> {
  const json = note({ ...fields, title: fields.idempotencyKey ?? crypto.randomUUID() });
  return ask(app.url, "POST", "/api/notify", { as: stage.key, json });
}

/** Each is 503 with Retry-After before its time is up. @returns the slowest, in ms */
async function refusedInTime(calls: (() => Promise<Answer>)[]): Promise<number> {
  const startedAt = performance.now();
  const answers = await Promise.all(calls.map(async (call) => {
    const { status, headers, body } = await call();
    return { status, body, headers, ms: Math.round(performance.now() - startedAt) };
  }));
  for (const { status, body, headers, ms } of answers) {
    assert.equal(status, 503, JSON.stringify(body));
    assert.equal(body.code, "database_unavailable");
    assert.match(headers.get("retry-after") ?? "", /^\d+$/);
    assert.ok(ms < patienceMs, `answered after ${ms} ms`);
  }
  return Math.max(...answers.map(({ ms }) => ms));
}

/** /readyz says no in time. @returns what it says is stuck */
async function notReady(app: App): Promise<string[]> {
  const startedAt = performance.now();
  const { status, body } = await ask(app.url, "GET", "/readyz");
  const ms = Math.round(performance.now() - startedAt);
  assert.equal(status, 503);
  assert.ok(ms < patienceMs, `/readyz took ${ms} ms`);
  return body.details.stuck;
}

/**
 * It comes back by itself: sends are accepted and /readyz says yes. @returns after how long, in ms
 */
async function recovered(
  stage: Stage,
  app: App,
  fields: { idempotencyKey?: string },
): Promise<number> {
  const startedAt = performance.now();
  await until(async () => {
    const { status } = await send(stage, app, fields);
    return (status === 202 || status === 200) &&
      (await ask(app.url, "GET", "/readyz")).status === 200;
  }, { what: "the app to be back" });
  return Math.round(performance.now() - startedAt);
}

async function sent(stage: Stage, title: string): Promise<{ rows: number }> {
  const text = "select count(*)::int as rows from notifications where title = $1";
  const [row] = await stage.sql((sql) => sql<{ rows: number }>(text, [title]));
  return row!;
}
