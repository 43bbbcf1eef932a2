/**
 * The one door for requests to addresses that a stranger chose. It knows HTTP and nothing of
 * notifications: a request goes in, one of a closed list of outcomes comes out. Redirects are not
 * followed, and nothing that a receiver does takes longer or more memory than was said.
 */
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { createLog, describeError } from "@/lib/log.ts";
import {
  addressInUrl,
  mayReach,
  type Nets,
  type Resolve,
} from "@/lib/notify/outbound/addresses.ts";
import {
  type Agents,
  freshAgents,
  keptAgents,
  NO_ADDRESS,
  REFUSED_ADDRESS,
  socketOptions,
} from "@/lib/notify/outbound/guarded_sockets.ts";

/** One POST and its bounds. */
export interface PostOptions {
  url: string | URL;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Networks that may be called although not public, also over plain http. */
  allow: Nets;
  /** Until the connection stands, from the look-up of the name to TLS; 5,000 unless told. */
  connectTimeoutMs?: number;
  /** For everything, from the call to the last byte of the answer; 15,000 unless told. */
  timeoutMs?: number;
  /** Where reading of the answer's body ends; 4,096 unless told. */
  maxAnswerBytes?: number;
  /** PEM of the authorities to trust instead of the public ones, for tests. */
  ca?: string;
  /** Finds the addresses of names; the system's resolver unless told. */
  lookup?: Resolve;
  signal?: AbortSignal;
}

/** The receiver answered. */
interface Answered {
  outcome: "status";
  /** The HTTP status; a redirect is just its status. */
  status: number;
  /** The `Retry-After` header as it came, at most 100 characters. */
  retryAfter?: string;
  /** The body's first bytes as text; invalid UTF-8 and NUL became U+FFFD. */
  answer: string;
  durationMs: number;
}

/** No answer came; {@link post} says what the words mean. */
interface NotAnswered {
  outcome: "dns" | "connect" | "tls" | "timeout" | "refused_address" | "aborted";
  status?: undefined;
  retryAfter?: undefined;
  answer?: undefined;
  durationMs: number;
}

/** How a POST ended. */
export type PostResult = Answered | NotAnswered;

type Ending = Omit<Answered, "durationMs"> | Omit<NotAnswered, "durationMs">;
type Exchange = Omit<PostOptions, "url"> & { url: URL; startedAt: number };
type Timer = ReturnType<typeof setTimeout>;

/** No honest answer needs more for its headers, its framing and the start of its body. */
const MAX_WIRE_BYTES = 1_048_576;
const WIRE_CHECK_MS = 50;
const MAX_INTERIM_ANSWERS = 16;

const log = createLog();

/**
 * Sends one POST and says how it ended. Never throws and never rejects.
 *
 * - `status`: the receiver answered. The status decides, also when the body was too long or broke
 *   off; an answer that is not whole when the time is up is a `timeout`.
 * - `refused_address`: nothing was dialled, for the address is neither public nor allowed (plain
 *   http: not allowed), or the URL is neither http nor https.
 * - `dns`: the name has no address now. `tls`: no trusted connection. `connect`: no connection, or
 *   it broke before the answer, or what came is not HTTP or has more than 16 KiB of headers.
 * - `timeout`: one of the two bounds passed. `aborted`: by `signal`.
 *
 * The connection of an earlier call to the same receiver is used again within 4 s. When it turns
 * out to be closed, the request is sent anew: a receiver may see it twice, as with every webhook.
 */
export async function post(options: PostOptions): Promise<PostResult> {
  const startedAt = performance.now();
  const ending = await send(options, startedAt);
  return { ...ending, durationMs: Math.round(performance.now() - startedAt) };
}

async function send(options: PostOptions, startedAt: number): Promise<Ending> {
  const url = reachableUrl(options);
  if (!url) return { outcome: "refused_address" };
  // Not left to the request: destroyed this early it would still dial, and keep the connection.
  if (options.signal?.aborted) return { outcome: "aborted" };
  try {
    const exchange = { ...options, url, startedAt };
    const attempt = new Attempt(exchange, keptAgents);
    const ending = await attempt.ending;
    return attempt.stale ? await new Attempt(exchange, freshAgents).ending : ending;
  } catch (error) {
    // A TypeError is a header that HTTP cannot carry. Anything else is a fault on this side, such
    // as a process that may not read the public certificates (permission `sys: ca`).
    if (!(error instanceof TypeError)) log.error("outbound_impossible", describeError(error));
    return { outcome: "connect" };
  }
}

/** The URL, unless its host is an address that must not be reached; names are checked later. */
function reachableUrl({ url: text, allow }: PostOptions): URL | undefined {
  const url = URL.parse(String(text));
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  const address = addressInUrl(url);
  const plain = url.protocol === "http:";
  return address && !mayReach(address, { allow, plain }) ? undefined : url;
}

/** One request on one connection, from dialling to the end of its answer. */
class Attempt {
  readonly ending: Promise<Ending>;
  /** A kept connection had been closed before any byte of the answer: another one may do. */
  stale = false;

  readonly #exchange: Exchange;
  readonly #request: http.ClientRequest;
  readonly #settle: (ending: Ending) => void;
  readonly #deadline: Timer;
  readonly #floodWatch: Timer;
  #connectTimer?: Timer;
  #kept = false;
  #connected = false;
  #finished = false;
  #wireBytes = () => 0;
  #interimAnswers = 0;
  #answer?: Answer;

