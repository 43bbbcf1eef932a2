import { asksToWait, retryAfterMs } from "@/lib/input/retry_after.ts";
import { noteReached } from "@/lib/phone/reached.ts";
import type { Language } from "@/lib/words/language.ts";

export interface PhoneCall {
  device?: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  json?: unknown;
  /** A file, in place of JSON. */
  body?: Blob;
  language?: Language;
  signal?: AbortSignal;
  keepalive?: boolean;
  timeoutMs?: number;
}

export interface PhoneRefusal {
  ok: false;
  why: "refused";
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown>;
  /** What is wrong with each field, in words. */
  fields?: Record<string, string>;
  /** Seconds, an hour at most. */
  retryAfter?: number;
}

/** `offline`: no answer came, or one that was not the API's, as a hotel's sign-in page sends. */
export type PhoneOutcome<T> =
  | { ok: true; status: number; data: T; meta: Record<string, unknown> }
  | { ok: false; why: "offline" }
  | PhoneRefusal;

const usualTimeoutMs = 15_000;

/**
 * Calls `/api/phone/<path>` from page or worker; the pairing's cookie is the credential. Never
 * throws.
 */
export async function callPhone<T>(path: string, call: PhoneCall = {}): Promise<PhoneOutcome<T>> {
  const { device, method = "GET", json, body, language, signal, keepalive } = call;
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, call.timeoutMs ?? usualTimeoutMs);
  // Not `AbortSignal.any`: iOS has it since 17.4 only, and pushes since 16.4.
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  const url = new URL(`/api/phone/${path}`, location.origin);
  if (device) url.searchParams.set("device", device);
  const headers = new Headers();
  if (language) headers.set("Accept-Language", language);
  if (json !== undefined) headers.set("Content-Type", "application/json");
  if (body) headers.set("Content-Type", "application/octet-stream");
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: json === undefined ? body : JSON.stringify(json),
      cache: "no-store",
      redirect: "error",
      keepalive,
      signal: ending.signal,
    });
    return await read<T>(response);
  } catch {
    return { ok: false, why: "offline" };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

async function read<T>(response: Response): Promise<PhoneOutcome<T>> {
  const { status, headers } = response;
  const body = await response.json();
  if (response.ok && body?.success === true) {
    noteReached();
    return { ok: true, status, data: body.data, meta: body.meta ?? {} };
  }
  if (typeof body?.error !== "string") return { ok: false, why: "offline" };
  const { error: message, code = "", details = {}, fields } = body;
  const retryAfter = secondsToWait(headers.get("retry-after"));
  return { ok: false, why: "refused", status, code, message, details, fields, retryAfter };
}

function secondsToWait(header: string | null): number | undefined {
  if (!asksToWait(header)) return undefined;
  return Math.min(Math.ceil(retryAfterMs(header) / 1_000), 3_600);
}
