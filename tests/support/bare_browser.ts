/**
 * Chromium without Playwright, which keeps pages from being prerendered: one tab over the DevTools
 * protocol, attached to as a tab, so that a page drawn ahead can take the place of the one before.
 */
import { findChromium, headlessArguments } from "./browser.ts";
import { until } from "./wait.ts";

export interface BareBrowser extends AsyncDisposable {
  /** How each address stands that was loaded ahead: `prerender Ready`. */
  readonly ahead: Map<string, string>;
  /** Goes there, and waits until it is loaded. */
  goto(url: string): Promise<void>;
  /** Runs an expression in the page that is shown, or in one that is drawn ahead. */
  evaluate<T>(expression: string, page?: "shown" | "ahead"): Promise<T>;
  /** Moves the mouse to the middle of the first element that fits. */
  hover(selector: string): Promise<void>;
  click(selector: string): Promise<void>;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  // deno-lint-ignore no-explicit-any
  params?: any;
  // deno-lint-ignore no-explicit-any
  result?: any;
  error?: { message: string };
}

/** @throws Error when no Chromium is found */
export async function launchBare(
  { width, height }: { width: number; height: number } = { width: 1440, height: 900 },
): Promise<BareBrowser> {
  const program = findChromium();
  if (!program) throw new Error("No Chromium was found (CHROMIUM_PATH, PATH).");
  const profile = await Deno.makeTempDir({ prefix: "relevo-chromium-" });
  const child = new Deno.Command(program, {
    args: [
      ...headlessArguments,
      `--window-size=${width},${height}`,
      `--user-data-dir=${profile}`,
      "--remote-debugging-port=0",
      "about:blank",
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const connection = await connect(await addressIn(child.stderr));
  const tab = await openTab(connection);
  return {
    ...tab,
    async [Symbol.asyncDispose]() {
      await connection.send("Browser.close").catch(() => {});
      await child.status;
      connection.close();
      await Deno.remove(profile, { recursive: true }).catch(() => {});
    },
  };
}

async function addressIn(stderr: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const [read, rest] = stderr.tee();
  rest.pipeTo(new WritableStream()).catch(() => {});
  let text = "";
  for await (const part of read.pipeThrough(new TextDecoderStream())) {
    text += part;
    const [, address] = /DevTools listening on (\S+)/.exec(text) ?? [];
    if (address) return address;
  }
  throw new Error(`Chromium did not start: ${text}`);
}

type Connection = Awaited<ReturnType<typeof connect>>;

async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let last = 0;
  const waiting = new Map<number, { sessionId?: string; take(message: Message): void }>();
  const listeners: ((message: Message) => void)[] = [];
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(data);
    if (message.id !== undefined) return waiting.get(message.id)?.take(message);
    if (message.method === "Target.detachedFromTarget") {
      // The page has gone, and answers nothing more.
      const { sessionId } = message.params;
      const lost = waiting.values().filter((call) => call.sessionId === sessionId).toArray();
      for (const { take } of lost) take({ error: { message: "the page has gone" } });
    }
    listeners.forEach((listen) => listen(message));
  };
  const send = (method: string, params = {}, sessionId?: string) =>
    new Promise<Message["result"]>((resolve, reject) => {
      const id = ++last;
      const take = ({ result, error }: Message) => {
        waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      };
      waiting.set(id, { sessionId, take });
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  const on = (listen: (message: Message) => void) => void listeners.push(listen);
  return { send, on, close: () => socket.close() };
}

/** Follows the tab's pages, and those that are fetched or drawn ahead. */
function followPages({ send, on }: Pick<Connection, "send" | "on">) {
  /** The sessions of pages by their targets, and whether each is only drawn ahead. */
  const pages = new Map<string, { sessionId: string; isAhead: boolean }>();
  const ahead = new Map<string, string>();
  const note = ({ targetInfo, sessionId }: Message["params"]) => {
    if (targetInfo.type !== "page") return;
    const existing = sessionId ?? pages.get(targetInfo.targetId)?.sessionId;
    const isAhead = targetInfo.subtype === "prerender";
    if (existing) pages.set(targetInfo.targetId, { sessionId: existing, isAhead });
  };
  on(({ method, params }) => {
    if (method === "Target.attachedToTarget") {
      note(params);
      // A page that is drawn ahead may be given up before it answers.
      send("Preload.enable", {}, params.sessionId).catch(() => {});
    } else if (method === "Target.targetInfoChanged") note(params);
    else if (method === "Target.detachedFromTarget") {
      for (const [target, { sessionId }] of pages) {
        if (sessionId === params.sessionId) pages.delete(target);
      }
    } else if (method === "Preload.prefetchStatusUpdated") {
      // What is prerendered is fetched first.
      if (!ahead.get(params.key.url)?.startsWith("prerender")) {
        ahead.set(params.key.url, `prefetch ${params.status}`);
      }
    } else if (method === "Preload.prerenderStatusUpdated") {
      ahead.set(params.key.url, `prerender ${params.status}`);
    }
  });
  return { pages, ahead };
}

async function openTab(
  { send, on }: Connection,
): Promise<Omit<BareBrowser, keyof AsyncDisposable>> {
  const { pages, ahead } = followPages({ send, on });
  const { targetInfos: [tab] } = await send("Target.getTargets", { filter: [{ type: "tab" }] });
  const { sessionId } = await send("Target.attachToTarget", {
    targetId: tab.targetId,
    flatten: true,
  });
  const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await send("Target.setAutoAttach", auto, sessionId);
  const find = (which: "shown" | "ahead") =>
    pages.values().find(({ isAhead }) => isAhead === (which === "ahead"))?.sessionId;
  const ask = async (method: string, params = {}, which: "shown" | "ahead" = "shown") =>
    await send(method, params, await until(() => find(which), { what: `a page (${which})` }));
  await ask("Preload.enable");

  async function evaluate<T>(expression: string, page?: "shown" | "ahead"): Promise<T> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await ask("Runtime.evaluate", options, page);
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  async function placeOf(selector: string): Promise<{ x: number; y: number }> {
    return await evaluate(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`);
  }

  async function hover(selector: string) {
    await ask("Input.dispatchMouseEvent", { type: "mouseMoved", ...await placeOf(selector) });
  }

  return {
    ahead,
    evaluate,
    hover,
    async goto(url) {
      await ask("Page.navigate", { url });
      const isThere = `document.readyState === "complete" && location.href`;
      await until(async () => await evaluate(isThere) === url, { what: `${url} to be loaded` });
    },
    async click(selector) {
      const place = { ...await placeOf(selector), button: "left", clickCount: 1 };
      await ask("Input.dispatchMouseEvent", { ...place, type: "mouseMoved", button: "none" });
      await ask("Input.dispatchMouseEvent", { ...place, type: "mousePressed" });
      // The page may be gone before it answers.
      await ask("Input.dispatchMouseEvent", { ...place, type: "mouseReleased" }).catch(() => {});
    },
  };
}