  constructor(exchange: Exchange, agents: Agents) {
    const { url, headers, body, signal, startedAt, timeoutMs = 15_000 } = exchange;
    ({ promise: this.ending, resolve: this.#settle } = Promise.withResolvers<Ending>());
    this.#exchange = exchange;
    this.#request = (url.protocol === "https:" ? https : http).request({
      ...socketOptions(exchange, agents),
      method: "POST",
      headers: { ...headers, "content-length": body.length },
    });
    const leftMs = Math.max(0, startedAt + timeoutMs - performance.now());
    this.#deadline = setTimeout(() => this.#finish({ outcome: "timeout" }), leftMs);
    this.#floodWatch = setInterval(() => this.#stopFlood(), WIRE_CHECK_MS);
    signal?.addEventListener("abort", this.#abort);
    this.#listen();
    if (signal?.aborted) this.#abort();
    else this.#request.end(body);
  }

  #listen() {
    this.#request
      .on("socket", (socket) => this.#follow(socket))
      .on("information", () => this.#countInterim())
      .on("response", (response) => this.#read(response))
      .on("error", (error) => this.#fail(error))
      .on("close", () => this.#finish(this.#answer?.ending() ?? { outcome: "connect" }));
  }

  #follow(socket: Socket) {
    const before = socket.bytesRead;
    this.#wireBytes = () => socket.bytesRead - before;
    this.#kept = this.#request.reusedSocket;
    // While this is true, Deno 2.9 sends the request anew by itself whenever the socket closes: on
    // half an answer, and even when it was our own time-out that destroyed the request.
    this.#request.reusedSocket = false;
    if (this.#kept) return;
    const { url, connectTimeoutMs = 5_000 } = this.#exchange;
    this.#connectTimer = setTimeout(() => this.#finish({ outcome: "timeout" }), connectTimeoutMs);
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
      this.#connected = true;
      clearTimeout(this.#connectTimer);
    });
  }

  #countInterim() {
    if (++this.#interimAnswers > MAX_INTERIM_ANSWERS) this.#finish({ outcome: "connect" });
  }

  #read(response: http.IncomingMessage) {
    const answer = new Answer(response, this.#exchange.maxAnswerBytes ?? 4_096);
    this.#answer = answer;
    response
      .on("data", (chunk: Uint8Array) => answer.take(chunk) || this.#finish(answer.ending()))
      .on("end", () => this.#finish(answer.ending(), { keep: true }))
      .on("error", () => this.#finish(answer.ending()));
  }

  #fail(error: NodeJS.ErrnoException) {
    if (this.#finished) return;
    if (this.#answer) return this.#finish(this.#answer.ending());
    const outcome = failure(error, this.#kept || this.#connected);
    this.stale = outcome === "connect" && this.#kept && this.#wireBytes() === 0;
    this.#finish({ outcome });
  }

  #stopFlood() {
    if (this.#wireBytes() < MAX_WIRE_BYTES) return;
    this.#finish(this.#answer?.ending() ?? { outcome: "connect" });
  }

  #abort = () => this.#finish({ outcome: "aborted" });

  #finish(ending: Ending, { keep = false } = {}) {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#connectTimer);
    clearInterval(this.#floodWatch);
    this.#exchange.signal?.removeEventListener("abort", this.#abort);
    // After an answer that came before the request was read whole, nobody can use the socket.
    if (!keep || !this.#request.writableFinished) this.#request.destroy();
    this.#settle(ending);
  }
}

/** What came back, as far as it is kept. */
class Answer {
  readonly #response: http.IncomingMessage;
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(response: http.IncomingMessage, maxBytes: number) {
    this.#response = response;
    this.#maxBytes = maxBytes;
  }

  /** Keeps a piece of the body; false when there is enough. */
  take(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk.subarray(0, this.#maxBytes - this.#size));
    this.#size += chunk.length;
    return this.#size <= this.#maxBytes;
  }

  ending(): Ending {
    const retryAfter = this.#response.headers["retry-after"]?.slice(0, 100);
    return {
      outcome: "status",
      status: this.#response.statusCode!,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      answer: this.#text(),
    };
  }

  #text(): string {
    const bytes = new Uint8Array(Math.min(this.#size, this.#maxBytes));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    // As a stream, so that a character cut in two at the bound is left out and not replaced.
    const cut = this.#size > this.#maxBytes;
    return new TextDecoder().decode(bytes, { stream: cut }).replaceAll("\0", "\uFFFD");
  }
}

/** Puts an error of a request that got no answer into the closed list. */
function failure(error: NodeJS.ErrnoException, connected: boolean): NotAnswered["outcome"] {
  const code = error.code ?? "";
  if (code === REFUSED_ADDRESS) return "refused_address";
  if (code === NO_ADDRESS) return "dns";
  if (code === "EPROTO" || /^ERR_(SSL|TLS)_/.test(code)) return "tls";
  // The rest of a handshake's errors are named after what is wrong with the certificate.
  const isNetworkOrHttp = /^(E[A-Z0-9]+|HPE_.*)$/.test(code);
  return connected || isNetworkOrHttp ? "connect" : "tls";
}
