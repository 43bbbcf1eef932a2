import type { Device } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { type Cursor, writeCursor } from "@/lib/notify/streams/cursor.ts";
import { readChanges, settledPlace } from "@/lib/notify/inbox/inbox.ts";
import { encodeEvents, eventResponse } from "@/lib/notify/streams/event_response.ts";
import { type Live, Waiter } from "@/lib/notify/streams/live.ts";
import type { SentMarks } from "@/lib/notify/inbox/sent_marks.ts";

// Proxies end a silent connection after 30 to 60 s.
const defaultHeartbeatMs = 25_000;
// A transaction that stays open must not be polled without pause.
const unsettledMs = 10;
const maxUnsettledMs = 1_000;

interface StreamOptions {
  device: Device;
  /** Where an earlier stream ended; by default it starts now. */
  from?: Cursor;
  inCompany: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  live: Live;
  sentMarks: SentMarks;
  signal: AbortSignal;
  /** Milliseconds of silence before a comment is sent (tests). */
  heartbeatMs?: number;
}

/** Server-sent events (HTML Living Standard, 9.2); an event's id is the cursor to resume from. */
export async function openStream(options: StreamOptions): Promise<Response> {
  // Read before answering, so that an unpaired phone gets its 401.
  const from = await options.inCompany(async (trx) => options.from ?? await settledPlace(trx));
  return eventResponse(streamEvents({ ...options, from }));
}

async function* streamEvents(
  options: StreamOptions & { from: Cursor },
): AsyncGenerator<Uint8Array, void> {
  const { device, from, inCompany, live, sentMarks, signal } = options;
  const { heartbeatMs = defaultHeartbeatMs } = options;
  const { companyId, userId } = device;
  const waiter = new Waiter();
  const unsubscribe = live.subscribe({ companyId, userId }, waiter.wake);
  let cursor = from;
  let pauseMs = unsettledMs;
  try {
    yield encodeEvents(`retry: 2000\nid: ${writeCursor(cursor)}\n\n`);
    while (!signal.aborted) {
      const changes = await inCompany((trx) => readChanges(trx, device, cursor)).catch(() => null);
      // Unpaired, or no database: the phone reconnects and the status tells which.
      if (changes === null) return;
      cursor = changes.cursor;
      if (changes.notifications.length > 0) {
        yield encodeEvents(changes.notifications.map(toEvent).join(""));
        const sent = changes.notifications.filter(({ notification }) =>
          notification.status === "queued"
        );
        if (sent.length > 0) {
          const ids = sent.map(({ notification }) => notification.id);
          // A mark that fails costs a status, not a notification.
          sentMarks.add(companyId, userId, ids).catch(() => {});
        }
      }
      if (changes.more) continue;
      const woken = await waiter.next(changes.unsettled ? pauseMs : heartbeatMs, signal);
      const stuck = changes.unsettled && changes.notifications.length === 0;
      pauseMs = stuck ? Math.min(pauseMs * 2, maxUnsettledMs) : unsettledMs;
      if (!woken && !changes.unsettled) yield encodeEvents(": still here\n\n");
    }
  } finally {
    unsubscribe();
  }
}

type Change = Awaited<ReturnType<typeof readChanges>>["notifications"][number];

function toEvent({ notification, cursor }: Change): string {
  return `id: ${writeCursor(cursor)}\nevent: notification\ndata: ${
    JSON.stringify(notification)
  }\n\n`;
}
