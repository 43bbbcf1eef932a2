/** Requests to addresses that strangers chose: time and memory are bounded whatever they do. */
import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { Gate } from "@/lib/tools/hold.ts";
import { createLog, describeError } from "@/lib/tools/log.ts";
import { addressInUrl, mayReach, type Nets, type Resolve } from "@/lib/outbound/addresses.ts";
import { noAddress, refusedAddress, socketOptions } from "@/lib/outbound/guarded_sockets.ts";

export interface PostOptions {
  url: string | URL;
  method?: "POST" | "GET" | "DELETE";
  headers: Record<string, string>;
  body: Uint8Array;
  allow: Nets;
  gate: Gate;
  connectTimeoutMs?: number;
  timeoutMs?: number;
  maxAnswerBytes?: number;
  ca?: string;
  lookup?: Resolve;
  companyId: number;
  signal?: AbortSignal;
  /** Header of the answer to hand on, in lower case. */
  readHeader?: string;
}

interface Answered {
  outcome: "status";
  status: number;
  retryAfter?: string;
  /** The body's first bytes as text; invalid UTF-8 and NUL become U+FFFD. */
  answer: string;
  /** The header that `readHeader` names, up to 100 characters. */
  header?: string;
  durationMs: number;
}

interface NotAnswered {
  outcome: "dns" | "connect" | "tls" | "timeout" | "refused_address" | "aborted" | "held";
  status?: undefined;
  retryAfter?: undefined;
  answer?: undefined;
  header?: undefined;
  /** A connection stood: the other side may have the request. */
  mayHaveLeft?: boolean;
  durationMs: number;
}

export type PostResult = Answered | NotAnswered;

/** Nothing was sent, and no attempt counts: the process ends, or is held. */
export function hasNotBegun({ outcome }: { outcome: string }): boolean {
  return outcome === "aborted" || outcome === "held";
}

type Ending = Omit<Answered, "durationMs"> | Omit<NotAnswered, "durationMs">;
type Exchange = Omit<PostOptions, "url"> & { url: URL; startedAt: number };
type Timer = ReturnType<typeof setTimeout>;

const maxWireBytes = 1_048_576;
const wireCheckMs = 50;
const maxInterimAnswers = 16;

const log = createLog();

/**
 * Sends one POST, or a GET or DELETE where asked, and never rejects. Redirects are not followed. A status
 * decides, however the body ends; `connect` is also an answer that is not HTTP, and a kept
 * connection that breaks: nothing is sent a second time here.
 */
export async function post(options: PostOptions): Promise<PostResult> {
  const startedAt = performance.now();
  const ending = await send(options, startedAt);
  return { ...ending, durationMs: Math.round(performance.now() - startedAt) };
}

async function send(options: PostOptions, startedAt: number): Promise<Ending> {
  if (options.gate.isHeld) return { outcome: "held" };
  const url = reachableUrl(options);
  if (!url) return { outcome: "refused_address" };
  // Destroyed this early, a request would still dial and keep the connection.
  if (options.signal?.aborted) return { outcome: "aborted" };
  try {
    return await new Attempt({ ...options, url, startedAt }).ending;
  } catch (error) {
    // A TypeError is a header that HTTP cannot carry; anything else is a fault on this side.
    if (!(error instanceof TypeError)) log.error("outbound_impossible", describeError(error));
    return { outcome: "connect" };
  }
}

export function reachableUrl(
  { url: text, allow }: Pick<PostOptions, "url" | "allow">,
): URL | undefined {
  const url = URL.parse(String(text));
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  const address = addressInUrl(url);
  const plain = url.protocol === "http:";
  return address && !mayReach(address, { allow, plain }) ? undefined : url;
}

class Attempt {
  readonly ending: Promise<Ending>;

  readonly #exchange: Exchange;
  readonly #request: http.ClientRequest;
  readonly #settle: (ending: Ending) => void;
  readonly #deadline: Timer;
  readonly #floodWatch: Timer;
  readonly #connectTimer: Timer;
  readonly #dialling = new AbortController();
  #isReused = false;
  #connected = false;
  #finished = false;
  #wireBytes = () => 0;
  #interimAnswers = 0;
  #answer?: Answer;

