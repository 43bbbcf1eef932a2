/** An independent receiver of callbacks: it verifies both signatures with public libraries. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { type Received, startReceiver } from "../../support/receiver.ts";

/** A receiver that knows which callback each request was. */
export interface CallbackReceiver extends AsyncDisposable {
  readonly port: number;
  /** URL for the callbacks. */
  readonly url: string;
  readonly requests: readonly Received[];
  /** Ids of the callbacks that got a 2xx. */
  readonly acceptedIds: ReadonlySet<string>;
  /** Requests that did not verify; they got a 401. */
  readonly forged: readonly string[];
  /** Callback and attempt number of each request, in order of arrival. */
  attempts(): string[];
}

interface CallbackReceiverOptions {
  /** The API key that signs. */
  key: string;
  /** The share of callbacks whose first attempt gets a 503, so that there are retries too. */
  refuses?: number;
  port?: number;
}

/** Starts a receiver on a free port, or on the port of an earlier one. */
export function startCallbackReceiver(
  { key, refuses = 0, port = 0 }: CallbackReceiverOptions,
): CallbackReceiver {
  const acceptedIds = new Set<string>();
  const refused = new Set<string>();
  const forged: string[] = [];
  const receiver = startReceiver({
    port,
    handler: (request) => {
      const id = request.headers.get("webhook-id") ?? "";
      const wrong = whyForged(request, key);
      if (wrong) {
        forged.push(`${id}: ${wrong}`);
        return new Response(wrong, { status: 401 });
      }
      if (!acceptedIds.has(id) && !refused.has(id) && shareOf(id) < refuses) {
        refused.add(id);
        return new Response("not now", { status: 503 });
      }
      acceptedIds.add(id);
      return new Response("ok");
    },
  });
  return {
    port: receiver.port,
    url: `${receiver.url}/answers`,
    requests: receiver.requests,
    acceptedIds,
    forged,
    attempts: () => receiver.requests.map(nameOf),
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}

/** The error in the request's signatures; null if the key has signed both forms. */
function whyForged(request: Received, key: string): string | null {
  try {
    const expected = createHmac("sha256", key).update(request.body).digest("hex");
    assert.equal(request.headers.get("x-service-signature"), `sha256=${expected}`);
    const body = new TextDecoder().decode(request.body);
    new Webhook(key, { format: "raw" }).verify(body, Object.fromEntries(request.headers));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function nameOf({ headers }: Received): string {
  return `${headers.get("webhook-id")} ${headers.get("x-service-attempt")}`;
}

/** The random end of a callback's id as a number from 0 to 1. */
function shareOf(id: string): number {
  return parseInt(id.slice(-6), 16) / 0x1000000;
}
