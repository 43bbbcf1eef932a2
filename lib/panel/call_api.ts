import { beginWrite } from "@/lib/panel/live/own_writes.ts";
import type { Language } from "@/lib/words/language.ts";

export interface ApiCall {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  companyId: number;
  language: Language;
  /** The company is added; undefined parameters are left out. */
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  /** Sent as it is, in place of JSON. */
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

/** An error of the API, in the caller's language. */
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
export type Outcome<T> =
  | { ok: true; data: T; meta?: Meta }
  | { ok: false; why: "network" | "session" | "odd" }
  | Refusal;

const usualTimeoutMs = 15_000;

/** Calls `/api/admin/<path>` for the company; never throws. */
export async function callApi<T>(path: string, call: ApiCall): Promise<Outcome<T>> {
  const { method = "GET", companyId, language, query = {}, json, file, signal } = call;
  const { timeoutMs = usualTimeoutMs } = call;
  const params = new URLSearchParams({ company_id: String(companyId) });
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value));
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = method === "GET" ? undefined : beginWrite();
  try {
    const response = await fetch(`/api/admin/${path}?${params}`, {
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
    return await read<T>(response);
  } catch {
    return { ok: false, why: "network" };
  } finally {
    end?.();
  }
}

async function read<T>(response: Response): Promise<Outcome<T>> {
  if (response.type === "opaqueredirect" || response.status === 401) {
    return { ok: false, why: "session" };
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body?.success === true) return { ok: true, data: body.data, meta: body.meta };
  if (typeof body?.error !== "string") return { ok: false, why: "odd" };
  const { error, code = "", fields = {}, details = {} } = body;
  return { ok: false, why: "refused", status: response.status, code, error, fields, details };
}
