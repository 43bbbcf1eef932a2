import type { Device } from "@/lib/access/devices.ts";
import { beatMs, hurryEvent } from "@/lib/tools/heartbeat.ts";
import { problem } from "@/lib/input/errors.ts";
import type { InboxFeeds } from "@/lib/notify/inbox/feeds.ts";
import type { Follower } from "@/lib/notify/inbox/follower.ts";
import type { SentMarks } from "@/lib/notify/inbox/sent_marks.ts";
import { type Sent, StreamText } from "@/lib/notify/inbox/stream_text.ts";
import type { Cursor } from "@/lib/notify/streams/cursor.ts";
import { encodeEvents, eventsFrom } from "@/lib/notify/streams/event_response.ts";

interface StreamOptions {
  devices: Device[];
  /** Pairings that a shared stream cannot carry. */
  unpaired?: string[];
  from?: Cursor;
  inboxFeeds: InboxFeeds;
  sentMarks: SentMarks;
  signal: AbortSignal;
  /** Notes that the phone is there; asked at the opening and at each beat. */
  noteSeen?(device: Device): Promise<void>;
  heartbeatMs?: number;
}

/**
 * Server-sent events (HTML, 9.2) of a phone or several pairings; an id is the cursor to resume
 * from.
 * @throws Problem unauthorized (no pairing is left), rate_limited
 */
export async function openStream(options: StreamOptions): Promise<Response> {
  const { devices, unpaired, from, inboxFeeds, signal } = options;
  let stream: PhoneStream | undefined;
  const all: Follower[] = [];
  const close = () => all.forEach((follower) => follower.close());
  const tell = () => stream?.write();
  const tick = (now: number) => stream?.tick(now);
  try {
    for (const device of devices) all.push(inboxFeeds.follow(device, { from, tell, tick }));
    // Before answering, so that an unpaired phone gets its 401.
    const paired = await Promise.all(all.map((follower) => follower.begun));
    if (!paired.includes(true)) throw problem("unauthorized");
    const followers = all.filter((_, at) => paired[at]);
    const gone = devices.filter((_, at) => !paired[at]).map(({ id }) => id);
    const text = new StreamText(followers, unpaired && [...unpaired, ...gone]);
    stream = new PhoneStream(options, text, close);
    if (signal.aborted) close();
    return eventsFrom(stream.body);
  } catch (error) {
    close();
    throw error;
  }
}

/** Writes as its followers tell, one chunk for each that the reader asks for; without a timer. */
class PhoneStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isAsked = false;
  #isOpen = false;
  #isOver = false;
  #spokeAt = 0;
  /** Told with the last chunk. */
  #sent: Sent[] = [];

  constructor(
    private readonly options: StreamOptions,
    private readonly text: StreamText,
    private readonly close: () => void,
  ) {
    options.signal.addEventListener("abort", this.#end);
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => {
        this.#isAsked = true;
        this.#markSent();
        this.write();
      },
      cancel: this.#end,
    }, { highWaterMark: 0 });
  }

  write(): void {
    if (!this.#isAsked || this.#isOver) return;
    if (this.options.signal.aborted) return this.#end();
    if (!this.#isOpen) return this.#say(encodeEvents(this.#opening()));
    if (this.text.isOver) return this.#end();
    const { written, sent } = this.text.next();
    this.#sent = sent;
    if (written !== "") this.#say(bytesOf(written));
    else if (this.text.isOver) this.#end();
  }

  #opening(): string {
    if (this.#isOpen) return "";
    this.#isOpen = true;
    return this.text.opening();
  }

  tick(now: number): void {
    const { heartbeatMs = beatMs } = this.options;
    if (!this.#isAsked || !this.#isOpen || now - this.#spokeAt < heartbeatMs) return;
    this.#say(encodeEvents(this.text.heartbeat()));
  }

  #say(bytes: Uint8Array): void {
    this.#isAsked = false;
    this.#spokeAt = performance.now();
    const { devices, noteSeen } = this.options;
    // What fails costs a time, not the stream.
    for (const device of devices) noteSeen?.(device).catch(() => {});
    this.#controller!.enqueue(bytes);
  }

  #markSent(): void {
    for (const { device: { companyId, userId }, ids } of this.#sent) {
      this.options.sentMarks.add(companyId, userId, ids);
    }
    this.#sent = [];
  }

  readonly #end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    const { signal } = this.options;
    signal.removeEventListener("abort", this.#end);
    this.close();
    try {
      // A cursor to come back with is among what even the shortest stream says.
      if (signal.aborted) this.#controller?.enqueue(encodeEvents(this.#opening() + hurryEvent));
      this.#controller?.close();
    } catch {
      // The reader has left.
    }
  };
}

let latest = { text: "", bytes: encodeEvents("") };

/** One message may go to many streams, one after the other. */
function bytesOf(text: string): Uint8Array {
  if (text !== latest.text) latest = { text, bytes: encodeEvents(text) };
  return latest.bytes;
}
