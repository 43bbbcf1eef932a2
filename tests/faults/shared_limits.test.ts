/** Limits of callers whose calls go to several processes in turn, as one comes or dies. */
import assert from "node:assert/strict";
import { idOfFolder } from "@/lib/db/folder.ts";
import type { App } from "../support/process.ts";
import { until } from "../support/wait.ts";
import { ask } from "./support/client.ts";
import { proof } from "./support/proof.ts";
import { openStage, type Stage, testOn } from "./support/stage.ts";

const most = { phone: 60, address: 60, form: 20, streams: 8 };
const env = {
  PHONE_LIMIT_PER_SECOND: "0.001",
  PHONE_LIMIT_BURST: `${most.phone}`,
  ANONYMOUS_LIMIT_PER_SECOND: "0.001",
  ANONYMOUS_LIMIT_BURST: `${most.address}`,
  CONTACT_LIMIT_PER_ADDRESS: `${most.form}`,
  STREAM_LIMIT_PER_CALLER: `${most.streams}`,
  CLIENT_IP_HEADER: "X-Forwarded-For",
};

testOn(["postgres"], "limits hold over all processes, however many live", async (kind) => {
  await using stage = await openStage(kind, { env });
  const phones = stage.phones.values();
  const start = (names: string[]) => Promise.all(names.map((name) => stage.start({ name })));
  const check = async (apps: App[], round: number) => {
    await untilAllBeat(stage, apps.length);
    const accepted = {
      phone: await countOf(apps, 2 * most.phone, callAs(phones.next().value!)),
      address: await countOf(apps, 2 * most.address, callFrom(`203.0.113.${round}`)),
      form: await countOf(apps, 2 * most.form, postFrom(`198.51.100.${round}`)),
      streams: await countStreams(apps, phones.next().value!),
    };
    for (const [name, count] of Object.entries(accepted)) {
      const limit = most[name as keyof typeof most];
      const saw = `${name}: ${count} of ${limit} by ${apps.length}`;
      assert.ok(count <= 1.2 * limit && count >= limit / 1.2, saw);
    }
    proof(`limits of ${apps.length} processes: ${JSON.stringify(accepted)}`);
  };

  const apps = await start(["a", "b"]);
  await check(apps, 1);
  apps.push(...await start(["c", "d"]));
  await check(apps, 2);
  const dead = apps.pop()!;
  dead.kill();
  await dead.exited;
  const instance = await idOfFolder(stage.dataDir("d"));
  await stage.sql((sql) =>
    sql(
      "update processes set seen_at = now() - interval '21 seconds' where instance = $1",
      [instance],
    )
  );
  await check(apps, 3);
});

/** Waits until each process has had a whole beat since now: the second begins after the first. */
async function untilAllBeat(stage: Stage, processes: number): Promise<void> {
  for (const beat of ["a beat", "the next beat"]) {
    const [row] = await stage.sql((sql) => sql<{ now: Date }>("select now()"));
    await until(async () => {
      const rows = await stage.sql((sql) =>
        sql("select id from processes where seen_at > $1", [row!.now])
      );
      return rows.length === processes;
    }, { what: `${beat} of ${processes}` });
  }
}

/** Calls that the processes let through, each of them asked in turn. */
async function countOf(
  apps: App[],
  calls: number,
  call: (base: string) => Promise<number>,
): Promise<number> {
  let accepted = 0;
  for (let turn = 0; turn < calls; turn++) {
    if (await call(apps[turn % apps.length]!.url) !== 429) accepted++;
  }
  return accepted;
}

const callAs = (as: string) => async (base: string) =>
  (await ask(base, "GET", "/api/phone/notifications", { as })).status;

const callFrom = (address: string) => async (base: string) => {
  const headers = { "X-Forwarded-For": address };
  const { status } = await ask(base, "GET", "/api/responses", { as: "nobody's", headers });
  assert.ok(status === 401 || status === 429, `${status}`);
  return status;
};

const postFrom = (address: string) => async (base: string) => {
  const headers = { "X-Forwarded-For": address };
  const { status } = await ask(base, "POST", "/api/contact", { json: {}, headers });
  assert.ok(status === 422 || status === 429, `${status}`);
  return status;
};

async function countStreams(apps: App[], as: string): Promise<number> {
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${as}` };
  try {
    return await countOf(apps, 3 * most.streams, async (base) => {
      const { signal } = leaving;
      return (await fetch(`${base}/api/phone/stream`, { headers, signal })).status;
    });
  } finally {
    leaving.abort();
  }
}
