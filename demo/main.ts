/**
 * `deno task demo`: the whole system on one machine, with nothing to install.
 *
 * Cast: `assets.ts` builds, `data.ts` fills the database, `gateway.ts` opens the gateway
 * with `sign_in/` on its page, `app_process.ts` runs the app, `chat/`, `mail/` and `meta/` play
 * customers, `guide.ts` prints what to try.
 */
import "./plain_terminal.ts"; // before what reads it
import { UsageError } from "@/lib/commands/arguments.ts";
import { ConfigError } from "@/lib/service/config.ts";
import { FolderInUse, lockFolder } from "@/lib/db/folder.ts";
import type { GatewayConfig } from "@/gateway/config.ts";
import type { OpenGateway } from "@/gateway/open.ts";
import { type AppProcess, startApp } from "./app_process.ts";
import { buildAssets, BuildFailed } from "./assets.ts";
import { Chat } from "./chat/chat.ts";
import { type DemoData, prepareData } from "./data.ts";
import { markFolder, NotOurs, resetFolder } from "./folder.ts";
import { demoGatewayConfig, openDemoGateway } from "./gateway.ts";
import { CustomerMail } from "./mail/customer_mail.ts";
import { connectPhones, Phones } from "./meta/phones.ts";
import { guide, requestPairing } from "./guide.ts";
import {
  type DemoOptions,
  type Place,
  readDemoOptions,
  readPlace,
  requireFreePorts,
  usage,
} from "./options.ts";

async function demo(options: DemoOptions): Promise<number> {
  const stopped = signalled();
  const place = readPlace();
  const config = demoGatewayConfig(place);
  requireFreePorts(place);
  if (Deno.env.get("DATABASE_URL")) say("DATABASE_URL is left aside: the demo keeps its own data.");
  const data = await prepare(place, options, stopped);
  if (!data) return 0;
  say("Opening the gateway");
  // The app starts meanwhile, in a process of its own.
  const opening = openGateway(config, data, options);
  const { graph, operator, post } = data;
  const app = { ...options, place, graphUrl: graph.url, gateway: config, operator, post, say };
  const start = () => startApp(app);
  const code = await run({ place, options, data, opening, start, stopped });
  await Promise.all([opening.then((gateway) => gateway.close()), data.post.close()]);
  await graph[Symbol.asyncDispose]();
  return code;
}

/** Everything before the app starts; undefined if a signal came meanwhile. */
async function prepare(place: Place, options: DemoOptions, stopped: Stopped) {
  try {
    const [data] = await Promise.all([openData(place, options), build(options)]);
    if (!stopped.signal) return data;
  } catch (error) {
    // Ctrl+C reaches the build too, which then fails.
    if (!stopped.signal) throw error;
  }
}

interface Running {
  place: Place;
  options: DemoOptions;
  data: DemoData;
  opening: Promise<OpenGateway>;
  start(): AppProcess;
  stopped: Stopped;
}

/** Runs the app until the demo is stopped; returns the demo's exit code. */
async function run({ opening, start, stopped, ...context }: Running): Promise<number> {
  const startAgain = new Restarts();
  for (let isFirst = true;; isFirst = false) {
    const app = start();
    say(`Starting the app (process ${app.pid})`);
    let isReady = false;
    const ready = Promise.all([app.ready(), opening]).then(async () => {
      isReady = true;
      if (!isFirst) return say("The app answers again");
      const pairing = await requestPairing(context.place, context.data.key);
      console.log(guide({ ...context, ...context.options, pairing }));
    });
    try {
      await Promise.race([ready, stopped.promise]);
      await Promise.race([app.ended, stopped.promise]);
    } catch (error) {
      if (!stopped.signal) console.error(`relevo: ${(error as Error).message}`);
    }
    const wasAsked = stopped.signal !== undefined;
    await app.stop();
    if (wasAsked) return 0;
    const code = await lastWords(app);
    if (!isReady || !startAgain.may()) return code;
  }
}

/** An app that ends again and again is not started for ever. */
class Restarts {
  #times: number[] = [];

  may(): boolean {
    const now = performance.now();
    this.#times = [...this.#times.filter((at) => now - at < WITHIN_MS), now];
    return this.#times.length <= MOST_RESTARTS;
  }
}

const MOST_RESTARTS = 3;
const WITHIN_MS = 60_000;

async function lastWords(app: AppProcess): Promise<number> {
  const { code } = await app.ended;
  console.error(`The app has ended with code ${code}. The last lines of its log:`);
  console.error(app.tail().map((line) => `  ${line}`).join("\n"));
  return code || 1;
}

interface Stopped {
  signal?: Deno.Signal;
  promise: Promise<void>;
}

/** The first signal stops after the current step; the second one exits at once. */
function signalled(): Stopped {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopped: Stopped = { promise };
  let firstAt = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => {
      // One Ctrl+C may arrive twice: from the terminal and from deno task.
      if (stopped.signal && performance.now() - firstAt > 1_000) Deno.exit(130);
      if (stopped.signal) return;
      stopped.signal = signal;
      firstAt = performance.now();
      say("Stopping");
      resolve();
    });
  }
  return stopped;
}

async function openData(place: Place, options: DemoOptions): Promise<DemoData> {
  const lock = await lockFolder(place.dataDir);
  try {
    if (options.reset) {
      say(`Starting over in ${place.dataDir}`);
      await resetFolder(place);
    }
    await markFolder(place);
    say("Opening the database (a first start makes it, which takes some seconds)");
    const data = await prepareData(place, { ...options, say });
    if (options.empty && !data.isNew) {
      say("--empty is for a new DATA_DIR; this one has people already (add --reset)");
    }
    return data;
  } finally {
    lock.release();
  }
}

async function build({ watch }: DemoOptions): Promise<void> {
  say("Looking whether the browser's assets are up to date");
  if (await buildAssets({ isWatching: watch })) say("Built the browser's assets");
}

function openGateway(
  config: GatewayConfig,
  { people, chats, post, graph, businesses }: DemoData,
  { watch }: DemoOptions,
): Promise<OpenGateway> {
  const phones = businesses.map((business) => new Phones(graph, business, config.appUrls[0]!));
  connectPhones(graph, phones);
  const visitors = {
    phones,
    people,
    chats: chats.map((account) => new Chat(account, config.appUrls[0]!)),
    mails: post.mailboxes.map((mailbox) => new CustomerMail(mailbox)),
  };
  return openDemoGateway(config, visitors, { isWatching: watch });
}

const startedAt = performance.now();

function say(what: string): void {
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${what}`);
}

function explain(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
  const isExpected = [ConfigError, FolderInUse, NotOurs, BuildFailed].some((kind) =>
    error instanceof kind
  );
  if (!isExpected) throw error;
  const hint = error instanceof FolderInUse ? ": stop it first, or set DATA_DIR" : "";
  console.error(`relevo: ${(error as Error).message}${hint}`);
  return 1;
}

if (Deno.args.includes("--help") || Deno.args.includes("-h")) {
  console.log(usage);
  Deno.exit(0);
}
try {
  Deno.exit(await demo(readDemoOptions(Deno.args)));
} catch (error) {
  Deno.exit(explain(error));
}
