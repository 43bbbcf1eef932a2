/** Calls to the installation: each has an end, goes where it was sent, and is counted. */

export interface Answer {
  /** 0 where none came. */
  status: number;
  headers: Headers;
  text: string;
  /** Content of the envelope; undefined where the answer is no JSON. */
  // deno-lint-ignore no-explicit-any -- an installation under test may answer anything
  body: any;
  /** Milliseconds until the whole answer was there. */
  ms: number;
}

export interface Request {
  /** An API key or a phone's token. */
  as?: string;
  json?: unknown;
  /** Sent as it is, as JSON. */
  body?: string;
  headers?: Record<string, string>;
  /** Returns a 429 instead of waiting as long as it says and asking again. */
  once?: boolean;
}

const callMs = 20_000;
/** A limit is waited for, and not longer than that. */
const longestWaitS = 15;
const attempts = 4;

export class Caller {
  calls = 0;

  /** @param until aborts what is under way, and all that comes later */
  constructor(readonly base: string, private readonly until: AbortSignal) {}

  async call(method: string, path: string, request: Request = {}): Promise<Answer> {
    for (let attempt = 1;; attempt++) {
      const answer = await this.#once(method, path, request);
      const waitS = Number(answer.headers.get("retry-after"));
      const mayPass = answer.status === 429 && waitS <= longestWaitS && !this.until.aborted;
      if (request.once || attempt === attempts || !mayPass) return answer;
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, waitS) * 1_000));
    }
  }

  /** The beginning of an event stream, until it holds one of the texts or the call's time is up. */
  async follow(
    path: string,
    { as, stop, opened }: { as: string; stop: string[]; opened: () => void },
  ): Promise<string> {
    this.calls++;
    let text = "";
    try {
      const response = await fetch(this.base + path, {
        headers: { Authorization: `Bearer ${as}` },
        redirect: "manual",
        signal: this.#signal(),
      });
      opened();
      const decoder = new TextDecoder();
      for await (const bytes of response.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        if (stop.some((word) => text.includes(word))) break;
      }
    } catch {
      opened(); // what came until then is judged
    }
    return text;
  }

  async #once(method: string, path: string, request: Request): Promise<Answer> {
    const { as, json, headers = {} } = request;
    const body = json === undefined ? request.body : JSON.stringify(json);
    const startedAt = performance.now();
    this.calls++;
    try {
      const response = await fetch(this.base + path, {
        method,
        headers: {
          ...(as === undefined ? {} : { Authorization: `Bearer ${as}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        body,
        // A key goes to the address that was given, and nowhere else.
        redirect: "manual",
        signal: this.#signal(),
      });
      const text = await response.text();
      const ms = performance.now() - startedAt;
      return { status: response.status, headers: response.headers, text, body: parsed(text), ms };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const ms = performance.now() - startedAt;
      return { status: 0, headers: new Headers(), text, body: undefined, ms };
    }
  }

  #signal(): AbortSignal {
    return AbortSignal.any([this.until, AbortSignal.timeout(callMs)]);
  }
}

/** Too many, and when to come again. */
export function isLimited({ status, headers }: Answer): boolean {
  return status === 429 && /^\d+$/.test(headers.get("retry-after") ?? "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
