/**
 * Answers that are the same for everybody, kept as the bytes that go out: files of the build, the
 * OpenAPI document, the API page. Making one of them again costs milliseconds, and anybody may ask.
 */
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { chooseCoding, type SmallCoding } from "@/lib/http/accept_encoding.ts";
import { isKnown } from "@/lib/http/etag.ts";
import { pageLanguage } from "@/lib/http/pages.ts";

const codings = ["br", "gzip"] as const;
type KeptCoding = SmallCoding | "identity";

interface CachedAnswer {
  headers: [string, string][];
  bytes: Uint8Array<ArrayBuffer>;
  etag: string | null;
  /** Whether the request passed no route: a file of the build. */
  isFile: boolean;
  hasId: boolean;
}

/** Answers of one address by coding, and by language where they have one. */
interface Variants {
  byLanguage: boolean;
  answers: Map<string, CachedAnswer>;
}

const maxAddresses = 3_000;
const maxBytes = 64 * 1024 * 1024;
/** Characters of a query; a longer one is made up. */
const maxSearchChars = 100;

const routed = new WeakSet<Request>();
const same = new WeakSet<Request>();

/** Notes that a request was not for a file of the build. */
export function markRouted(req: Request): void {
  routed.add(req);
}

/** Whether nothing but a file of the build can have answered the request. */
function isForFile(req: Request): boolean {
  return !routed.has(req);
}

/** Notes that the answer to this request is the same for everybody who asks in its language. */
export function markSame(req: Request): void {
  same.add(req);
}

/** Cache of answers, for a process whose files do not change while it runs. */
export class KeptAnswers {
  #addresses = new BoundedMap<string, Variants>(maxAddresses);
  #bytes = 0;

  /** The kept answer to the request, and whether it is a file; nothing where there is none. */
  find(
    req: Request,
    header: [string, string],
  ): { response: Response; isFile: boolean } | undefined {
    if (req.method !== "GET" && req.method !== "HEAD") return undefined;
    const variants = this.#addresses.get(addressOf(req));
    const answer = variants?.answers.get(variantOf(req, variants.byLanguage));
    if (!answer) return undefined;
    return { response: answerWith(answer, req, header), isFile: answer.isFile };
  }

  /** Keeps a finished answer where it is the same for everybody, and returns it or its equal. */
  async keep(req: Request, response: Response): Promise<Response> {
    if (!this.#isWorthKeeping(req, response)) return response;
    const address = addressOf(req);
    const vary = response.headers.get("vary") ?? "";
    const existing = this.#addresses.get(address);
    const variants = existing ??
      { byLanguage: /accept-language/i.test(vary), answers: new Map<string, CachedAnswer>() };
    const bytes = new Uint8Array(await response.arrayBuffer());
    const answer: CachedAnswer = {
      headers: [
        ...[...response.headers].filter(([name]) => !/^(x-request-id|content-length)$/.test(name)),
        ["Content-Length", String(bytes.length)],
      ],
      hasId: response.headers.has("x-request-id"),
      bytes,
      etag: response.headers.get("etag"),
      isFile: isForFile(req),
    };
    variants.answers.set(variantOf(req, variants.byLanguage), answer);
    if (!existing) this.#addresses.set(address, variants);
    this.#bytes += bytes.length;
    const id = response.headers.get("x-request-id") ?? "";
    return answerWith(answer, req, ["X-Request-Id", id]);
  }

  #isWorthKeeping(req: Request, { status, headers, body }: Response): boolean {
    if (req.method !== "GET" || status !== 200 || !body) return false;
    if (headers.has("set-cookie") || this.#bytes > maxBytes) return false;
    const search = addressOf(req).split("?")[1] ?? "";
    return search.length <= maxSearchChars && (same.has(req) || isForFile(req));
  }
}

/** Path and query. The host is what the caller wrote, so it stays out. */
function addressOf({ url }: Request): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}

const codingsOf = new BoundedMap<string, KeptCoding>(200);

function codingOf(req: Request): KeptCoding {
  const header = req.headers.get("accept-encoding") ?? "";
  let coding = codingsOf.get(header);
  if (!coding) {
    const chosen = chooseCoding(header, codings);
    coding = chosen.coding ?? "identity";
    if (header.length <= maxSearchChars) codingsOf.set(header, coding);
  }
  return coding;
}

function variantOf(req: Request, byLanguage: boolean): string {
  return byLanguage ? `${codingOf(req)} ${pageLanguage(req)}` : codingOf(req);
}

function answerWith(
  { headers, hasId, bytes, etag }: CachedAnswer,
  req: Request,
  header: [string, string],
): Response {
  const own = hasId ? [header] : [];
  if (etag && isKnown(req, etag)) {
    const rest = headers.filter(([name]) => !/^content-(length|encoding|type)$/i.test(name));
    return new Response(null, { status: 304, headers: [...rest, ...own] });
  }
  return new Response(req.method === "HEAD" ? null : bytes, { headers: [...headers, ...own] });
}
