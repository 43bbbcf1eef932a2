import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import zlib from "node:zlib";
import { chooseCoding, type Coding, type SmallCoding } from "@/lib/http/accept_encoding.ts";
import { PrecompressedFiles } from "@/lib/http/precompressed.ts";

const minBytes = 1024;
const minKeptBytes = 256;

/** Compressible types, without event streams: their events must not wait in an encoder. */
const compressible = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?json\b|image\/svg\+xml\b)/i;

/** For a page zstd takes a fifth of Brotli's CPU, and 6 % more bytes. */
const codings = ["zstd", "br", "gzip"] as const;
/** What is kept is compressed once: the fewest bytes count. */
const keptCodings = ["br", "gzip"] as const;

/**
 * Compresses public answers with a tag once, others as they are sent. Against BREACH it leaves out
 * writes, and private answers that another site caused.
 * @param precompressed the build's files
 */
export function createCompression(precompressed = new PrecompressedFiles()) {
  return async function compress(req: Request, response: Response): Promise<Response> {
    const { headers } = response;
    if (req.method !== "GET" && req.method !== "HEAD") return response;
    if (!isNegotiated(response)) return response;
    headers.append("Vary", "Accept-Encoding");
    const isKept = isPublic(headers) && headers.has("etag");
    const accepted = req.headers.get("accept-encoding");
    const { coding, mayBePlain } = chooseCoding(accepted, codings);
    const small = isKept ? chooseCoding(accepted, keptCodings).coding : null;
    if (response.status === 304) return response;
    if (!coding || !isPublic(headers) && isAskedByAnotherSite(req)) return response;
    const size = headers.get("content-length");
    const least = isKept ? minKeptBytes : minBytes;
    if (mayBePlain && size !== null && Number(size) < least) return response;
    if (small) return await takeCompressed(precompressed, req, response, small);
    return await encode(req, response, coding, mayBePlain ? minBytes : 0);
  };
}

function isNegotiated({ status, headers }: Response): boolean {
  if (status === 204 || status === 206 || headers.has("content-encoding")) return false;
  if (/\bno-transform\b/i.test(headers.get("cache-control") ?? "")) return false;
  return status === 304 || compressible.test(headers.get("content-type") ?? "");
}

function isPublic(headers: Headers): boolean {
  return /\bpublic\b/i.test(headers.get("cache-control") ?? "");
}

function isAskedByAnotherSite(req: Request): boolean {
  return /^(cross-site|same-site)$/.test(req.headers.get("sec-fetch-site") ?? "");
}

async function takeCompressed(
  precompressed: PrecompressedFiles,
  req: Request,
  response: Response,
  coding: SmallCoding,
): Promise<Response> {
  const etag = response.headers.get("etag")!;
  const isHead = req.method === "HEAD";
  const file = precompressed.find(new URL(req.url).pathname, etag, coding);
  if (!file && isHead) return encoded(response, coding, nothing());
  if (file) await response.body?.cancel();
  const bytes = await (file ?? precompressed.make(etag, coding, response.arrayBuffer()));
  return encoded(response, coding, isHead ? null : bytes, bytes.length);
}

const { constants } = zlib;
const brotliOf = (windowBits: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // For a page 5 takes half as much CPU again, for 7 % fewer bytes.
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  },
});
const gzip = { level: 5 };
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const longestWindow = 19;

const streamed = {
  zstd: () => zlib.createZstdCompress(zstd),
  gzip: () => zlib.createGzip(gzip),
  br: () => zlib.createBrotliCompress(brotliOf(longestWindow)),
};

// Deno's other form compresses on this thread too, and takes a stream for it.
const whole = {
  zstd: (bytes: ArrayBuffer) => zlib.zstdCompressSync(bytes, zstd),
  gzip: (bytes: ArrayBuffer) => zlib.gzipSync(bytes, gzip),
  br: (bytes: ArrayBuffer) => zlib.brotliCompressSync(bytes, brotliOf(windowFor(bytes))),
};

/** A window is cleared for each answer. */
function windowFor({ byteLength }: ArrayBuffer): number {
  return Math.min(longestWindow, Math.max(16, Math.ceil(Math.log2(byteLength + 1))));
}

/** Larger answers go out while they are read. */
const maxWholeBytes = 1024 * 1024;

/** A stream costs more than the coding does. Pages are rendered whole. */
function isWhole({ headers }: Response): boolean {
  const size = headers.get("content-length");
  if (size !== null) return Number(size) <= maxWholeBytes;
  return headers.get("content-type")!.startsWith("text/html");
}

/** Compresses the body. HEAD without one has no length (RFC 9110, 9.3.2). */
async function encode(
  req: Request,
  response: Response,
  coding: Coding,
  least: number,
): Promise<Response> {
  if (!response.body) return new Response(nothing(), response);
  if (req.method === "GET" && isWhole(response)) {
    const plain = await response.arrayBuffer();
    if (plain.byteLength < least) return new Response(plain, response);
    const bytes = new Uint8Array(whole[coding](plain));
    return encoded(response, coding, bytes, bytes.length);
  }
  const { head, isAll, rest } = await readHead(response.body, least);
  if (isAll && head.byteLength < least) return new Response(head, response);
  if (req.method === "HEAD") {
    await rest.cancel();
    return encoded(response, coding, nothing());
  }
  const pair = Duplex.toWeb(streamed[coding]()) as unknown as ReadableWritablePair<
    Uint8Array<ArrayBuffer>
  >;
  return encoded(response, coding, rest.pipeThrough(pair));
}

async function readHead(body: ReadableStream<Uint8Array>, least: number) {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let isAll = false;
  while (size < least && !isAll) {
    const { value, done } = await reader.read();
    if (value) {
      parts.push(value);
      size += value.byteLength;
    }
    isAll = done;
  }
  const head = new Uint8Array(Buffer.concat(parts));
  const rest = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => head.length > 0 ? controller.enqueue(head) : undefined,
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, isAll, rest };
}

function nothing(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from([]);
}

/** @param size bytes of the encoded body; unknown of a stream */
function encoded(
  response: Response,
  coding: Coding,
  body: BodyInit | null,
  size?: number,
): Response {
  const answer = new Response(body, response);
  const { headers } = answer;
  headers.set("Content-Encoding", coding);
  if (size === undefined) headers.delete("Content-Length");
  else headers.set("Content-Length", String(size));
  // Equal in meaning, no longer byte for byte (RFC 9110, 8.8.3).
  const etag = headers.get("etag");
  if (etag?.startsWith('"')) headers.set("ETag", `W/${etag}`);
  return answer;
}
