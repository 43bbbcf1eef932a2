import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { readCursor } from "@/lib/notify/streams/cursor.ts";
import { changeRecord, changesQuery } from "@/lib/changes/change.ts";
import { streamChanges } from "@/lib/changes/stream.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What members change, as it happens (server-sent events)",
    description: "Each event `change` names a record, what happened to it and who did it; the " +
      "first event is `ready`, with a cursor and `{}` as its data. Resumable by `Last-Event-ID`, or " +
      "by `lastEventId` where a browser's first connection cannot set the header; without either " +
      "it starts now, and what just was may come once more. It ends with the sign-in's token and " +
      "when the member is removed. After 6 s of silence comes an event `beat`, with " +
      "`{}`. A server that stops ends it with `retry: 500`.",
    query: changesQuery,
    returns: changeRecord,
    mediaType: "text/event-stream",
    runWithoutTransaction: async ({ req, query, asMember, expiresAt, services }) => {
      const resumed = readCursor(req.headers.get("last-event-id") ?? "");
      const signal = AbortSignal.any([req.signal, services.draining]);
      return await streamChanges({
        from: resumed ?? query.lastEventId,
        since: query.since && new Date(query.since),
        asMember,
        feeds: services.feeds,
        expiresAt,
        signal,
      });
    },
  }),
});
