/** Readers that stay connected: a phone on its stream, and a program on a long poll. */
import { until } from "../../support/wait.ts";
import { tryToAsk } from "./client.ts";

interface Followed {
  base: () => string;
  /** The device token or the API key. */
  as: string;
}

/** A notification as a stream brought it. */
export interface Event {
  id: string;
  // deno-lint-ignore no-explicit-any
  data: any;
  /** Milliseconds since 1970. */
  at: number;
}

/** A reader that reconnects at its last position. */
export interface Follower<T> extends AsyncDisposable {
  /** Everything received so far, in order. */
  readonly got: readonly T[];
  /** How often it had to connect. */
  readonly connections: number;
  /** How often that failed, or what was open broke off. */
  readonly failures: number;
  /** The cursor it would go on from. */
  readonly cursor: string | undefined;
}

/**
 * Follows a phone's stream like a browser's EventSource, by `Last-Event-ID`. Resolves when the
 * first stream is open.
 */
export async function followStream(
  { base, as, from }: Followed & { from?: string },
): Promise<Follower<Event>> {
  const got: Event[] = [];
  const stop = new AbortController();
  const state = { connections: 0, failures: 0, cursor: from };
  const take = (event: Partial<Event>) => {
    if (event.id) state.cursor = event.id;
    if (event.data) got.push({ id: event.id!, data: event.data, at: Date.now() });
  };
  const connect = async () => {
    const headers: HeadersInit = { Authorization: `Bearer ${as}` };
    if (state.cursor) headers["Last-Event-ID"] = state.cursor;
    const response = await fetch(`${base()}/api/phone/stream`, { headers, signal: stop.signal });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`answered ${response.status}`);
    }
    state.connections++;
    await readEvents(response.body!, take);
  };
  const running = untilStopped(stop.signal, state, connect);
  await until(() => state.cursor !== from || state.connections > 0, { what: "an open stream" });
  return follower(got, state, stop, running);
}

/** Follows the responses of a company by long polls of `waitSeconds` each. */
export function followResponses(
  { base, as, waitSeconds = 20, limit = 50, from }: Followed & {
    waitSeconds?: number;
    limit?: number;
    from?: string;
  },
  // deno-lint-ignore no-explicit-any
): Follower<any> {
  // deno-lint-ignore no-explicit-any
  const got: any[] = [];
  const stop = new AbortController();
  const state = { connections: 0, failures: 0, cursor: from };
  const poll = async () => {
    const after = state.cursor ? `&after=${state.cursor}` : "";
    const path = `/api/responses?limit=${limit}&wait=${waitSeconds}${after}`;
    const answer = await tryToAsk(base(), "GET", path, { as, signal: stop.signal });
    if (answer?.status !== 200) throw new Error(`answered ${answer?.status}`);
    state.connections++;
    const at = Date.now();
    got.push(...answer.body.data.map((one: object) => ({ ...one, at })));
    state.cursor = answer.body.meta.nextCursor;
  };
  return follower(got, state, stop, untilStopped(stop.signal, state, poll));
}

interface State {
  connections: number;
  failures: number;
  cursor: string | undefined;
}

function follower<T>(
  got: T[],
  state: State,
  stop: AbortController,
  running: Promise<void>,
): Follower<T> {
  return {
    got,
    get connections() {
      return state.connections;
    },
    get failures() {
      return state.failures;
    },
    get cursor() {
      return state.cursor;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** Does it over and over, at the pace of `until`, whether it breaks or not. */
async function untilStopped(
  signal: AbortSignal,
  state: State,
  work: () => Promise<unknown>,
): Promise<void> {
  await until(async () => {
    await work().catch(() => {
      if (!signal.aborted) state.failures++;
    });
    return signal.aborted;
  }, { timeoutMs: 15 * 60_000, what: "the end of the test" });
}

/** Reads server-sent events (HTML Living Standard, 9.2) in the form that the app writes them. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  take: (event: Partial<Event>) => void,
): Promise<void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = blocks.pop()!;
    for (const block of blocks) take(parseEvent(block));
  }
}

function parseEvent(block: string): Partial<Event> {
  const field = (name: string) =>
    block.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = field("data");
  const isNotification = field("event") === "notification" && data !== undefined;
  return { id: field("id"), data: isNotification ? JSON.parse(data) : undefined };
}
