import { createHash } from "node:crypto";
import { sharePartsOf } from "@/lib/http/document/shared_parts.ts";
import { collectRoutes, describeRoutes } from "@/lib/http/openapi.ts";
import type { ApiDocument } from "@/lib/http/reference/source.ts";

export interface ServedDocument {
  text: string;
  etag: string;
  document: ApiDocument;
}

const documents = new Map<string, Promise<ServedDocument>>();

/** The OpenAPI document of the routes, made once per process and public address. */
export function documentOf(folder: URL, publicUrl: string): Promise<ServedDocument> {
  const cached = documents.get(publicUrl);
  if (cached) return cached;
  const document = makeDocument(folder, publicUrl);
  documents.set(publicUrl, document);
  // A failed reading is tried again.
  document.catch(() => documents.delete(publicUrl));
  return document;
}

async function makeDocument(folder: URL, publicUrl: string): Promise<ServedDocument> {
  const document = describeRoutes(await collectRoutes(folder), publicUrl);
  const plain = JSON.parse(JSON.stringify(document));
  const text = JSON.stringify(sharePartsOf(plain));
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  return { text, etag, document: plain };
}
