/**
 * Load process: sends distinct notifications, or messages of customers, over kept connections, each
 * as soon as the last was answered, and reports as one line of JSON. Every answer has to be 202.
 */
import { jsonRequest, RawConnection } from "./http.ts";
import { readOptions } from "./options.ts";

export interface NotifyLoad {
  port: number;
  key: string;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /** First number of this run's notifications: runs on one database must not repeat any. */
  from: number;
  /**
   * Notification as JSON; every "00000000" in it is replaced by a number, every "99999999" by one of
   * `people`.
   */
  body: string;
  /** `/api/notify` unless told. */
  path?: string;
  people?: number;
}

export interface NotifyLoadResult {
  /** Answers during the measured time. */
  measured: number;
  seconds: number;
  /** Answers of 202 in all, the warm-up included. */
  accepted: number;
  /** Milliseconds of the measured sends, in order of arrival. */
  latenciesMs: number[];
}

const [number, person] = ["00000000", "99999999"];

async function run(load: NotifyLoad): Promise<NotifyLoadResult> {
  const startedAt = performance.now() + load.warmUpMs;
  const endsAt = startedAt + load.measureMs;
  const latenciesMs: number[] = [];
  let next = load.from;
  let accepted = 0;
  const worker = async () => {
    const connection = await RawConnection.open(load.port);
    const request = jsonRequest({
      port: load.port,
      path: load.path ?? "/api/notify",
      bearer: load.key,
      body: load.body,
    });
    const places = placesOf(request, number!);
    const people = placesOf(request, person!);
    for (let sentAt = performance.now(); sentAt < endsAt;) {
      if (load.people) writeNumber(request, people, next % load.people);
      writeNumber(request, places, next++);
      const { status, body } = await connection.call(request);
      if (status !== 202) throw new Error(`${status} ${new TextDecoder().decode(body)}`);
      accepted++;
      const now = performance.now();
      if (sentAt >= startedAt && now <= endsAt) latenciesMs.push(now - sentAt);
      sentAt = now;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: load.connections }, worker));
  const seconds = load.measureMs / 1000;
  return { measured: latenciesMs.length, seconds, accepted, latenciesMs };
}

function placesOf(request: Uint8Array, wanted: string): number[] {
  const text = new TextDecoder("latin1").decode(request);
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

function writeNumber(request: Uint8Array, places: number[], value: number): void {
  for (const place of places) {
    for (let digit = number!.length - 1, rest = value; digit >= 0; digit--) {
      request[place + digit] = 48 + rest % 10;
      rest = Math.floor(rest / 10);
    }
  }
}

console.log(JSON.stringify(await run(await readOptions())));
