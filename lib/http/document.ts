import { createHash } from "node:crypto";
import { collectRoutes, describeRoutes } from "@/lib/http/openapi.ts";
import type { ApiDocument } from "@/lib/http/reference/source.ts";

/** The OpenAPI document as it is served, and read back from that text. */
export interface ServedDocument {
  text: string;
  /** A strong entity tag (RFC 9110, 8.8.3). */
  etag: string;
  document: ApiDocument;
}

const made = new Map<string, Promise<ServedDocument>>();

/**
 * The OpenAPI 3.1 document of the routes, made once per process and address.
 * @param folder the folder of routes
 * @param publicUrl the address that callers reach the API at
 */
export function documentOf(folder: URL, publicUrl: string): Promise<ServedDocument> {
  const found = made.get(publicUrl) ?? makeDocument(folder, publicUrl);
  made.set(publicUrl, found);
  return found;
}

async function makeDocument(folder: URL, publicUrl: string): Promise<ServedDocument> {
  const text = JSON.stringify(describeRoutes(await collectRoutes(folder), publicUrl));
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  return { text, etag, document: JSON.parse(text) };
}
