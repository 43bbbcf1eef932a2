/** Files at addresses that strangers chose: time, memory and hosts are bounded whatever they do. */
import { createHash } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { bareHost, type Nets, type Resolve } from "@/lib/outbound/addresses.ts";
import { socketOptions } from "@/lib/outbound/guarded_sockets.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import { failureOf, type PostResult, reachableUrl } from "@/lib/outbound/outbound.ts";

export interface FetchOptions {
  url: string;
  /** Also of the hosts of redirects. */
  isAllowed(host: string): boolean;
  /** For the first address alone: a redirect gets none of them. */
  headers?: Record<string, string>;
  allow: Nets;
  gate: Gate;
  lookup?: Resolve;
  ca?: string;
  companyId: number;
  maxBytes: number;
  connectTimeoutMs?: number;
  timeoutMs?: number;
  /** Measured after `slowAfterMs` of waiting. */
  minBytesPerSecond?: number;
  slowAfterMs?: number;
  signal?: AbortSignal;
  /** Keeps the next bytes; nothing more is read until it is through. */
  keep(bytes: Uint8Array): Promise<void>;
}

export type FetchResult =
  /** `sha256` is in base64. */
  | { outcome: "whole"; size: number; sha256: string }
  | { outcome: "status"; status: number; retryAfter?: string }
  /** `size` as its head says; null where only too many bytes came. */
  | { outcome: "too_large"; size: number | null }
  | { outcome: Exclude<FetchFailure, "too_large"> };

type FetchFailure =
  | Exclude<PostResult["outcome"], "status">
  /** Its host is on no list, or its address is none. */
  | "refused_host"
  | "redirects"
  | "too_large"
  /** It ended before the length in its head. */
  | "cut"
  | "slow";

const maxRedirects = 3;
const watchMs = 50;
const maxHeadBytes = 1_048_576;
const redirectStatuses = [301, 302, 303, 307, 308];

class Ending extends Error {
  constructor(readonly outcome: FetchFailure, readonly size: number | null = null) {
    super(outcome);
  }
}

