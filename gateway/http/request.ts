/** Reading of requests: kind, language, id, body, origin. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { type Language, preferredLanguage } from "@/lib/words/language.ts";

/** Whether a browser navigates to a page, rather than a program calling. */
export function isNavigation(req: IncomingMessage): boolean {
  return (req.method === "GET" || req.method === "HEAD") && isForPage(req);
}

export function isForPage(req: IncomingMessage): boolean {
  return (req.headers.accept ?? "").includes("text/html");
}

export function languageOf(req: IncomingMessage): Language {
  return preferredLanguage(req.headers["accept-language"] ?? null);
}

const ids = new WeakMap<IncomingMessage, string>();

/** Takes the id that a proxy gave, where one is before us (`clientIpHeader`); else makes one. */
export function takeRequestId(req: IncomingMessage, clientIpHeader: string | undefined): string {
  const own = clientIpHeader === undefined ? undefined : req.headers["x-request-id"];
  const id = typeof own === "string" && /^[\w-]{8,64}$/.test(own) ? own : crypto.randomUUID();
  ids.set(req, id);
  return id;
}

export function requestIdOf(req: IncomingMessage): string {
  return ids.get(req) ?? takeRequestId(req, undefined);
}

/** Reads the whole body as text. @returns null if it is longer than `maxBytes` */
export async function readText(req: IncomingMessage, maxBytes: number): Promise<string | null> {
  return (await readBytes(req, maxBytes))?.toString("utf8") ?? null;
}

/** Reads the whole body. @returns null if it is longer than `maxBytes` */
export async function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Whether the request comes from a page of this origin. Browsers say so with every POST; a request
 * that does not is refused, since another site could have caused it.
 */
export function isFromHere(req: IncomingMessage, publicUrl: string): boolean {
  const site = req.headers["sec-fetch-site"];
  const { origin } = req.headers;
  if (site !== undefined && site !== "same-origin") return false;
  return origin === undefined ? site === "same-origin" : origin === publicUrl;
}
