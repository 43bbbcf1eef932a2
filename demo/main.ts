/**
 * `deno task demo`: the whole system on one machine, with nothing to install.
 *
 * Cast: `assets.ts` builds, `data.ts` fills the database, `gateway.ts` signs people in,
 * `app_process.ts` runs the app, `chat/` and `mail/` play customers, `guide.ts` prints what to try.
 */
import { UsageError } from "@/lib/commands/arguments.ts";
import { ConfigError } from "@/lib/service/config.ts";
import { FolderInUse, lockFolder } from "@/lib/db/folder.ts";
import { type AppProcess, audience, issuer, startApp } from "./app_process.ts";
import { buildAssets, BuildFailed } from "./assets.ts";
import { Chat } from "./chat/chat.ts";
import { type DemoData, prepareData } from "./data.ts";
import { markFolder, NotOurs, resetFolder } from "./folder.ts";
import { type DemoGateway, startDemoGateway } from "./gateway.ts";
import { CustomerMail } from "./mail/customer_mail.ts";
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
  requireFreePorts(place);
  if (Deno.env.get("DATABASE_URL")) say("DATABASE_URL is left aside: the demo keeps its own data.");
  const data = await prepare(place, options, stopped);
  if (!data) return 0;
  const gateway = await openGateway(place, data, options);
  const start = () => startApp({ ...options, place, jwksUrl: gateway.jwksUrl, say });
  const code = await run({ place, options, data, gateway, start, stopped });
  await Promise.all([gateway.close(), data.post.close()]);
  return code;
}

/** Everything before the app starts; undefined if a signal came meanwhile. */
async function prepare(place: Place, options: DemoOptions, stopped: Stopped) {
  try {
    const [data] = await Promise.all([openData(place, options), options.watch || build()]);
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
  gateway: DemoGateway;
  start(): AppProcess;
  stopped: Stopped;
}

/** Runs the app until the demo is stopped; returns the demo's exit code. */
async function run({ gateway, start, stopped, ...known }: Running): Promise<number> {
  const startAgain = new Restarts();
  for (let isFirst = true;; isFirst = false) {
    const app = start();
    say(`Starting the app (process ${app.pid})`);
    let isReady = false;
    const ready = app.ready().then(async () => {
      isReady = true;
      if (!isFirst) return say("The app answers again");
      const pairing = await requestPairing(gateway.url, known.data.key);
      console.log(guide({ ...known, ...known.options, pairing }));
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

async function build(): Promise<void> {
  say("Looking whether the browser's assets are up to date");
  if (await buildAssets()) say("Built the browser's assets");
}

function openGateway(place: Place, { people, chats, post }: DemoData, { watch }: DemoOptions) {
  const target = `http://127.0.0.1:${place.appPort}`;
  return startDemoGateway({
    port: place.port,
    hostname: place.host,
    target,
    people,
    chats: chats.map((account) => new Chat(account, target)),
    mails: post.mailboxes.map((mailbox) => new CustomerMail(mailbox)),
    headerName: place.headerName,
    issuer,
    audience,
    keyFile: place.files.gatewayKey,
    publicUrl: place.publicUrl,
    liveReload: watch,
  });
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
