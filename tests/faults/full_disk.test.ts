import assert from "node:assert/strict";
import { startCluster } from "../support/cluster.ts";
import type { App } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { ask, each } from "./support/client.ts";
import { proof } from "./support/proof.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { mayMount, mountSmallDisk } from "./support/small_disk.ts";
import { openStage, type Sql, type Stage, testOn } from "./support/stage.ts";

const megabytes = { postgres: 500, pglite: 200 };

// A container may keep its root from mounting: what a full disk does to calls is shown there by
// tests/http/full_disk.test.ts alone.
testOn(
  mayMount ? ["pglite", "postgres"] : [],
  "a full disk stops writing, not reading, and nothing that was accepted is lost",
  async (kind) => {
    await using disk = await mountSmallDisk(megabytes[kind]);
    await using cluster = kind === "postgres" ? await startCluster({ dir: disk.path }) : undefined;
    await using stage = await openStage(kind, { cluster, dir: disk.path });
    const app = await stage.start();
    const id = await sendToAll(stage, app.url);
    await answer(stage, app.url, id, "ana");
    await disk.fill();
    const filledAt = performance.now();
    const stuck = await until(async () => {
      const { status, body } = await ask(app.url, "GET", "/readyz");
      return status === 503 && body.details.stuck;
    }, { what: "/readyz to say so" });
    const reportedMs = Math.round(performance.now() - filledAt);
    assert.deepEqual(stuck, ["disk"]);

    const from = await position(stage);
    const refused = await sendMany(stage, app, 600);
    const written = (await position(stage)) - from;
    assert.equal(refused.size, 1, `${[...refused]}`);
    assert.ok(refused.get("503 database_unavailable 2") === 600, `${[...refused]}`);
    // Their texts alone are 540 kB.
    assert.ok(written < 300_000, `the log of the database grew by ${written} bytes`);
    await readEverything(stage, app, id);
    assert.equal(app.log().match(/"database_disk_full"/g)?.length, 1, "said once");

    await disk.free();
    await until(async () => (await ask(app.url, "GET", "/readyz")).status === 200, {
      what: "to be ready again",
    });
    const [status, count] = [...await sendMany(stage, app, 20)][0]!;
    assert.deepEqual([status, count], ["202", 20]);
    assert.ok(app.log().includes("database_disk_has_room"));
    await app.stop();
    const stored = await stage.sql((sql) => countNotifications(sql));
    assert.equal(stored, 21);
    proof(`full disk (${kind}): /readyz said so after ${reportedMs} ms, 600 sends 503, reads 200`);
  },
);

/** Sends that many, 8 at once, and counts the answers: status, code, Retry-After. */
async function sendMany(stage: Stage, app: App, count: number): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  await each([...Array(count).keys()], 8, async (n) => {
    const { status, body, headers } = await ask(app.url, "POST", "/api/notify", {
      as: stage.key,
      json: { userId: "zoe", title: `${n}`, body: "x".repeat(900) },
    });
    const line = [status, body.code, headers.get("retry-after")].filter(Boolean).join(" ");
    answers.set(line, (answers.get(line) ?? 0) + 1);
  });
  return answers;
}

/** How many bytes the server has logged; the embedded one cannot be asked while it runs. */
async function position(stage: Stage): Promise<number> {
  if (stage.kind === "pglite") return 0;
  const [row] = await stage.sql((sql) =>
    sql<{ bytes: string }>("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes")
  );
  return Number(row!.bytes);
}

async function readEverything(stage: Stage, app: App, id: string): Promise<void> {
  const reads: [path: string, as: string][] = [
    [`/api/notifications/${id}`, stage.key],
    ["/api/notifications", stage.key],
    [`/api/responses?notificationId=${id}`, stage.key],
    ["/api/devices", stage.key],
    ["/api/phone/notifications", stage.phones.get("bruno")!],
  ];
  for (const [path, as] of reads) {
    const { status, body } = await ask(app.url, "GET", path, { as });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  }
}

async function countNotifications(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>("select count(*)::int as count from notifications");
  return row!.count;
}
