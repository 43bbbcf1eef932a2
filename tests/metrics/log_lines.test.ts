/** One id leads through the log from a request to what left because of it. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/connection.ts";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { shownStatement } from "@/lib/db/slow_statements.ts";
import { createLog } from "@/lib/tools/log.ts";
import { traced } from "@/lib/tools/trace.ts";
import { authorityPem } from "../support/certificates.ts";
import { kindsFor } from "../support/kinds.ts";
import { startPushService } from "../support/push_service.ts";
import { startReceiver } from "../support/receiver.ts";
import { testDatabases } from "../support/test_server.ts";
import { until } from "../support/wait.ts";
import { testOnEach, type World } from "../support/world.ts";
import { converse, goNow } from "../channels/scene.ts";
import { answer, ask, send } from "../notify/scene.ts";
import { pairPushed } from "../notify/push/scene.ts";

type Line = Record<string, unknown>;

const lines = (world: World, event: string): Line[] =>
  world.logged.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event);

function lineOf(world: World, event: string, fits: (line: Line) => boolean): Promise<Line> {
  return until(() => lines(world, event).find(fits), { what: `a line ${event}` });
}

testOnEach(
  "a notification's id is in the lines of its send, push, answer, callback",
  async (world) => {
    await using receiver = startReceiver();
    await using service = startPushService();
    const phone = await pairPushed(world, service, "maria");
    const id = await ask(world, { callbackUrl: `${receiver.url}/answers` });
    await lineOf(world, "push_attempt", (line) => line.notificationId === id);
    await answer(world, phone, id, { actionId: "yes" });
    await lineOf(world, "callback_attempt", (line) => line.notificationId === id);
    const requests = lines(world, "request").filter(({ made }) =>
      Array.isArray(made) && made.includes(id)
    );
    assert.deepEqual(requests.map(({ path }) => path), [
      "/api/notify",
      `/api/phone/notifications/${id}/response`,
    ]);
    const reads = lines(world, "request").filter(({ method }) => method === "GET");
    assert.ok(reads.every(({ made }) => made === undefined), "reading makes nothing");
  },
  { pushCa: authorityPem(), env: { PUSH_HOSTS: "localhost:*" } },
);

testOnEach("a message's id is in the lines of what wrote and what sent it", async (world) => {
  const { receiver, program, write } = await converse(world);
  await using _ = receiver;
  const message = await write({ body: "Buenas" });
  await goNow(world);
  await lineOf(world, "message_attempt", (line) => line.messageId === message.id);
  const brought = await program.file({ externalId: "2", from: { id: "m-1" }, text: "Otra" });
  for (const id of [message.id, brought.messageId]) {
    await lineOf(world, "request", ({ made }) => Array.isArray(made) && made.includes(id));
  }
});

testOnEach("what a repeat found again is named too", async (world) => {
  const { notificationId: id } = await send(world, { idempotencyKey: "once" });
  await world.call("POST", "/api/notify", {
    key: world.keys.shop,
    json: {
      userId: "maria",
      title: "¿Abrimos mañana?",
      body: "Es festivo.",
      idempotencyKey: "once",
    },
  });
  const named = lines(world, "request").filter(({ path }) => path === "/api/notify");
  assert.deepEqual(named.map(({ status, made }) => [status, made]), [[202, [id]], [200, [id]]]);
});

Deno.test("a statement is shown on one line, without values", () => {
  for (
    const [sql, text] of [
      ["select *\n  from   contacts where id = $1", "select * from contacts where id = $1"],
      ["select 'O''Hara', 'x' from a1", "select ??, ? from a1"],
      ["select * from t limit 50 offset 1.5", "select * from t limit ? offset ?"],
      ["select 'never ends, with a secret", "select ?"],
      [`insert into t values ('${"x".repeat(5_000)}')`, "insert into t values (?"],
      ["x".repeat(300), "x".repeat(200)],
      ["", ""],
    ] as const
  ) assert.equal(shownStatement(sql), text);
});

const server = await testDatabases();

for (const kind of kindsFor({ both: true })) {
  Deno.test({
    name: `a slow statement is logged with its request, and only by the setting (${kind})`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => outsideRequests(() => logsSlow(kind)),
  });
}

async function logsSlow(kind: "postgres" | "pglite"): Promise<void> {
  const url = kind === "postgres" ? await server!.createDatabase() : undefined;
  // The embedded database takes long to open.
  const settings = kind === "pglite" ? [50] : [50, 0, 600_000];
  for (const slowMs of settings) {
    const logged: string[] = [];
    const log = createLog("warn", (line) => void logged.push(line));
    const database = await openDatabase({ url, log, slowMs, deadlineMs: 60_000 });
    await traced(
      { requestId: "the-request", made: [] },
      () => sql`select pg_sleep(0.06), ${"a secret"}::text, 'another', 77`.execute(database.db),
    );
    await traced(
      { requestId: "it-fails", made: [] },
      () => sql`select pg_sleep(0.06), 1 / (random() * 0)::int`.execute(database.db),
    )
      .catch(() => {});
    await database.close();
    const slow = logged.map((line) => JSON.parse(line)).filter(({ event }) =>
      event === "slow_statement"
    );
    assert.deepEqual(
      slow.map(({ level, statement, requestId }) => [level, statement, requestId]),
      slowMs === 50
        ? [
          ["warn", "select pg_sleep(?), $1::text, ?, ?", "the-request"],
          ["warn", "select pg_sleep(?), ? / (random() * ?)::int", "it-fails"],
        ]
        : [],
    );
    for (const { ms } of slow) assert.ok(ms >= 50 && Number.isInteger(ms));
  }
  if (url) await server!.dropDatabase(url);
}
