/**
 * A real Chromium for tests, and a watch over what a page does behind a test's back: errors in the
 * console, breaches of the content security policy, requests to other hosts.
 */
import { join } from "node:path";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  LaunchOptions,
  Page,
  Request,
} from "playwright-core";
import { patienceMs } from "./wait.ts";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  // A page that asks for a stranger's host fails the same way on every machine.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]",
];

/** For a browser that is started without Playwright. */
export const headlessArguments = [...ARGS, "--headless", "--hide-scrollbars", "--mute-audio"];

/** Finds Chromium or Chrome: CHROMIUM_PATH, then the usual names on the PATH; null without one. */
export function findChromium(): string | null {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  return findProgram("CHROMIUM_PATH", names);
}

/**
 * Finds Chromium's headless shell: HEADLESS_SHELL_PATH, then the usual names on the PATH; null
 * without one. It draws the same pages without a desktop browser around them, for three quarters of
 * the processor, but has no pushes, notifications or installed apps.
 */
function findHeadlessShell(): string | null {
  return findProgram("HEADLESS_SHELL_PATH", ["chromium-headless-shell", "chrome-headless-shell"]);
}

function findProgram(variable: string, names: string[]): string | null {
  const own = Deno.env.get(variable);
  const folders = [...(Deno.env.get("PATH")?.split(":") ?? []), "/usr/bin"];
  const programs = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return (own ? [own] : programs).find(isFile) ?? null;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** A browser with a new profile, like a phone that opens the app for the first time. */
export interface LaunchedBrowser {
  readonly context: BrowserContext;
  /** The first tab. */
  readonly page: Page;
  /** Messages and requests of this browser's pages. */
  readonly watch: Watch;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A phone below 500 px, else a desk. */
export function screenOf(width: number) {
  const isPhone = width < 500;
  return {
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
  };
}

const shared = new Map<string, Promise<Browser>>();

/**
 * A context of its own, with cookies and cache, in a browser that the tests of one process share:
 * its start takes a second. It ends with the test process. The browser is the headless shell where
 * there is one, unless the pages need the whole of Chromium, as the phone app does.
 *
 * @throws Error when no Chromium is found
 */
export async function openContext(
  { isWhole = false, ...options }: BrowserContextOptions & { isWhole?: boolean },
): Promise<LaunchedBrowser> {
  const { chromium, ...started } = await chromiumOptions();
  const executablePath = (isWhole ? null : findHeadlessShell()) ?? started.executablePath;
  const starting = shared.get(executablePath) ??
    chromium.launch({ ...started, executablePath, args: ARGS });
  shared.set(executablePath, starting);
  const browser = await starting;
  const context = await browser.newContext(options);
  setUp(context);
  const page = await context.newPage();
  const close = async () => {
    await endRouting(context);
    await context.close();
  };
  return { context, page, watch: watch(context), close, [Symbol.asyncDispose]: close };
}

/**
 * Has the pages' timers and time-outs of these lengths last as long as tests wait for anything: a
 * busy machine must neither miss what goes by itself, as a toast, nor give up a call.
 */
export async function bePatient({ context }: LaunchedBrowser, times: number[]): Promise<void> {
  await context.addInitScript(({ times, patienceMs }) => {
    const stretched = (ms: number) => times.includes(ms) ? patienceMs : ms;
    const plain = globalThis.setTimeout;
    globalThis.setTimeout = ((handler: TimerHandler, ms = 0, ...values: unknown[]) =>
      plain(handler, stretched(ms), ...values)) as typeof setTimeout;
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) =>
      timeout(stretched(ms));
  }, { times, patienceMs });
}

type LaunchOption = "args" | "ignoreDefaultArgs";

/**
 * Starts Chromium with a new profile. Options are Playwright's: `viewport`, `locale`, `isMobile`,
 * `permissions: ["notifications"]`, `extraHTTPHeaders`.
 *
 * @throws Error when no Chromium is found; tests ask {@link findChromium} first.
 */
export async function launch(
  { args = [], ...options }: BrowserContextOptions & Pick<LaunchOptions, LaunchOption> = {},
): Promise<LaunchedBrowser> {
  const { chromium, ...started } = await chromiumOptions();
  const profile = await Deno.makeTempDir({ prefix: "relevo-chromium-" });
  const context = await chromium.launchPersistentContext(profile, {
    ...started,
    args: [...ARGS, ...args],
    ...options,
  });
  setUp(context);
  const close = async () => {
    await endRouting(context);
    await context.close();
    await Deno.remove(profile, { recursive: true }).catch(() => {});
  };
  const page = context.pages()[0] ?? await context.newPage();
  return { context, page, watch: watch(context), close, [Symbol.asyncDispose]: close };
}

function setUp(context: BrowserContext): void {
  context.setDefaultTimeout(patienceMs);
  context.pages().forEach(keepRouting);
  context.on("page", keepRouting);
}

/**
 * A page some of whose requests were routed goes on with it, by a route that matches none: Chromium
 * forgets a request that comes just as routing ends, and its answer never comes (seen in 150).
 */
function keepRouting(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    page.route = route;
    await route(/^never:/, (one) => one.continue());
    return await route(...args);
  };
}

