/** The app as a child process, started as in production: with its rights, and its readers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GatewayConfig } from "@/gateway/config.ts";
import { ROOT } from "./assets.ts";
import type { Post } from "./mail/post.ts";
import type { Place } from "./options.ts";

/** The longest silence of a start, after which the demo gives up. */
const MOST_SILENT_MS = 300_000;
const TELL_MS = 30_000;
const STOP_MS = 12_000;
const TAIL_LINES = 20;

export interface AppProcess {
  readonly pid: number;
  /** Resolves when it answers /readyz; rejects when it exits first, or goes on in silence. */
  ready(): Promise<void>;
  /** Resolves when it has exited and all of its output was read. */
  readonly ended: Promise<Deno.CommandStatus>;
  /** The last lines of its log. */
  tail(): string[];
  /** Sends SIGTERM, and SIGKILL if that is ignored. */
  stop(): Promise<void>;
}

interface AppProcessOptions {
  place: Place;
  /** Base of the calls to Meta. */
  graphUrl: string;
  gateway: GatewayConfig;
  /** Address of the operator. */
  operator: string;
  post: Post;
  watch: boolean;
  /** Prints the log instead of writing it to a file. */
  verbose: boolean;
  say(what: string): void;
}

/** Starts the app on 127.0.0.1, one port above the gateway's. */
export function startApp(options: AppProcessOptions): AppProcess {
  const { place, watch, verbose, say } = options;
  const env = settings(options);
  const child = new Deno.Command(Deno.execPath(), {
    args: watch ? watching() : ["run", "--quiet", "-P=launch", "launch.ts", "start.ts"],
    cwd: ROOT,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const log = verbose ? null : openLog(place.files.log);
  const tail: string[] = [];
  let heardAt = performance.now();
  const take = (line: string) => {
    heardAt = performance.now();
    log?.(`${line}\n`);
    if (tail.push(line) > TAIL_LINES) tail.shift();
    const text = verbose ? line : worthShowing(line);
    if (text) console.error(text);
  };
  const read = Promise.all([eachLine(child.stdout, take), eachLine(child.stderr, take)]);
  const ended = read.then(() => child.status);
  let isOver = false;
  ended.then(() => isOver = true);
  return {
    pid: child.pid,
    ended,
    tail: () => tail,
    ready: () =>
      untilReady(`http://127.0.0.1:${place.appPort}/readyz`, {
        isOver: () => isOver,
        mayGoOn: () => watch || performance.now() - heardAt < MOST_SILENT_MS,
        say,
      }),
    async stop() {
      const kill = (signal: Deno.Signal) => !isOver && child.kill(signal);
      kill("SIGTERM");
      // On a signal that asks to stop, a watcher waits for the next change instead of exiting.
      const timer = setTimeout(() => kill("SIGKILL"), watch ? 1_000 : STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function watching(): string[] {
  const folders = ["routes", "islands", "components", "static", "lib"]
    .filter((folder) => existsSync(join(ROOT, folder)));
  return ["run", `--watch=${folders}`, "--no-clear-screen", "-P=dev", "dev.ts"];
}

function settings(
  { place, gateway, graphUrl, operator, post: { mailboxes, smtpPort } }: AppProcessOptions,
): Record<string, string> {
  const { address, password } = mailboxes[0]!.account;
  return {
    HOST: "127.0.0.1",
    PORT: String(place.appPort),
    DATA_DIR: place.dataDir,
    PUBLIC_URL: place.publicUrl,
    CALLBACK_ALLOW_NETS: place.callbackAllowNets,
    CHANNEL_ALLOW_NETS: place.channelAllowNets,
    META_GRAPH_URL: graphUrl,
    META_INSTAGRAM_URL: graphUrl,
    META_MEDIA_HOSTS: new URL(graphUrl).hostname,
    GATEWAY_JWKS_URL: `http://127.0.0.1:${gateway.port}/.gateway/jwks`,
    GATEWAY_ISSUER: gateway.issuer,
    GATEWAY_AUDIENCE: gateway.audience,
    GATEWAY_JWT_HEADER: gateway.identityHeader,
    GATEWAY_SECRET: gateway.secret,
    // The gateway overwrites it.
    CLIENT_IP_HEADER: "X-Forwarded-For",
    // Browsers trust localhost, so the demo pushes too; services want an address to write to.
    VAPID_SUBJECT: place.vapidSubject,
    // Alerts leave by the first company's server, the only one there is.
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(smtpPort),
    SMTP_SECURITY: "none",
    SMTP_USER: address,
    SMTP_PASSWORD: password,
    SMTP_FROM: `Relevo <${address}>`,
    // The demo's own database, and its own people.
    DATABASE_URL: "",
    MIGRATE_DATABASE_URL: "",
    INITIAL_ADMIN_EMAIL: "",
    OPERATOR_EMAIL: operator,
    NO_COLOR: "1",
  };
}

function openLog(path: string): (text: string) => void {
  const file = Deno.openSync(path, { write: true, create: true, truncate: true, mode: 0o600 });
  const encoder = new TextEncoder();
  return (text) => void file.writeSync(encoder.encode(text));
}

/** Warnings, errors and lines that are not JSON, as one line each; undefined for the rest. */
function worthShowing(line: string): string | undefined {
  const entry = parsed(line);
  if (!entry) return /experimental feature|^\s*$/.test(line) ? undefined : `app: ${line}`;
  const { time: _time, level, event, stack: _stack, ...fields } = entry;
  // The demo prints its own message for this one.
  if (level === "debug" || level === "info" || event === "embedded_database") return undefined;
  return `app, ${level}: ${event} ${JSON.stringify(fields)}`;
}

function parsed(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function eachLine(stream: ReadableStream<Uint8Array>, take: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    lines.forEach(take);
  }
  if (rest) take(rest);
}

interface Start {
  isOver(): boolean;
  mayGoOn(): boolean;
  say(what: string): void;
}

/** A busy machine may take minutes. */
async function untilReady(url: string, { isOver, mayGoOn, say }: Start): Promise<void> {
  let tellAt = performance.now() + TELL_MS;
  while (!isOver()) {
    if (await answers(url)) return;
    if (!mayGoOn()) throw new Error(`the app neither answers ${url} nor says anything`);
    if (performance.now() > tellAt) {
      say("The app is still starting");
      tellAt += TELL_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the app has ended before it was ready");
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
