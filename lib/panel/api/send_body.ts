import type { Outcome } from "@/lib/panel/api/call_api.ts";
import type { Language } from "@/lib/words/language.ts";

export interface BodyCall {
  body: XMLHttpRequestBodyInit;
  type: string;
  language: Language;
  timeoutMs: number;
  /** How much of the body has left, from 0 to 1. */
  onSent?(share: number): void;
  signal?: AbortSignal;
}

/** Posts a large body to an address of the API; never throws. `fetch` does not tell how much is sent. */
export function sendBody<T>(url: string, call: BodyCall): Promise<Outcome<T>> {
  const { body, type, language, timeoutMs, onSent, signal } = call;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const fail = () => resolve({ ok: false, why: "network" });
    request.open("POST", url);
    request.timeout = timeoutMs;
    request.setRequestHeader("Accept-Language", language);
    request.setRequestHeader("Content-Type", type);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onSent?.(1);
    request.onerror = request.ontimeout = request.onabort = fail;
    request.onload = () => resolve(outcomeOf<T>(request));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

export function apiAddress(
  path: string,
  companyId: number,
  query: Record<string, string | undefined>,
): string {
  const params = new URLSearchParams({ company_id: String(companyId) });
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, value);
  }
  return `/api/admin/${path}?${params}`;
}

function outcomeOf<T>({ status, responseText, responseURL }: XMLHttpRequest): Outcome<T> {
  // A gateway whose session is over leads to its sign-in page.
  const isElsewhere = !new URL(responseURL, location.href).pathname.startsWith("/api/admin/");
  if (status === 401 || isElsewhere) return { ok: false, why: "session" };
  const body = parsed(responseText);
  if (status < 300 && body?.success === true) return { ok: true, data: body.data };
  if (typeof body?.error !== "string") return { ok: false, why: "odd" };
  const { error, code = "", fields = {}, details = {} } = body;
  return { ok: false, why: "refused", status, code, error, fields, details };
}

// deno-lint-ignore no-explicit-any -- an envelope, or anything
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