/** What a page still asks for as a test ends is nobody's any more. */
async function endRouting(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
}

async function chromiumOptions() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium was found (CHROMIUM_PATH, PATH).");
  // Stops playwright from probing /proc, which Deno allows only with --allow-all.
  Deno.env.set("__IS_WSL_TEST__", "1");
  // Imported late: the runner only needs findChromium.
  const { chromium } = await import("playwright-core");
  // Chromium ends with its pipe anyway, and a test process must still die of a signal.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return { chromium, executablePath, ...signals };
}

/** What the pages of a browser did; the lists grow while it runs. */
interface Watch {
  /** `console.error` and uncaught exceptions. */
  readonly errors: string[];
  /** Breaches of a content security policy. */
  readonly cspViolations: string[];
  /** URLs asked for that are not on this machine. */
  readonly outsideRequests: string[];
  /**
   * Requests to this machine that got no answer: `GET url: why`. Cancelled ones do not count, nor
   * does what the browser prefetched: that goes without the headers that Playwright adds.
   */
  readonly failedRequests: string[];
  /** Fails with all messages so far, except those that `allow` matches. */
  assertClean(options?: { allow?: RegExp }): void;
}

/** Watches every page of `context` from now on. */
function watch(context: BrowserContext): Watch {
  const errors: string[] = [];
  const cspViolations: string[] = [];
  const outsideRequests: string[] = [];
  const failedRequests: string[] = [];
  context.on("console", (message) => {
    if (/content security policy/i.test(message.text())) cspViolations.push(message.text());
    else if (message.type() === "error") {
      errors.push(`${message.text()} (${message.location().url})`);
    }
  });
  context.on("weberror", (error) => {
    const text = String(error.error());
    // A page that is left while it comes in gives its transition up, which is no fault.
    if (!/^AbortError: Transition was (?:aborted|skipped)/.test(text)) errors.push(text);
  });
  context.on("request", (request) => {
    if (!isLocal(request.url())) outsideRequests.push(request.url());
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    if (!isLocal(request.url()) || why === "net::ERR_ABORTED" || isPrefetch(request)) return;
    failedRequests.push(`${request.method()} ${request.url()}: ${why}`);
  });
  const assertClean = ({ allow }: { allow?: RegExp } = {}) => {
    const all = { errors, cspViolations, outsideRequests, failedRequests };
    const entries = Object.entries(all).flatMap(([kind, messages]) =>
      messages.filter((message) => !allow?.test(message)).map((message) => `${kind}: ${message}`)
    );
    if (entries.length) throw new Error(`The page was not clean:\n${entries.join("\n")}`);
  };
  return { errors, cspViolations, outsideRequests, failedRequests, assertClean };
}

function isPrefetch(request: Request): boolean {
  return request.headers()["sec-purpose"]?.startsWith("prefetch") ?? false;
}

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (!/^(https?|wss?):$/.test(protocol)) return true;
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}

/** Takes a picture of the whole page as `<name>.png`, where SCREENSHOT_DIR says that it is kept. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("SCREENSHOT_DIR");
  if (!folder) return await drawnWhole(page);
  await Deno.mkdir(folder, { recursive: true });
  const path = join(folder, `${name.replace(/[^\w.-]+/g, "-")}.png`);
  await page.screenshot({ path, fullPage: true });
}

/** Waits for what a picture waits for: a test must not depend on whether one is taken. */
async function drawnWhole(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}
