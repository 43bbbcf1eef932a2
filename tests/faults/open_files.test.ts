import assert from "node:assert/strict";
import { deadline, patienceMs, until } from "../support/wait.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { openStage, testOn } from "./support/stage.ts";

const most = 256;

testOn(["pglite"], "a process without file descriptors listens again", async (kind) => {
  await using stage = await openStage(kind);
  const app = await stage.start({ openFiles: most });
  const id = await sendToAll(stage, app.url);
  // Earlier requests go on: a long poll, and a phone's stream.
  const poll = fetch(`${app.url}/api/responses?notificationId=${id}&wait=60`, {
    headers: { Authorization: `Bearer ${stage.key}` },
  });
  const stream = await fetch(`${app.url}/api/phone/stream`, {
    headers: { Authorization: `Bearer ${stage.phones.get("bruno")}` },
  });

  const flood = await connect(app.port, 2 * most);
  await until(() => app.log().includes('"event":"listener_ended"'), {
    what: "the process to run out of descriptors",
  });
  // The flood still holds on: those of its connections that ask nothing are closed for it.
  await until(async () => await statusOf(`${app.url}/healthz`) === 200, {
    what: "an answer during the flood",
  }).catch((error) => {
    throw new Error(app.log(), { cause: error });
  });
  await answer(stage, app.url, id, "ana");
  const answered = await deadline(poll, patienceMs, "the long poll's answer");
  assert.equal((await answered.json()).data[0].userId, "ana");
  const heard = await deadline(stream.body!.getReader().read(), patienceMs, "the stream");
  assert.ok(heard.value!.length > 0);

  for (const connection of flood) connection.close();
  assert.equal(await statusOf(`${app.url}/readyz`), 200);
  assert.equal(app.log().match(/"event":"listener_ended"/g)!.length, 1);
  assert.equal((await app.stop()).code, 0, app.log());
});

/** Connections that say nothing, and some that stop within the first line. */
async function connect(port: number, count: number): Promise<Deno.Conn[]> {
  const open: Deno.Conn[] = [];
  for (let connections = 0; connections < count; connections++) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
    if (!connection) continue; // nobody listens just now
    open.push(connection);
    if (connections % 10 === 0) {
      await connection.write(new TextEncoder().encode("GET /")).catch(() => {});
    }
  }
  return open;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}
