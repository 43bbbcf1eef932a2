import { createHash } from "node:crypto";
import { collectRoutes, describeRoutes } from "@/lib/http/openapi.ts";
import type { ApiDocument } from "@/lib/http/reference/source.ts";

export interface ServedDocument {
  text: string;
  /** A strong entity tag (RFC 9110, 8.8.3). */
  etag: string;
  document: ApiDocument;
}

const made = new Map<string, Promise<ServedDocument>>();

/** The OpenAPI document of the routes, made once per process and public address. */
export function documentOf(folder: URL, publicUrl: string): Promise<ServedDocument> {
  const found = made.get(publicUrl);
  if (found) return found;
  const document = makeDocument(folder, publicUrl);
  made.set(publicUrl, document);
  // A failed reading of the folder must be tried again, not remembered.
  document.catch(() => made.delete(publicUrl));
  return document;
}

async function makeDocument(folder: URL, publicUrl: string): Promise<ServedDocument> {
  const text = JSON.stringify(describeRoutes(await collectRoutes(folder), publicUrl));
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  return { text, etag, document: JSON.parse(text) };
}