/** Fetches a file by GET and hands its bytes on as they come. @throws what `keep` throws */
export async function fetchFile(options: FetchOptions): Promise<FetchResult> {
  const { timeoutMs = 60_000, signal } = options;
  const stop = new AbortController();
  const end = (outcome: FetchFailure) => stop.abort(new Ending(outcome));
  const timer = setTimeout(() => end("timeout"), timeoutMs);
  const abort = () => end("aborted");
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  try {
    return await follow(options, stop.signal);
  } catch (error) {
    if (!(error instanceof Ending)) throw error;
    const { outcome, size } = error;
    return outcome === "too_large" ? { outcome, size } : { outcome };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function follow(options: FetchOptions, stopped: AbortSignal): Promise<FetchResult> {
  let address = options.url;
  for (let count = 0; count <= maxRedirects; count++) {
    stopped.throwIfAborted();
    if (options.gate.isHeld) throw new Ending("held");
    const url = reachableUrl({ url: address, allow: options.allow });
    if (!url || !options.isAllowed(bareHost(url))) throw new Ending("refused_host");
    const exchange = new Exchange(url, count === 0 ? options.headers : {}, options, stopped);
    try {
      const response = await exchange.answer;
      const { statusCode: status = 0, headers: { location, "retry-after": retryAfter } } = response;
      if (status === 200) return await exchange.read(response);
      const next = redirectStatuses.includes(status) ? URL.parse(location ?? "", url) : null;
      if (!next) return { outcome: "status", status, retryAfter: retryAfter?.slice(0, 100) };
      address = next.href;
    } finally {
      exchange.close();
    }
  }
  throw new Ending("redirects");
}

class Exchange {
  readonly answer: Promise<http.IncomingMessage>;
  readonly #broken = Promise.withResolvers<never>();
  readonly #request: http.ClientRequest;
  readonly #dialling = new AbortController();
  readonly #connectTimer: ReturnType<typeof setTimeout>;
  readonly #watch: ReturnType<typeof setInterval>;
  #isConnected = false;
  #wireBytes = () => 0;
  #mostWireBytes = maxHeadBytes;
  #flood: FetchFailure = "connect";

  constructor(
    url: URL,
    headers: Record<string, string> | undefined,
    private readonly options: FetchOptions,
    private readonly stopped: AbortSignal,
  ) {
    const { connectTimeoutMs = 5_000 } = options;
    this.#broken.promise.catch(() => {});
    this.#request = (url.protocol === "https:" ? https : http).request({
      ...socketOptions({ ...options, url, dialling: this.#dialling.signal }),
      method: "GET",
      headers: { ...headers, "Accept-Encoding": "identity" },
    });
    this.#connectTimer = setTimeout(() => this.#break("timeout"), connectTimeoutMs);
    this.#watch = setInterval(() => {
      if (this.#wireBytes() > this.#mostWireBytes) this.#break(this.#flood);
    }, watchMs);
    stopped.addEventListener("abort", this.#stop);
    let isAnswered = false;
    const answered = Promise.withResolvers<http.IncomingMessage>();
    this.#request
      .on("socket", (socket) => {
        const before = socket.bytesRead;
        this.#wireBytes = () => socket.bytesRead - before;
        // While this is true, Deno 2.9 itself sends the request again whenever the socket closes.
        const isReused = this.#request.reusedSocket;
        this.#request.reusedSocket = false;
        const connected = () => {
          this.#isConnected = true;
          clearTimeout(this.#connectTimer);
        };
        if (isReused) return connected();
        socket.once(url.protocol === "https:" ? "secureConnect" : "connect", connected);
      })
      .on("response", (response) => {
        isAnswered = true;
        const cut = () => response.complete || this.#break("cut");
        response.on("error", cut).on("aborted", cut).on("close", cut);
        answered.resolve(response);
      })
      .on("error", (error) => {
        this.#break(isAnswered ? "cut" : failureOf(error, this.#isConnected));
      })
      .on("close", () => isAnswered || this.#break("connect"));
    this.answer = Promise.race([answered.promise, this.#broken.promise]);
    this.answer.catch(() => {});
    this.#request.end();
  }

  async read(response: http.IncomingMessage): Promise<FetchResult> {
    const { maxBytes, keep } = this.options;
    const announced = lengthOf(response);
    if (announced !== null && announced > maxBytes) throw new Ending("too_large", announced);
    // In chunks of one byte each takes six.
    this.#mostWireBytes = maxHeadBytes + 8 * maxBytes;
    this.#flood = "too_large";
    const hash = createHash("sha256");
    const pace = new Pace(this.options, () => this.#break("slow"));
    let size = 0;
    try {
      const parts = response[Symbol.asyncIterator]();
      while (true) {
        const { done, value } = await pace.wait(
          Promise.race([parts.next().catch(() => this.#broken.promise), this.#broken.promise]),
          size,
        );
        if (done) break;
        const bytes: Uint8Array = value;
        size += bytes.length;
        if (size > maxBytes) throw new Ending("too_large");
        hash.update(bytes);
        await keep(bytes);
        this.stopped.throwIfAborted();
      }
    } finally {
      pace.end();
    }
    if (!response.complete || (announced !== null && size !== announced)) throw new Ending("cut");
    return { outcome: "whole", size, sha256: hash.digest("base64") };
  }

  close(): void {
    clearTimeout(this.#connectTimer);
    clearInterval(this.#watch);
    this.stopped.removeEventListener("abort", this.#stop);
    this.#request.destroy();
    this.#dialling.abort();
  }

  #stop = () => this.#broken.reject(this.stopped.reason);

  #break(outcome: FetchFailure): void {
    this.#broken.reject(new Ending(outcome));
  }
}

/** Notices who sends too slowly; the time in which bytes are kept does not count. */
class Pace {
  #waitedMs = 0;
  #size = 0;
  #since: number | null = null;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(
    { minBytesPerSecond = 1_024, slowAfterMs = 10_000 }: FetchOptions,
    isSlow: () => void,
  ) {
    this.#timer = setInterval(() => {
      const ms = this.#waitedMs + (this.#since === null ? 0 : performance.now() - this.#since);
      if (ms > slowAfterMs && this.#size < ms / 1_000 * minBytesPerSecond) isSlow();
    }, Math.min(1_000, slowAfterMs));
  }

  async wait<T>(next: Promise<T>, size: number): Promise<T> {
    this.#size = size;
    this.#since = performance.now();
    try {
      return await next;
    } finally {
      this.#waitedMs += performance.now() - this.#since;
      this.#since = null;
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

function lengthOf({ headers }: http.IncomingMessage): number | null {
  const text = headers["content-length"];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
