/** Shared by the tests of the outbound guard. */
import assert from "node:assert/strict";
import { parseNets, type Resolve } from "@/lib/outbound/addresses.ts";
import { agents } from "@/lib/outbound/guarded_sockets.ts";
import { post, type PostOptions, type PostResult } from "@/lib/outbound/outbound.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { authorityPem } from "../../support/certificates.ts";
import { misbehaviour, type RawReceiver, startRawReceiver } from "../../support/raw_receiver.ts";
import { patienceMs } from "../../support/wait.ts";

export const NONE = parseNets("");
export const LOCAL = parseNets("127.0.0.0/8,::1/128");
export const BODY = new TextEncoder().encode('{"reply":"Sí"}');

/** Time-outs are short here; what must not run into them gets the time that tests have. */
export const PATIENT = { connectTimeoutMs: patienceMs, timeoutMs: patienceMs };
export const SHORT = { connectTimeoutMs: 300, timeoutMs: 300 };

export function send(url: string, options: Partial<PostOptions> = {}): Promise<PostResult> {
  const headers = { "content-type": "application/json" };
  return post({
    url,
    headers,
    body: BODY,
    allow: LOCAL,
    gate: openGate,
    companyId: 1,
    ca: authorityPem(),
    ...PATIENT,
    ...options,
  });
}

/** Closes the connections that the guard keeps for later, which would outlive the test. */
export function closeIdleConnections(): void {
  for (const socket of idleSockets()) socket.destroy();
}

/** How many connections the guard keeps for later. */
export function idleConnections(): number {
  return idleSockets().length;
}

function idleSockets() {
  return Object.values(agents).flatMap(({ freeSockets }) =>
    Object.values(freeSockets).flatMap((sockets) => sockets ?? [])
  );
}

export const resolvesTo = (...addresses: string[]): Resolve => () => Promise.resolve(addresses);

/** A receiver at every address of this machine that must never see a connection. */
export function startPrivate(): RawReceiver {
  return startRawReceiver(misbehaviour.neverAnswers, { hostname: "::" });
}

/** Connections are accepted in order, so if ours is the first, there was none before. */
export async function assertUntouched(receiver: RawReceiver): Promise<void> {
  using _probe = await Deno.connect({ hostname: "127.0.0.1", port: receiver.port });
  assert.equal(await receiver.connected(1), 1, "a private address was dialled");
}
