/** The app's page and all that it loads, of one build; what that is, the page itself says. */
import { chosenLanguage } from "@/lib/phone/worker/language.ts";
import type { FetchEvent } from "@/lib/phone/worker/scope.ts";
import type { Language } from "@/lib/words/language.ts";

const page = "/phone";
const help = "/phone/help";
const helpIn = (language: Language) => `${help}?lang=${language}`;
const pages = [page, helpIn("es"), helpIn("en")];
/** Milliseconds that the network has for the guide. */
const helpMs = 3_000;
const prefix = "relevo-phone ";
const besides = ["info", "success", "warning", "error", "badge"];

const kinds = new Set(["script", "style", "font", "image", "manifest"]);

/**
 * Keeps the whole shell of a build, or nothing. @param build the query that locks its files
 * @throws Error where a part is missing or of another build
 */
export async function keepShell(build: string): Promise<void> {
  const responses = await readShell(build);
  const cache = await caches.open(prefix + build);
  try {
    for (const [url, response] of responses) await cache.put(url, response);
  } catch (error) {
    await caches.delete(prefix + build);
    throw error;
  }
}

export async function dropOtherShells(build: string): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== prefix + build) await caches.delete(name);
  }
}

export function iconUrl(name: string, build: string): string {
  return `/phone/icons/${name}.png${build}`;
}

/** Answers from the shell what belongs to it; the rest goes to the network as it is. */
export function answerFromShell(event: FetchEvent, build: string): void {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = request.mode === "navigate" && /^\/phone\/?$/.test(pathname);
  const isHelp = request.mode === "navigate" && pathname === help;
  if (isPage) event.respondWith(find(page));
  else if (isHelp) event.respondWith(findHelp());
  else if (kinds.has(request.destination)) event.respondWith(find(request.url));

  async function find(url: string): Promise<Response> {
    const cache = await caches.open(prefix + build);
    return await cache.match(url, { ignoreVary: true }) ?? await fetch(request);
  }

  /** It says how this installation is set up, which may change without a new build. */
  async function findHelp(): Promise<Response> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, helpMs));
    const fresh = fetch(request);
    const first = await Promise.race([fresh, late]).catch(() => {});
    if (first?.ok) return first;
    const lang = searchParams.get("lang");
    const language = lang === "es" || lang === "en" ? lang : await chosenLanguage();
    const cache = await caches.open(prefix + build);
    return await cache.match(helpIn(language), { ignoreVary: true }) ?? await fresh;
  }
}

async function readShell(build: string): Promise<Map<string, Response>> {
  const responses = new Map<string, Response>();
  const pending = [...pages, ...besides.map((name) => iconUrl(name, build))];
  for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
    if (responses.has(url)) continue;
    const response = await fetch(url, pages.includes(url) ? { cache: "reload" } : {});
    // A redirect is how the server answers for the files of a build that it no longer has.
    if (!response.ok || response.redirected) throw new Error(`The shell lacks ${url}`);
    responses.set(url, response);
    const text = await response.clone().text();
    if (pages.includes(url) && !text.includes(build)) {
      throw new Error("The page is of another build");
    }
    pending.push(...partsOf(url, text));
  }
  return responses;
}

/** Addresses that a page, a stylesheet or a script loads from here in turn. */
function partsOf(url: string, text: string): string[] {
  const { pathname } = new URL(url, location.origin);
  const patterns = pathname === page || pathname === help
    ? [/<(?:link|script|img)\b[^>]*?\s(?:href|src)="([^"]+)"/g, /from"([^"]+)"/g]
    : pathname.endsWith(".css")
    ? [/url\(["']?([^"')]+)["']?\)/g]
    : pathname.endsWith(".js")
    ? [/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g]
    : [];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, part]) => new URL(part!.replaceAll("&amp;", "&"), new URL(url, location.origin)))
    .filter(({ protocol, origin }) => protocol !== "data:" && origin === location.origin)
    .map(({ pathname, search }) => pathname + search);
}
