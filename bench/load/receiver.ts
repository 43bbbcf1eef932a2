/**
 * An independent receiver of callbacks: an https server that notes when each body was complete. It
 * prints its port as the first line, and lists its callbacks on `GET /arrivals`.
 */
import { clock } from "./clock.ts";
import { readOptions } from "./options.ts";

/** The options: its certificate, PEM. */
interface ReceiverOptions {
  cert: string;
  key: string;
}

/** Instants of a notification's callbacks, in milliseconds of the machine's clock. */
export type Arrivals = Record<string, number[]>;

const arrivals: Arrivals = {};

async function answer(request: Request): Promise<Response> {
  if (request.method === "GET") return Response.json(arrivals);
  const body = await request.json();
  const at = clock();
  (arrivals[body.notificationId] ??= []).push(at);
  return new Response("ok");
}

const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  ...await readOptions<ReceiverOptions>(),
  onListen() {},
}, answer);
console.log(server.addr.port);
