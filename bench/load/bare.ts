/**
 * The least that Deno does: `Deno.serve` that answers a short JSON, keeps streams open, and writes
 * one event to all of them when it is told to. It prints its port as the first line.
 */
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
const utf8 = new TextEncoder();

function openStream(): Response {
  let own: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      own = controller;
      streams.add(controller);
      controller.enqueue(utf8.encode("retry: 2000\n\n"));
    },
    cancel: () => void streams.delete(own),
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

async function tellAll(request: Request): Promise<Response> {
  const event = utf8.encode(`event: notification\ndata: ${await request.text()}\n\n`);
  for (const stream of streams) stream.enqueue(event);
  return new Response('{"success":true}', { status: 202 });
}

const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
  if (request.url.endsWith("/api/phone/stream")) return openStream();
  if (request.method === "POST") return tellAll(request);
  return new Response('{"success":true,"data":{"status":"up"}}', {
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
});
console.log(server.addr.port);
