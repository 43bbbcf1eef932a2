/** Callers of the app under test: programs with a key, phones with a token. */
import { until } from "../../support/wait.ts";

/** An answer, read whole. */
export interface Answer {
  status: number;
  headers: Headers;
  // Tests assert on the parts they know.
  // deno-lint-ignore no-explicit-any
  body: any;
}

/** One request. */
interface Ask {
  /** An API key or a device token. */
  as?: string;
  json?: unknown;
  /** A body that is no JSON. */
  bytes?: Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/**
 * Sends one request and reads the whole answer.
 * @throws TypeError if the connection fails or breaks
 */
export async function ask(
  base: string,
  method: string,
  path: string,
  { as, json, bytes, signal, headers }: Ask = {},
): Promise<Answer> {
  const response = await fetch(base + path, {
    method,
    signal,
    headers: {
      ...(as ? { Authorization: `Bearer ${as}` } : {}),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...(bytes === undefined ? {} : { "Content-Type": "application/octet-stream" }),
      ...headers,
    },
    body: json === undefined ? bytes : JSON.stringify(json),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

/** Asks again where the database of a busy machine was not to be had: nothing was changed then. */
export function askUntilTaken(...args: Parameters<typeof ask>): Promise<Answer> {
  return until(async () => {
    const answer = await ask(...args);
    return answer.body?.code === "database_unavailable" ? undefined : answer;
  }, { what: "the database to be there" });
}

/** The same, or null if no answer arrived: then it is unknown whether it was done. */
export async function tryToAsk(...args: Parameters<typeof ask>): Promise<Answer | null> {
  try {
    return await ask(...args);
  } catch {
    return null;
  }
}

/** Runs `work` over the items, at most `width` at once. */
export async function each<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pending = [...items].reverse();
  const worker = async () => {
    for (let item = pending.pop(); item !== undefined; item = pending.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
