/**
 * A push service of our own, with the browsers that are subscribed to it: it decrypts with a public
 * library and checks who calls (RFC 8030, 8291, 8292), as the services of browsers do.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createECDH, type ECDH, randomBytes } from "node:crypto";
import { decrypt } from "http_ece";
import * as jose from "jose";
import { type Certificate, certificateFor } from "./certificates.ts";
import { type Received, startReceiver, waiters } from "./receiver.ts";

/** A browser's subscription, as it would give it to the app. */
export interface SubscriptionJson {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Subscribed {
  name: string;
  ecdh: ECDH;
  auth: Buffer;
}

/** A message that was taken or refused, decrypted. */
export interface Pushed {
  /** The browser that it was for. */
  browser: string;
  // deno-lint-ignore no-explicit-any -- tests assert on the parts they know
  payload: any;
  /** Of the plain text, and of the whole body. */
  plainBytes: number;
  bytes: number;
  headers: Headers;
  /** The claims of the sender's token, and its key. */
  claims: jose.JWTPayload;
  publicKey: string;
  token: string;
  status: number;
  at: number;
  fromPort: number;
}

/** Answers a message, possibly late. */
export type PushAnswer = (pushed: Omit<Pushed, "status">) => Response | Promise<Response>;

export interface PushService extends AsyncDisposable {
  readonly port: number;
  /** All messages so far, oldest first; growing. */
  readonly pushed: readonly Pushed[];
  /** Requests that no push service would take. */
  readonly faults: readonly string[];
  /** Makes a browser's subscription. */
  subscribe(name: string): SubscriptionJson;
  /** The messages of a browser that were taken. */
  takenBy(name: string): Pushed[];
  /** Gives the first `n` messages as soon as there are as many. */
  received(n: number, timeoutMs?: number): Promise<Pushed[]>;
  /** Changes how messages are answered from now on. */
  answerWith(answer: PushAnswer): void;
  close(): Promise<void>;
}

interface PushServiceOptions {
  answer?: PushAnswer;
  tls?: Certificate;
  port?: number;
}

/** The app's authorisation of RFC 8292, section 3. */
const authorization = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]{87})$/;

export const created: PushAnswer = () => new Response(null, { status: 201 });

/** Answers every message with the status. */
export const refusing = (status: number, headers: HeadersInit = {}): PushAnswer => () =>
  new Response(null, { status, headers });

/** Starts a push service on https://localhost. */
export function startPushService(options: PushServiceOptions = {}): PushService {
  const browsers = new Map<string, Subscribed>();
  const pushed: Pushed[] = [];
  const faults: string[] = [];
  const waiting = waiters();
  let answer = options.answer ?? created;
  const receiver = startReceiver({
    tls: options.tls ?? certificateFor(),
    port: options.port,
    handler: async (request) => {
      try {
        const message = await read(request, browsers);
        const response = await answer(message);
        pushed.push({ ...message, status: response.status });
        waiting.check();
        return response;
      } catch (error) {
        faults.push((error as Error).message);
        return new Response(null, { status: 400 });
      }
    },
  });
  return {
    port: receiver.port,
    pushed,
    faults,
    subscribe(name) {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const browser = { name, ecdh, auth: randomBytes(16) };
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      browsers.set(path, browser);
      return {
        endpoint: `https://localhost:${receiver.port}${path}`,
        keys: {
          p256dh: ecdh.getPublicKey("base64url"),
          auth: browser.auth.toString("base64url"),
        },
      };
    },
    takenBy: (name) => pushed.filter(({ browser, status }) => browser === name && status === 201),
    received: (n, timeoutMs) =>
      waiting.wait(() => pushed.length >= n && pushed.slice(0, n), `${n} pushes`, timeoutMs),
    answerWith: (next) => void (answer = next),
    close: () => receiver.close(),
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}

async function read(
  request: Received,
  browsers: Map<string, Subscribed>,
): Promise<Omit<Pushed, "status">> {
  const { method, url, headers, body, at, fromPort } = request;
  const browser = browsers.get(url.pathname);
  assert.ok(browser, `no such subscription: ${url.pathname}`);
  assert.deepEqual([method, headers.get("content-encoding")], ["POST", "aes128gcm"]);
  assert.ok(body.length <= 4_096, `${body.length} bytes`);
  assert.match(headers.get("ttl") ?? "", /^\d+$/, "TTL");
  assert.match(headers.get("urgency") ?? "normal", /^(very-low|low|normal|high)$/);
  assert.match(headers.get("topic") ?? "topic", /^[\w-]{1,32}$/);
  const [, token, publicKey] = authorization.exec(headers.get("authorization") ?? "") ?? [];
  assert.ok(token && publicKey, `Authorization: ${headers.get("authorization")}`);
  const claims = await verify(token, publicKey, `https://${url.host}`);
  const plain = decrypt(Buffer.from(body), {
    version: "aes128gcm",
    privateKey: browser.ecdh,
    authSecret: browser.auth.toString("base64url"),
  });
  const payload = JSON.parse(new TextDecoder().decode(plain));
  const sizes = { plainBytes: plain.length, bytes: body.length };
  const sender = { claims, token, publicKey };
  return { browser: browser.name, payload, ...sizes, ...sender, headers, at, fromPort };
}

async function verify(token: string, publicKey: string, audience: string) {
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString("base64url")
  );
  const key = await jose.importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
  const { payload } = await jose.jwtVerify(token, key, { audience, algorithms: ["ES256"] });
  assert.ok(payload.exp! <= Date.now() / 1000 + 86_400, "a token lives for 24 h at most");
  assert.match(payload.sub ?? "", /^(mailto:|https:)/);
  return payload;
}
