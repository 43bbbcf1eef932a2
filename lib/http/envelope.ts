import { Buffer } from "node:buffer";
import { Problem, problem } from "@/lib/input/errors.ts";
import { isUnavailable } from "@/lib/db/transaction.ts";
import { writeJson } from "@/lib/input/json_text.ts";
import { count } from "@/lib/metrics/registry.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** A handler's answer with another status, headers, cookies or a list's `meta`. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly options: {
      status?: number;
      headers?: Record<string, string>;
      cookies?: string[];
      meta?: Record<string, unknown>;
    } = {},
  ) {}
}

export function reply<T>(data: T, options: Reply<T>["options"]): Reply<T> {
  return new Reply(data, options);
}

/** Answers 201 with the record and where it can be read. */
export function created<T>(data: T, location: string): Reply<T> {
  return new Reply(data, { status: 201, headers: { Location: location } });
}

export function list<T>(data: T, meta: Record<string, unknown>): Reply<T> {
  return new Reply(data, { meta });
}

/** The success form of the envelope (contract, section 1). */
export function success(result: unknown, status = 200): Response {
  const { data, options } = result instanceof Reply ? result : new Reply(result);
  const body = { success: true, data, ...(options.meta ? { meta: options.meta } : {}) };
  return json(body, { ...options, status: options.status ?? status });
}

/** The failure form of the envelope, in the caller's language. */
export function failure(error: Problem, language: Language, requestId: string): Response {
  count("relevo_refusals_total", [error.code]);
  const { fields, details, headers, cookies, sentence } = error.extras;
  const body = {
    success: false,
    error: (sentence ?? errorWords[error.code])[language],
    code: error.code,
    ...(fields ? { fields: speak(fields, language) } : {}),
    ...(details ? { details } : {}),
    requestId,
  };
  const status = error.status;
  return json(body, { status, headers: { ...standardHeaders(error), ...headers }, cookies });
}

/** Turns whatever was thrown into the error that a caller may see. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return problem("database_unavailable", { cause: error });
  return problem("internal", { cause: error });
}

function standardHeaders(error: Problem): Record<string, string> {
  if (error.status === 401) return { "WWW-Authenticate": "Bearer" };
  if (error.status === 503) return { "Retry-After": "2" };
  return {};
}

function json(
  body: unknown,
  { status, headers, cookies = [] }: {
    status: number;
    headers?: Record<string, string>;
    cookies?: string[];
  },
): Response {
  const text = writeJson(body);
  const response = new Response(text, {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      // Tells proxies that a small answer is one, without reading it.
      "Content-Length": String(Buffer.byteLength(text)),
      "Cache-Control": "no-store",
      ...headers,
    },
  });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

/** A send's answer to a program: 202, or 200 for a repeat. */
export function toReceiptReply<T extends { notificationId: string; duplicate: boolean }>(
  sent: T,
): Reply<T> {
  const location = { Location: `/api/notifications/${sent.notificationId}` };
  if (!sent.duplicate) return reply(sent, { status: 202, headers: location });
  return reply(sent, { status: 200, headers: { ...location, "Idempotent-Replayed": "true" } });
}
