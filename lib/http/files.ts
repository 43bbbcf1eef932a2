import type { Db } from "@/lib/db/connection.ts";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { readPart } from "@/lib/files/chunks.ts";
import type { FileRecord } from "@/lib/files/file.ts";
import { type ByteRange, readRange } from "@/lib/files/ranges.ts";
import { disposition } from "@/lib/http/disposition.ts";

/**
 * A file, or the range of it that is asked for: nothing of it runs here, whatever it is. Browsers'
 * own viewers of PDF do not open in a sandbox.
 */
export function fileResponse(
  req: Request,
  db: Db,
  { companyId }: Tenant,
  { id, name, type, size, inline }: FileRecord,
): Response {
  const etag = `"${id}"`;
  const headers = new Headers({
    "Content-Type": type === "text/plain" ? "text/plain; charset=utf-8" : type,
    "Content-Disposition": disposition(inline ? "inline" : "attachment", partsOf(name)),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": type === "application/pdf"
      ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
      : "default-src 'none'; sandbox; frame-ancestors 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, max-age=300",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  if (req.headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers });
  }
  const ifRange = req.headers.get("if-range");
  const ranges = ifRange === null || ifRange === etag ? req.headers.get("range") : null;
  const range = readRange(ranges, size);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    headers.delete("Content-Type");
    return new Response(null, { status: 416, headers });
  }
  const { from, end } = range ?? { from: 0, end: size };
  headers.set("Content-Length", String(end - from));
  if (range) headers.set("Content-Range", `bytes ${from}-${end - 1}/${size}`);
  const body = bytesOf(db, { companyId, id }, { from, end });
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Bytes that strangers sent, as a download that no browser opens. */
export function rawDownload(
  bytes: Uint8Array,
  named: { name: string; extension: string },
): Response {
  return new Response(bytes as BodyInit, {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": disposition("attachment", named),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  });
}

/** Reads the file's bytes as fast as the caller takes them. */
function bytesOf(db: Db, place: Tenant & { id: string }, { from, end }: ByteRange) {
  let at = from;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await outsideRequests(() =>
        inCompany(db, place.companyId, (trx) => readPart(trx, place, at, end))
      );
      // Erased while it was read: it ends before what was announced, which the caller sees.
      if (part.length === 0) return controller.error(new Error("the file is gone"));
      at += part.length;
      controller.enqueue(part);
      if (at >= end) controller.close();
    },
  }, { highWaterMark: 0 });
}

export function statedSize(req: Request): number | null {
  const stated = req.headers.get("content-length");
  return stated !== null && /^\d{1,15}$/.test(stated) ? Number(stated) : null;
}

function partsOf(range: string): { name: string; extension: string } {
  const [, name = range, extension = ""] = /^(.+)\.([A-Za-z0-9]{1,10})$/s.exec(range) ?? [];
  return { name, extension };
}
