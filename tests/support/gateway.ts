/** A real key server for tests: publishes a JWK set on loopback and signs tokens with its keys. */
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type GenerateKeyPairResult,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from "jose";

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: JWK;
}

interface SignOptions {
  /** `null` leaves the header out. */
  kid?: string | null;
  /** Signs with a key that need not be published. */
  key?: SigningKey;
  /** Seconds from now; `null` leaves `exp` out. */
  expiresIn?: number | null;
  /** Seconds from now. */
  notBefore?: number;
}

/** An RSA key pair named by its RFC 7638 thumbprint. */
export async function makeSigningKey(): Promise<SigningKey> {
  return await named(await generateKeyPair("RS256", { extractable: true }));
}

async function named(pair: GenerateKeyPairResult): Promise<SigningKey> {
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { ...pair, kid, publicJwk: { ...jwk, kid, alg: "RS256", use: "sig" } };
}

/** A key pair as text, for the environment of a run's files. */
export async function writeSigningKey(): Promise<string> {
  return JSON.stringify(await exportJWK((await makeSigningKey()).privateKey));
}

async function readSigningKey(text: string): Promise<SigningKey> {
  const { kty, n, e, ...secret }: JWK = JSON.parse(text);
  const [privateKey, publicKey] = await Promise.all(
    [{ kty, n, e, ...secret }, { kty, n, e }].map((jwk) =>
      importJWK(jwk, "RS256", { extractable: true }) as Promise<CryptoKey>
    ),
  );
  return await named({ privateKey: privateKey!, publicKey: publicKey! });
}

// Making a key takes longer than most tests, so all servers of a run begin with the same one.
let firstKey: Promise<SigningKey> | undefined;

function keyOfRun(): Promise<SigningKey> {
  const text = Deno.env.get("TEST_SIGNING_KEY");
  return text ? readSigningKey(text) : makeSigningKey();
}

/** Starts a key server on a free port of 127.0.0.1. */
export async function startKeyServer(): Promise<KeyServer> {
  const server = new KeyServer(await (firstKey ??= keyOfRun()));
  server.start();
  return server;
}

export class KeyServer {
  /** Number of requests for the key set. */
  requests = 0;
  /** The server's behaviour: answer, answer this status, or never answer. */
  behaviour: "answers" | "hangs" | number = "answers";
  #port = 0;
  #running: { server: Deno.HttpServer; stop: AbortController } | null = null;
  #published: SigningKey[];

  constructor(public key: SigningKey) {
    this.#published = [key];
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get jwksUrl(): string {
    return `${this.origin}/certs`;
  }

  /** Begins to listen; after `stop`, again on the same port. */
  start(): void {
    const stop = new AbortController();
    const options = { hostname: "127.0.0.1", port: this.#port, onListen() {} };
    const server = Deno.serve({ ...options, signal: stop.signal }, (req) => this.#answer(req));
    this.#port = server.addr.port;
    this.#running = { server, stop };
  }

  /** Drops every connection and stops listening. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.stop.abort();
    await running?.server.finished;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Signs from now on with a new key; the old ones stay published unless told otherwise. */
  async rotate({ keepOld = true }: { keepOld?: boolean } = {}): Promise<SigningKey> {
    this.key = await makeSigningKey();
    this.#published = keepOld ? [...this.#published, this.key] : [this.key];
    return this.key;
  }

  /** An RS256 token; without options it is good for five minutes. */
  async sign(claims: JWTPayload, options: SignOptions = {}): Promise<string> {
    const { key = this.key, kid = key.kid, expiresIn = 300, notBefore } = options;
    const now = Math.floor(Date.now() / 1000);
    const payload: JWTPayload = { iat: now, ...claims };
    if (expiresIn !== null) payload.exp ??= now + expiresIn;
    if (notBefore !== undefined) payload.nbf = now + notBefore;
    const header = kid === null ? { alg: "RS256" } : { alg: "RS256", kid };
    return await new SignJWT(payload).setProtectedHeader(header).sign(key.privateKey);
  }

  #answer(request: Request): Response | Promise<Response> {
    if (new URL(request.url).pathname !== "/certs") return new Response(null, { status: 404 });
    this.requests++;
    if (this.behaviour === "hangs") return new Promise(() => {});
    if (this.behaviour !== "answers") return new Response("no", { status: this.behaviour });
    return Response.json({ keys: this.#published.map((key) => key.publicJwk) });
  }
}
