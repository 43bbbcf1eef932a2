import type { Outcome } from "@/lib/panel/save/call_api.ts";
import type { Language } from "@/lib/words/language.ts";

export interface FileCall {
  companyId: number;
  language: Language;
  bytes: Uint8Array<ArrayBuffer>;
  query: Record<string, string | undefined>;
  /** How much of the file has left, from 0 to 1. */
  onSent?(share: number): void;
  signal?: AbortSignal;
}

/** A file is parsed while the caller waits: twenty thousand rows take some seconds. */
const timeoutMs = 120_000;

/**
 * Posts a CSV file to `/api/admin/imports/<path>`; never throws. `fetch` does not tell how much has
 * been sent.
 */
export function sendFile<T>(path: string, call: FileCall): Promise<Outcome<T>> {
  const { bytes, onSent, signal } = call;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const url = addressOf(path, call);
    const fail = () => resolve({ ok: false, why: "network" });
    request.open("POST", url);
    request.timeout = timeoutMs;
    request.setRequestHeader("Accept-Language", call.language);
    request.setRequestHeader("Content-Type", "text/csv");
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onSent?.(1);
    request.onerror = request.ontimeout = request.onabort = fail;
    request.onload = () => resolve(outcomeOf<T>(request));
    signal?.addEventListener("abort", () => request.abort());
    request.send(bytes);
  });
}

/** The same, answered by a file. */
export async function fetchFile(path: string, call: FileCall): Promise<Blob | null> {
  try {
    const response = await fetch(addressOf(path, call), {
      method: "POST",
      headers: { "Accept-Language": call.language, "Content-Type": "text/csv" },
      body: call.bytes,
      redirect: "manual",
    });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

function addressOf(path: string, { companyId, query }: FileCall): string {
  const params = new URLSearchParams({ company_id: String(companyId) });
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, value);
  }
  return `/api/admin/imports/${path}?${params}`;
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
