/** A phone's open stream, read event by event. */
import { findDevice } from "@/lib/access/devices.ts";
import { InboxFeeds } from "@/lib/notify/inbox/feeds.ts";
import { openStream as openStreamFor } from "@/lib/notify/inbox/stream.ts";
import { Places } from "@/lib/fairness/places.ts";
import { waiters } from "../../support/receiver.ts";
import type { World } from "../../support/world.ts";

interface StreamEvent {
  id: string;
  event: string;
  // deno-lint-ignore no-explicit-any -- tests assert on the parts they know
  data: any;
}

interface OpenStream extends AsyncDisposable {
  readonly response: Response;
  /** Events so far, oldest first; growing. */
  readonly events: readonly StreamEvent[];
  /** Number of heartbeats so far, which are not among the events. */
  readonly beats: number;
  /** The id that a browser would resume from. */
  readonly lastEventId: string;
  /** The raw text so far. */
  readonly text: string;
  /** The first `n` events as soon as there are as many. */
  received(n: number): Promise<StreamEvent[]>;
  until(predicate: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Resolves when the stream is open: later sends will arrive on it. */
  opened(): Promise<void>;
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stream of the phone with that token, or of a browser that sends cookies (null). */
export async function openStream(
  world: World,
  token: string | null,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<OpenStream> {
  const stop = new AbortController();
  const response = await fetch(`${world.url}/api/phone/stream${query}`, {
    headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
    signal: stop.signal,
  });
  return follow(response, () => stop.abort());
}

/** Opens a stream without HTTP, with its own times. */
export async function openQuickly(
  world: World,
  token: string,
  { heartbeatMs, rereadMs }: { heartbeatMs?: number; rereadMs?: number },
) {
  const { database, live, sentMarks } = world.services;
  const device = (await findDevice(database.db, token))!;
  const stop = new AbortController();
  const places = new Places(world.services.config.streamLimits);
  const inboxFeeds = new InboxFeeds({ database, live, places, rereadMs });
  const { signal } = stop;
  const options = { devices: [device], inboxFeeds, sentMarks, signal, heartbeatMs };
  const response = await openStreamFor(options);
  return { stream: follow(response, () => stop.abort()), stop };
}

/** Reads the stream of a response as a browser would (HTML Living Standard, 9.2.6). */
export function follow(response: Response, hangUp: () => void): OpenStream {
  const events: StreamEvent[] = [];
  const waiting = waiters();
  const state = { text: "", lastEventId: "", ended: false, beats: 0 };
  const reading = read().catch(() => {}).finally(() => {
    state.ended = true;
    waiting.check();
  });

  async function read() {
    let rest = "";
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      state.text += piece;
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop()!;
      for (const block of blocks) take(block);
      waiting.check();
    }
  }

  function take(block: string) {
    const fields = new Map<string, string>();
    for (const line of block.split("\n")) {
      const at = line.indexOf(":");
      fields.set(line.slice(0, at), line.slice(at + 1).replace(/^ /, ""));
    }
    state.lastEventId = fields.get("id") ?? state.lastEventId;
    const data = fields.get("data");
    if (data === undefined) return;
    const event = fields.get("event") ?? "message";
    if (event === "beat") return void (state.beats += 1);
    events.push({ id: state.lastEventId, event, data: JSON.parse(data) });
  }

  async function wait<T>(look: () => T | false | undefined, what: string): Promise<T> {
    try {
      return await waiting.wait(look, what);
    } catch (cause) {
      const { ended, beats, text } = state;
      const now = ended ? "has ended" : `has ${beats} beats`;
      throw new Error(`${(cause as Error).message} It ${now}, after: ${text.slice(-500)}`, {
        cause,
      });
    }
  }

  const close = async () => {
    hangUp();
    await reading;
  };
  return {
    response,
    events,
    get beats() {
      return state.beats;
    },
    get lastEventId() {
      return state.lastEventId;
    },
    get text() {
      return state.text;
    },
    received: (n) => wait(() => events.length >= n && events.slice(0, n), `${n} events`),
    until: (predicate) => wait(() => events.find(predicate), "a certain event"),
    opened: async () => void await wait(() => state.lastEventId !== "", "the opening"),
    ended: async () => void await wait(() => state.ended, "the stream to end"),
    close,
    [Symbol.asyncDispose]: close,
  };
}
