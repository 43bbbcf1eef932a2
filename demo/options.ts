/** The demo's flags, and the settings that it shares with the app. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readOptions } from "@/lib/commands/arguments.ts";
import { ConfigError, readConfig } from "@/lib/service/config.ts";

export const usage = `deno task demo [options]    runs the whole system on this machine

  --reset     starts over: removes what the demo keeps in DATA_DIR
  --empty     without sample people: one administrator, for a DATA_DIR that is new
  --verbose   shows the app's log here instead of writing it to DATA_DIR/app.log
  --watch     runs from the sources and reloads as they change (deno task dev)
  --help      says this

PORT (8000) is where to open it, PORT + 1 is the app behind. DATA_DIR (./.data) keeps everything.`;

export interface DemoOptions {
  reset: boolean;
  empty: boolean;
  verbose: boolean;
  watch: boolean;
}

/** @throws UsageError naming every wrong argument */
export function readDemoOptions(args: string[]): DemoOptions {
  return readOptions(args, {}, ["reset", "empty", "verbose", "watch"]);
}

/** Addresses and folder of the demo. */
export interface Place {
  host: string;
  /** The gateway's; the app listens on the next port. */
  port: number;
  appPort: number;
  dataDir: string;
  /** The address that people open. */
  publicUrl: string;
  headerName: string;
  /** Shared by the gateway and the app, for as long as the demo runs. */
  gatewaySecret: string;
  callbackAllowNets: string;
  channelAllowNets: string;
  secretsKeys: Uint8Array[];
  vapidSubject: string;
  files: {
    marker: string;
    key: string;
    chats: string;
    /** A folder. */
    mail: string;
    meta: string;
    /** A folder. */
    gateway: string;
    cookies: string;
    log: string;
  };
}

/** @throws ConfigError naming the wrong settings */
export function readPlace(): Place {
  const { port, dataDir, publicUrl, vapidSubject, secretsKeys, ...config } = readConfig();
  const host = Deno.env.get("HOST") || "127.0.0.1";
  if (!hosts.includes(host)) throw new ConfigError(`HOST in the demo is ${hosts.join(" or ")}`);
  if (port > 65_534) throw new ConfigError("PORT in the demo is at most 65534: it takes two");
  return {
    host,
    port,
    appPort: port + 1,
    dataDir,
    publicUrl,
    headerName: Deno.env.get("GATEWAY_JWT_HEADER") || "Cf-Access-Jwt-Assertion",
    gatewaySecret: randomBytes(32).toString("base64url"),
    callbackAllowNets: config.callbackAllowNets || "127.0.0.0/8,::1/128",
    // Mail servers of the demo, which speak plain text, listen there alone.
    channelAllowNets: ["127.0.0.1/32", config.channelAllowNets].filter(Boolean).join(","),
    secretsKeys,
    vapidSubject: vapidSubject ?? "mailto:demo@relevo.example",
    files: {
      marker: join(dataDir, "demo.json"),
      key: join(dataDir, "demo-key"),
      chats: join(dataDir, "demo-chats.json"),
      mail: join(dataDir, "demo-mail"),
      meta: join(dataDir, "demo-meta.json"),
      gateway: join(dataDir, "gateway"),
      cookies: join(dataDir, "demo-cookies"),
      log: join(dataDir, "app.log"),
    },
  };
}

// deno.json allows the demo to listen on these only.
const hosts = ["127.0.0.1", "0.0.0.0"];

/** @throws ConfigError naming the port that is taken */
export function requireFreePorts({ host, port, appPort }: Place): void {
  const ports = [
    !isFree(host, port) && `port ${port} (PORT)`,
    !isFree("127.0.0.1", appPort) && `port ${appPort} (PORT + 1, for the app)`,
  ].filter(Boolean);
  if (ports.length === 0) return;
  throw new ConfigError(
    `${ports.join(" and ")} ${ports.length > 1 ? "are" : "is"} taken, maybe by another demo. ` +
      "Stop that one, or set PORT to another number: PORT=8100 deno task demo",
  );
}

function isFree(hostname: string, port: number): boolean {
  try {
    Deno.listen({ hostname, port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}
