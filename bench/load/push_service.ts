/**
 * A push service that takes everything: an https server that notes when each message was complete.
 * It prints its port as the first line; `GET` gives the instants so far, `DELETE` forgets them.
 */
import { clock } from "./clock.ts";
import { readOptions } from "./options.ts";

/** The options: its certificate, PEM. */
interface PushServiceOptions {
  cert: string;
  key: string;
}

let arrivals: number[] = [];

async function answer(request: Request): Promise<Response> {
  if (request.method === "GET") return Response.json(arrivals);
  if (request.method === "DELETE") arrivals = [];
  await request.bytes();
  if (request.method === "POST") arrivals.push(clock());
  return new Response(null, { status: 201 });
}

const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  ...await readOptions<PushServiceOptions>(),
  onListen() {},
}, answer);
console.log(server.addr.port);
