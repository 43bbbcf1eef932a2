/**
 * Load process: asks questions, waits for each answer with a long poll of its own, and notes how
 * long after the answer was sent the poll ended: first alone, then while many other polls wait for
 * answers that never come.
 */
import { jsonRequest, RawConnection } from "./http.ts";
import { readOptions } from "./options.ts";

export interface PollsLoad {
  port: number;
  key: string;
  phone: { userId: string; token: string };
  /** Notification as JSON, but for its user. */
  notification: Record<string, unknown>;
  /** Polls that wait beside the measured ones. */
  idle: number;
  /** Answers, alone and beside the others. */
  count: number;
  perSecond: number;
}

/** Milliseconds from sending an answer to the end of its poll. */
export interface PollsResult {
  aloneMs: number[];
  amongMs: number[];
}

const openedAtOnce = 50;
const warmUp = 50;
/** A poll that was sent so long ago waits. */
const settleMs = 300;

async function run(load: PollsLoad): Promise<PollsResult> {
  // A process that has just started is slower.
  await measure({ ...load, count: Math.min(load.count, warmUp) });
  const aloneMs = await measure(load);
  const connections = await openIdle(load);
  await pause(2_000);
  const amongMs = await measure(load);
  for (const connection of connections) connection.close();
  return { aloneMs, amongMs };
}

/** Half of them wait for a notification, half for a user. */
async function openIdle({ port, key, idle }: PollsLoad): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  while (connections.length < idle) {
    const some = Math.min(openedAtOnce, idle - connections.length);
    // So many at once: each reads once before it waits.
    await pause(100);
    const opened = Array.from({ length: some }, () => RawConnection.open(port));
    for (const connection of await Promise.all(opened)) {
      const isEven = connections.push(connection) % 2 === 0;
      const query = isEven ? `notificationId=${crypto.randomUUID()}` : "userId=nobody";
      const request = pollRequest({ port, key }, query);
      // Again and again; it ends with the connection.
      (async () => {
        let status = 200;
        while (status === 200) ({ status } = await connection.call(request));
        throw new Error(`an idle poll was refused: ${status}`);
      })().catch((error) => {
        if (
          !(error instanceof Deno.errors.Interrupted || error instanceof Deno.errors.BadResource)
        ) {
          console.error(error);
          Deno.exit(1);
        }
      });
    }
  }
  return connections;
}

async function measure(load: PollsLoad): Promise<number[]> {
  const startAt = performance.now();
  return await Promise.all(Array.from({ length: load.count }, async (_, at) => {
    await pause(startAt + at * 1000 / load.perSecond - performance.now());
    return await answerOne(load);
  }));
}

async function answerOne({ port, key, phone, notification }: PollsLoad): Promise<number> {
  const [asking, polling] = await Promise.all([RawConnection.open(port), RawConnection.open(port)]);
  const body = JSON.stringify({ ...notification, userId: phone.userId });
  const sent = await asking.call(jsonRequest({ port, path: "/api/notify", bearer: key, body }));
  const { notificationId } = JSON.parse(new TextDecoder().decode(sent.body)).data;
  const poll = polling.call(pollRequest({ port, key }, `notificationId=${notificationId}`));
  await pause(settleMs);
  const sentAt = performance.now();
  const answered = asking.call(jsonRequest({
    port,
    path: `/api/phone/notifications/${notificationId}/response`,
    bearer: phone.token,
    body: '{"actionId":"deliver"}',
  }));
  const text = new TextDecoder().decode((await poll).body);
  const tookMs = performance.now() - sentAt;
  if (!text.includes(notificationId)) throw new Error(text);
  await answered;
  asking.close();
  polling.close();
  return tookMs;
}

function pollRequest({ port, key }: Pick<PollsLoad, "port" | "key">, query: string): Uint8Array {
  const path = `/api/responses?wait=60&${query}`;
  return jsonRequest({ port, path, bearer: key, body: "", method: "GET" });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

console.log(JSON.stringify(await run(await readOptions())));
