import { fetchModule } from "@/components/fetch_module.ts";
import { untilShown } from "@/lib/panel/page/shown.ts";
import type { Language } from "@/lib/words/language.ts";

/** The company that a page calls for, and the language of its answers. */
export interface Caller {
  companyId: number;
  language: Language;
}

export interface ApiCall extends Caller {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  file?: Blob;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** A list's `meta`; other answers have none. */
export interface Meta {
  total: number;
  page: number;
  pages: number;
}

export interface Refusal {
  ok: false;
  why: "refused";
  status: number;
  code: string;
  error: string;
  fields: Record<string, string>;
  details: Record<string, unknown>;
}

/** `session`: the sign-in has ended. `odd`: the answer was not the API's. */
export type Outcome<T, M = Meta> =
  | { ok: true; data: T; meta?: M }
  | { ok: false; why: "network" | "session" | "odd" }
  | Refusal;

export const usualTimeoutMs = 15_000;

/** Calls `/api/admin/<path>` for the company, from a page that is shown; never throws. */
export async function callApi<T, M = Meta>(path: string, call: ApiCall): Promise<Outcome<T, M>> {
  const { method = "GET", companyId, language, query = {}, json, file, signal } = call;
  const { timeoutMs = usualTimeoutMs } = call;
  const params = new URLSearchParams({ company_id: String(companyId) });
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  const wait = untilShown();
  if (wait) await wait;
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = method === "GET" ? undefined : beginWrite();
  try {
    const ask = () =>
      fetch(`/api/admin/${path}?${params}`, {
        method,
        headers: {
          "Accept-Language": language,
          ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        },
        body: file ?? (json === undefined ? undefined : JSON.stringify(json)),
        // A gateway whose session is over redirects to its sign-in page.
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    const response = await ask();
    if (response.status !== 429) return await read<T, M>(response);
    const { askAgain } = await fetchModule(() => import("@/lib/panel/api/ask_again.ts"));
    return await read<T, M>(await askAgain(response, ask));
  } catch {
    return { ok: false, why: "network" };
  } finally {
    end?.();
  }
}

async function read<T, M>(response: Response): Promise<Outcome<T, M>> {
  if (response.type === "opaqueredirect" || response.status === 401) {
    return { ok: false, why: "session" };
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body?.success === true) return { ok: true, data: body.data, meta: body.meta };
  if (typeof body?.error !== "string") return { ok: false, why: "odd" };
  const { error, code = "", fields = {}, details = {} } = body;
  return { ok: false, why: "refused", status: response.status, code, error, fields, details };
}

/** This tab's own writes, so that it does not redraw twice when the feed tells of them. */

const lagMs = 3_000;

let running = 0;
let startedAt = -Infinity;
let endedAt = -Infinity;
let drawnAt = -Infinity;

function beginWrite(): () => void {
  if (running === 0) startedAt = performance.now();
  running += 1;
  return () => {
    running -= 1;
    endedAt = performance.now();
  };
}

export function noteRedraw(): void {
  drawnAt = performance.now();
}

/**
 * Origin of this person's change: written and drawn by this tab, still to be drawn, or another
 * tab's.
 */
export function originOf(heardAt: number): "drawn" | "pending" | "elsewhere" {
  if (running > 0) return "pending";
  if (heardAt < startedAt || heardAt > endedAt + lagMs) return "elsewhere";
  if (drawnAt >= endedAt) return "drawn";
  return performance.now() - endedAt < lagMs ? "pending" : "elsewhere";
}
