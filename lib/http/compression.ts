/**
 * Compressed answers. What is public and has a tag (assets, the API's description) is compressed
 * once: assets at build time, the rest at its first request. Everything else is compressed as it is
 * sent.
 */
import { Buffer } from "node:buffer";
import { Duplex } from "node:stream";
import zlib from "node:zlib";
import { chooseCoding, type Coding } from "@/lib/http/accept_encoding.ts";
import { Twins } from "@/lib/http/twins.ts";

const minBytes = 1024;

/** Text; an event stream is left out, whose events must not wait in an encoder. */
const compressible = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?json\b|image\/svg\+xml\b)/i;

/** Made once and sent often: the smallest first. */
const keptCodings = ["br", "gzip"] as const;
/** Made for each request: gzip takes under half the time of Brotli, and 6 % more bytes. */
const freshCodings = ["gzip", "br"] as const;

/**
 * Makes the function that compresses answers, each server's own since it remembers assets.
 *
 * Only answers to reads are compressed, and no answer that another site made a browser ask for
 * unless it is public: compressed sizes then tell nobody what is inside (BREACH). Secrets that are
 * shown once (keys, pairings, links) are answers to POST.
 * @param twins what the build has compressed already
 */
export function createCompression(twins = new Twins()) {
  return async function compress(req: Request, response: Response): Promise<Response> {
    const { headers } = response;
    if (req.method !== "GET" && req.method !== "HEAD") return response;
    if (!isNegotiated(response)) return response;
    headers.append("Vary", "Accept-Encoding");
    const isKept = isPublic(headers) && headers.has("etag");
    const accepted = req.headers.get("accept-encoding");
    const { coding, mayBePlain } = chooseCoding(accepted, isKept ? keptCodings : freshCodings);
    if (response.status === 304) return response;
    if (!coding || !isPublic(headers) && isAskedByAnotherSite(req)) return response;
    const size = headers.get("content-length");
    if (mayBePlain && size !== null && Number(size) < minBytes) return response;
    if (isKept) return await takeTwin(twins, req, response, coding);
    return await encode(req, response, coding, mayBePlain ? minBytes : 0);
  };
}

/** Whether the answer would be another one for another Accept-Encoding. */
function isNegotiated({ status, headers }: Response): boolean {
  if (status === 204 || status === 206 || headers.has("content-encoding")) return false;
  if (/\bno-transform\b/i.test(headers.get("cache-control") ?? "")) return false;
  return status === 304 || compressible.test(headers.get("content-type") ?? "");
}

function isPublic(headers: Headers): boolean {
  return /\bpublic\b/i.test(headers.get("cache-control") ?? "");
}

/** Fetch Metadata; browsers without it are old, and a program's own requests tell it nothing new. */
function isAskedByAnotherSite(req: Request): boolean {
  return /^(cross-site|same-site)$/.test(req.headers.get("sec-fetch-site") ?? "");
}

async function takeTwin(
  twins: Twins,
  req: Request,
  response: Response,
  coding: Coding,
): Promise<Response> {
  const etag = response.headers.get("etag")!;
  const isHead = req.method === "HEAD";
  const found = twins.find(new URL(req.url).pathname, etag, coding);
  if (!found && isHead) return encoded(response, coding, nothing());
  if (found) await response.body?.cancel();
  const bytes = await (found ?? twins.make(etag, coding, response.arrayBuffer()));
  const answer = encoded(response, coding, isHead ? null : bytes);
  answer.headers.set("Content-Length", String(bytes.length));
  return answer;
}

const quick = {
  gzip: () => zlib.createGzip({ level: 5 }),
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

/**
 * Compresses what is at least `least` bytes long; as much is read before the answer begins. Where an
 * answer to HEAD is without the body that GET would have, length and coding are left unsaid
 * (RFC 9110, 9.3.2).
 */
async function encode(
  req: Request,
  response: Response,
  coding: Coding,
  least: number,
): Promise<Response> {
  if (!response.body) return new Response(nothing(), response);
  const { head, isAll, rest } = await readHead(response.body, least);
  if (isAll && head.byteLength < least) return new Response(head, response);
  if (req.method === "HEAD") {
    await rest.cancel();
    return encoded(response, coding, nothing());
  }
  const pair = Duplex.toWeb(quick[coding]()) as unknown as ReadableWritablePair<
    Uint8Array<ArrayBuffer>
  >;
  return encoded(response, coding, rest.pipeThrough(pair));
}

/** Reads until there are `least` bytes; `rest` is the whole again. */
async function readHead(body: ReadableStream<Uint8Array>, least: number) {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let isAll = false;
  while (size < least && !isAll) {
    const { value, done } = await reader.read();
    if (value) size += parts.push(value) && value.byteLength;
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

/** Of no length that is known: a body of null would tell one of 0. */
function nothing(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from([]);
}

function encoded(response: Response, coding: Coding, body: BodyInit | null): Response {
  const answer = new Response(body, response);
  const { headers } = answer;
  headers.set("Content-Encoding", coding);
  headers.delete("Content-Length");
  // Equal in meaning, no longer byte for byte (RFC 9110, 8.8.3).
  const etag = headers.get("etag");
  if (etag?.startsWith('"')) headers.set("ETag", `W/${etag}`);
  return answer;
}