  constructor(exchange: Exchange) {
    const { url, method = "POST", headers, body, signal, startedAt } = exchange;
    const { timeoutMs = 15_000, connectTimeoutMs = 5_000 } = exchange;
    ({ promise: this.ending, resolve: this.#settle } = Promise.withResolvers<Ending>());
    this.#exchange = exchange;
    this.#request = (url.protocol === "https:" ? https : http).request({
      ...socketOptions({ ...exchange, dialling: this.#dialling.signal }),
      method,
      headers: method === "GET" ? headers : { ...headers, "content-length": body.length },
    });
    const leftMs = Math.max(0, startedAt + timeoutMs - performance.now());
    this.#deadline = setTimeout(() => this.#finishWith("timeout"), leftMs);
    this.#connectTimer = setTimeout(() => this.#finish({ outcome: "timeout" }), connectTimeoutMs);
    this.#floodWatch = setInterval(() => this.#stopFlood(), wireCheckMs);
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
      .on("close", () => this.#finishWith("connect"));
  }

  #follow(socket: Socket) {
    const before = socket.bytesRead;
    this.#wireBytes = () => socket.bytesRead - before;
    this.#isReused = this.#request.reusedSocket;
    // While this is true, Deno 2.9 itself sends the request again whenever the socket closes.
    this.#request.reusedSocket = false;
    if (this.#isReused) return clearTimeout(this.#connectTimer);
    const { url } = this.#exchange;
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
      this.#connected = true;
      clearTimeout(this.#connectTimer);
    });
  }

  #countInterim() {
    if (++this.#interimAnswers > maxInterimAnswers) this.#finish({ outcome: "connect" });
  }

  #read(response: http.IncomingMessage) {
    const answer = new Answer(response, this.#exchange);
    this.#answer = answer;
    response
      .on("data", (chunk: Uint8Array) => answer.take(chunk) || this.#finish(answer.ending()))
      .on("end", () => this.#finish(answer.ending(), { keep: true }))
      .on("error", () => this.#finish(answer.ending()));
  }

  #fail(error: NodeJS.ErrnoException) {
    this.#finishWith(failureOf(error, this.#isReused || this.#connected));
  }

  #stopFlood() {
    if (this.#wireBytes() < maxWireBytes) return;
    this.#finishWith("connect");
  }

  #abort = () => this.#finishWith("aborted");

  #finishWith(outcome: NotAnswered["outcome"]) {
    const mayHaveLeft = this.#isReused || this.#connected;
    this.#finish(this.#answer?.ending() ?? { outcome, ...mayHaveLeft && { mayHaveLeft } });
  }

  #finish(ending: Ending, { keep = false } = {}) {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#connectTimer);
    clearInterval(this.#floodWatch);
    this.#exchange.signal?.removeEventListener("abort", this.#abort);
    // Answered before the request was read whole: the socket is useless.
    if (!keep || !this.#request.writableFinished) this.#request.destroy();
    this.#dialling.abort();
    this.#settle(ending);
  }
}

class Answer {
  readonly #response: http.IncomingMessage;
  readonly #maxBytes: number;
  readonly #header?: string;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(response: http.IncomingMessage, { maxAnswerBytes = 4_096, readHeader }: Exchange) {
    this.#response = response;
    this.#maxBytes = maxAnswerBytes;
    this.#header = readHeader;
  }

  take(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk.subarray(0, this.#maxBytes - this.#size));
    this.#size += chunk.length;
    return this.#size <= this.#maxBytes;
  }

  ending(): Ending {
    const { headers } = this.#response;
    const retryAfter = headers["retry-after"]?.slice(0, 100);
    const header = this.#header && headers[this.#header]?.toString().slice(0, 100);
    return {
      outcome: "status",
      status: this.#response.statusCode!,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(header ? { header } : {}),
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
    // As a stream: a character cut in two at the bound is left out, not replaced.
    const cut = this.#size > this.#maxBytes;
    return new TextDecoder().decode(bytes, { stream: cut }).replaceAll("\0", "\uFFFD");
  }
}

export function failureOf(
  error: NodeJS.ErrnoException,
  connected: boolean,
): NotAnswered["outcome"] {
  const code = error.code ?? "";
  if (code === refusedAddress) return "refused_address";
  if (code === noAddress) return "dns";
  if (code === "EPROTO" || /^ERR_(SSL|TLS)_/.test(code)) return "tls";
  // Other errors of a handshake are named after what is wrong with the certificate.
  const isNetworkOrHttp = /^(E[A-Z0-9]+|HPE_.*)$/.test(code);
  return connected || isNetworkOrHttp ? "connect" : "tls";
}
