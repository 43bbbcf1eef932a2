import type { Member } from "@/lib/access/members.ts";
import { beatEvent, beatMs, hurryEvent } from "@/lib/tools/heartbeat.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { compare, type Cursor, writeCursor } from "@/lib/notify/streams/cursor.ts";
import { encodeEvents, eventResponse } from "@/lib/notify/streams/event_response.ts";
import { type Change, readChanges, readChangesSince } from "@/lib/changes/changes.ts";
import type { ChangeFeeds, Subscription } from "@/lib/changes/feeds.ts";

interface StreamOptions {
  from?: Cursor;
  /** Start of the changes where there is no cursor. */
  since?: Date;
  /** Opens a transaction as the member; fails once they are none. */
  asMember: <T>(work: (call: { trx: Trx; member: Member }) => Promise<T>) => Promise<T>;
  feeds: ChangeFeeds;
  expiresAt: Date;
  signal: AbortSignal;
  heartbeatMs?: number;
}

/** Server-sent events; an event's id is the cursor to resume from. @throws Problem rate_limited */
export async function streamChanges(options: StreamOptions): Promise<Response> {
  const { companyId, userId } = await options.asMember(({ member }) => Promise.resolve(member));
  const subscription = await options.feeds.subscribe({ companyId, userId });
  const events = eventsOf({ ...options, subscription, userId });
  return eventResponse(events, subscription.close);
}

async function* eventsOf(
  options: StreamOptions & { subscription: Subscription; userId: number },
): AsyncGenerator<Uint8Array, void> {
  const { subscription, userId, expiresAt, signal, heartbeatMs = beatMs } = options;
  const leftMs = () => expiresAt.getTime() - Date.now();
  let cursor = options.from ?? subscription.start;
  let sentAt = Date.now();
  const silentMs = () => Date.now() - sentAt;
  try {
    yield encodeEvents(`retry: 2000\nid: ${writeCursor(cursor)}\nevent: ready\ndata: {}\n\n`);
    for await (const missed of missedChanges(options)) {
      if (missed.length === 0) continue;
      if (options.from) cursor = missed.at(-1)!.cursor;
      yield encodeEvents(missed.map(toEvent).join(""));
    }
    while (!signal.aborted && leftMs() > 0) {
      const waitMs = Math.max(0, Math.min(heartbeatMs - silentMs(), leftMs()));
      const batches = await subscription.next(waitMs, signal);
      if (batches === null) return;
      // A member who was removed hears no more.
      if (batches.some(({ members }) => !members.has(userId))) return;
      const changes = batches.flatMap((batch) => batch.changes)
        .filter((change) => compare(change.cursor, cursor) > 0);
      cursor = changes.at(-1)?.cursor ?? cursor;
      if (changes.length === 0 && silentMs() < heartbeatMs) continue;
      sentAt = Date.now();
      yield encodeEvents(changes.length > 0 ? changes.map(toEvent).join("") : beatEvent);
    }
    if (signal.aborted) yield encodeEvents(hurryEvent);
  } catch {
    // No database, or no member any more: the status tells which when the browser is back.
  } finally {
    subscription.close();
  }
}

async function* missedChanges(
  { from, since, asMember, subscription: { start } }: StreamOptions & {
    subscription: Subscription;
  },
): AsyncGenerator<Change[], void> {
  if (!from) {
    if (!since) return;
    return yield await asMember(({ trx, member }) => readChangesSince(trx, member, since, start));
  }
  for (let cursor = from; compare(cursor, start) < 0;) {
    const { changes, more } = await asMember(({ trx, member }) => readChanges(trx, member, cursor));
    const missed = changes.filter(({ cursor }) => compare(cursor, start) <= 0);
    yield missed;
    if (!more || missed.length < changes.length) return;
    cursor = missed.at(-1)!.cursor;
  }
}

function toEvent({ cursor, change }: Change): string {
  return `id: ${writeCursor(cursor)}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
}
