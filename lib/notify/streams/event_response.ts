import { outsideRequests } from "@/lib/db/deadline.ts";

/**
 * Answers with server-sent events (HTML Living Standard, 9.2), each read as the reader takes it:
 * long after its own request, so outside of any.
 * @param events ended by `return` when the reader leaves
 * @param onLeave called then too, since a generator that never began runs no `finally`
 */
export function eventResponse(
  events: AsyncGenerator<Uint8Array, void>,
  onLeave?: () => void,
): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await outsideRequests(() => events.next());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      onLeave?.();
      await events.return(undefined);
    },
  }, { highWaterMark: 0 });
  return eventsFrom(body);
}

export function eventsFrom(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}

const utf8 = new TextEncoder();

export function encodeEvents(text: string): Uint8Array {
  return utf8.encode(text);
}
