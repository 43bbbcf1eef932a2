import type { Device } from "@/lib/access/devices.ts";
import { beatMs } from "@/lib/tools/heartbeat.ts";
import { problem } from "@/lib/input/errors.ts";
import type { InboxFeeds } from "@/lib/notify/inbox/feeds.ts";
import type { Follower } from "@/lib/notify/inbox/follower.ts";
import type { SentMarks } from "@/lib/notify/inbox/sent_marks.ts";
import { type Sent, StreamText } from "@/lib/notify/inbox/stream_text.ts";
import type { Cursor } from "@/lib/notify/streams/cursor.ts";
import { encodeEvents, eventResponse } from "@/lib/notify/streams/event_response.ts";
import { Waiter } from "@/lib/notify/streams/live.ts";

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
  const waiter = new Waiter();
  const all: Follower[] = [];
  const close = () => all.forEach((follower) => follower.close());
  try {
    for (const device of devices) all.push(inboxFeeds.follow(device, { from, tell: waiter.wake }));
    // Before answering, so that an unpaired phone gets its 401.
    const paired = await Promise.all(all.map((follower) => follower.begun));
    if (!paired.includes(true)) throw problem("unauthorized");
    const followers = all.filter((_, at) => paired[at]);
    const gone = devices.filter((_, at) => !paired[at]).map(({ id }) => id);
    const text = new StreamText(followers, unpaired && [...unpaired, ...gone]);
    signal.addEventListener("abort", close);
    if (signal.aborted) close();
    return eventResponse(streamEvents({ ...options, text, waiter, close }), close);
  } catch (error) {
    close();
    throw error;
  }
}

async function* streamEvents(
  options: StreamOptions & { text: StreamText; waiter: Waiter; close(): void },
): AsyncGenerator<Uint8Array, void> {
  const { text, waiter, signal, sentMarks, devices, noteSeen, heartbeatMs = beatMs } = options;
  // What fails costs a time, not the stream.
  const note = () => devices.forEach((device) => noteSeen?.(device).catch(() => {}));
  try {
    note();
    yield encodeEvents(text.opening());
    let spokeAt = performance.now();
    while (!signal.aborted && !text.isOver) {
      const { written, sent } = text.next();
      const silentMs = performance.now() - spokeAt;
      if (written === "" && silentMs < heartbeatMs) {
        if (!text.isOver) await waiter.next(heartbeatMs - silentMs, signal);
        continue;
      }
      spokeAt = performance.now();
      note();
      yield encodeEvents(written || text.heartbeat());
      markSent(sentMarks, sent);
    }
  } finally {
    options.close();
  }
}

function markSent(sentMarks: SentMarks, sent: Sent[]): void {
  for (const { device: { companyId, userId }, ids } of sent) {
    // A mark that fails costs a status, not a notification.
    sentMarks.add(companyId, userId, ids).catch(() => {});
  }
}
