/**
 * Load process: opens a stream of server-sent events for each phone, then sends to all of their
 * users and notes when each stream has its notification.
 */
import { jsonRequest, RawConnection } from "./http.ts";
import { readOptions } from "./options.ts";

export interface StreamsLoad {
  port: number;
  key: string;
  phones: { userId: string; token: string }[];
  /** Notification as JSON, but for its users. */
  notification: Record<string, unknown>;
  /** Most users of one send. */
  perSend: number;
  /** Number of sends to everyone; the first is not counted. */
  rounds: number;
  /** Milliseconds between rounds, in which what was sent is noted. */
  restMs?: number;
  /** Milliseconds before the first round. */
  firstRestMs?: number;
}

/** The process's output: one line when all streams are open, one at the end. */
export interface StreamsResult {
  /** Milliseconds of each counted round until each stream had the notification. */
  reachedMs: number[][];
  /** Milliseconds of each counted round until the last send was answered. */
  acceptedMs: number[];
}

const openedAtOnce = 50;
const event = "event: notification";

async function run(load: StreamsLoad): Promise<StreamsResult> {
  const streams = await openAll(load);
  console.log(JSON.stringify({ open: streams.length }));
  await rest(load.firstRestMs);
  const result: StreamsResult = { reachedMs: [], acceptedMs: [] };
  for (let round = 0; round <= load.rounds; round++) {
    const { reachedMs, acceptedMs } = await sendToAll(load, streams);
    if (round > 0) {
      result.reachedMs.push(reachedMs);
      result.acceptedMs.push(acceptedMs);
    }
    await rest(load.restMs);
  }
  return result;
}

function rest(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function sendToAll(load: StreamsLoad, streams: Stream[]) {
  const arrivals = streams.map((stream) => stream.next(event));
  const groups: string[][] = [];
  for (let at = 0; at < load.phones.length; at += load.perSend) {
    groups.push(load.phones.slice(at, at + load.perSend).map(({ userId }) => userId));
  }
  const startedAt = performance.now();
  const accepted = Promise.all(groups.map((userIds) => send(load, userIds)));
  const reached = Promise.all(arrivals.map(async (arrival) => await arrival - startedAt));
  await accepted;
  const acceptedMs = performance.now() - startedAt;
  return { reachedMs: await reached, acceptedMs };
}

async function send({ port, key, notification }: StreamsLoad, userIds: string[]): Promise<void> {
  const connection = await RawConnection.open(port);
  const body = JSON.stringify({ ...notification, userIds });
  const answer = await connection.call(
    jsonRequest({ port, path: "/api/notify", bearer: key, body }),
  );
  if (answer.status !== 202) throw new Error(new TextDecoder().decode(answer.body));
  connection.close();
}

async function openAll({ port, phones }: StreamsLoad): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let at = 0; at < phones.length; at += openedAtOnce) {
    const some = phones.slice(at, at + openedAtOnce);
    streams.push(...await Promise.all(some.map(({ token }) => Stream.open(port, token))));
  }
  return streams;
}

/** One open stream. It looks for a few bytes and skips the rest. */
class Stream {
  #text = "";
  #wanted?: { text: string; resolve: (at: number) => void };

  private constructor(readonly socket: Deno.TcpConn) {}

  static async open(port: number, token: string): Promise<Stream> {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port });
    const stream = new Stream(socket);
    const opened = stream.next("retry: ");
    stream.#read();
    const request = `GET /api/phone/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
      `Authorization: Bearer ${token}\r\n\r\n`;
    await socket.write(new TextEncoder().encode(request));
    await opened;
    return stream;
  }

  /** Resolves when the text next arrives, by this process's clock. */
  next(text: string): Promise<number> {
    return new Promise((resolve) => this.#wanted = { text, resolve });
  }

  async #read(): Promise<void> {
    const buffer = new Uint8Array(4_096);
    try {
      for (let size; (size = await this.socket.read(buffer)) !== null;) {
        this.#take(new TextDecoder("latin1").decode(buffer.subarray(0, size)));
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.Interrupted || error instanceof Deno.errors.BadResource)) {
        throw error;
      }
    }
  }

  #take(text: string): void {
    this.#text += text;
    const wanted = this.#wanted;
    if (wanted && this.#text.includes(wanted.text)) {
      this.#wanted = undefined;
      wanted.resolve(performance.now());
    }
    // A read may end inside the text that is looked for.
    this.#text = this.#wanted ? this.#text.slice(-32) : "";
  }
}

console.log(JSON.stringify(await run(await readOptions())));
