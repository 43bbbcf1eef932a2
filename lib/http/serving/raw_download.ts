import { disposition } from "@/lib/http/disposition.ts";

/** Serves strangers' bytes as a download that no browser opens. */
export function rawDownload(bytes: Uint8Array, name: string): Response {
  return new Response(bytes as BodyInit, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": disposition("attachment", { name, extension: "eml" }),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}
