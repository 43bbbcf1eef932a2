/** Opens the gateway: its database, its keys, its pages and its port. */
import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ensureDir, lockFolder, settleDatabase } from "@/lib/db/folder.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import type { Additions } from "./additions.ts";
import { createAppCalls } from "./app_calls.ts";
import { Apps } from "./apps/apps.ts";
import { createAuth, jwtOptions, ownCookies } from "./auth/auth.ts";
import { forgetBrowsers } from "./auth/browsers.ts";
import { forgetAttempts } from "./auth/limits.ts";
import { requireOpenKeys } from "./auth/sealed_keys.ts";
import { tendKeys } from "./auth/tend_keys.ts";
import { Background } from "./background.ts";
import type { GatewayConfig } from "./config.ts";
import { Entrance } from "./entrance.ts";
import type { Gateway } from "./gateway.ts";
import { readAssets } from "./http/assets.ts";
import { answer } from "./http/guard.ts";
import { createMailer } from "./mail/mailer.ts";
import { createProxy } from "./proxy/proxy.ts";
import { openGatewayDatabase } from "./storage/database.ts";

export interface OpenGateway {
  gateway: Gateway;
  /** Address at which it listens. */
  url: string;
  server: Server;
  apps: Apps;
  /** Ends streams and says unready; all else is served on. */
  drain(): void;
  /** Drains, takes no new request, and ends those that are open once `graceMs` have passed. */
  close(graceMs?: number): Promise<void>;
}

interface Options {
  log: Log;
  /** Folder of the built style and script. */
  assets: string;
  /** Milliseconds since the epoch, for the app's word on a session. */
  now?: () => number;
  additions?: Additions;
  /** How long a request waits while no process of the app listens. */
  appWaitMs?: number;
}

const tendEveryMs = 5 * 60_000;

/** @throws FolderInUse where another process has the data folder */
export async function openGateway(config: GatewayConfig, options: Options): Promise<OpenGateway> {
  const { log, additions = {} } = options;
  const apps = new Apps(config.appUrls, { log, secret: config.secret, waitMs: options.appWaitMs });
  const lock = config.databaseUrl ? null : await lockFolder(config.dataDir);
  try {
    if (lock) await settleDatabase(config.dataDir);
    const assets = await readAssets(options.assets);
    const secret = config.authSecret ?? await keptSecret(config.dataDir);
    const database = await openGatewayDatabase({
      url: config.databaseUrl,
      dir: join(config.dataDir, "postgres"),
      memory: config.dataDir,
      log,
    });
    const app = createAppCalls(apps, config.secret);
    const { db } = database;
    const knowing = { db, app, hasMail: config.mail !== null };
    const auth = createAuth({ config, secret, log, ...knowing });
    const tend = async () => {
      await tendKeys(auth, { db, options: jwtOptions(config, knowing) });
      await forgetAttempts(db);
      await forgetBrowsers(db);
    };
    await requireOpenKeys(auth, { db, log, isShared: config.databaseUrl !== undefined });
    await tend();
    const gateway: Gateway = {
      config,
      log,
      database,
      app,
      auth,
      assets,
      entrance: new Entrance({ auth, db, app, log, now: options.now }),
      mailer: config.mail && createMailer(config.mail, config.publicUrl),
      background: new Background(log),
    };
    const serving = await serve(gateway, { apps, additions });
    const timer = setInterval(() => {
      tend().catch((error) => log.error("keys_not_tended", describeError(error)));
    }, tendEveryMs);
    return {
      gateway,
      url: serving.url,
      server: serving.server,
      apps,
      drain: serving.drain,
      async close(graceMs = 0) {
        serving.drain();
        clearInterval(timer);
        await serving.close(graceMs);
        apps.close();
        await gateway.background.idle();
        gateway.mailer?.close();
        await database.close();
        lock?.release();
      },
    };
  } catch (error) {
    apps.close();
    lock?.release();
    throw error;
  }
}

/** The secret of an installation with one process: made at the first start, for its owner's eyes. */
async function keptSecret(folder: string): Promise<string> {
  await ensureDir(folder);
  const file = join(folder, "secret");
  try {
    return (await Deno.readTextFile(file)).trim();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const secret = randomBytes(48).toString("base64url");
  await Deno.writeTextFile(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  // Written whole and then renamed: a crash leaves no partial secret.
  await Deno.rename(`${file}.new`, file);
  return secret;
}

async function serve(
  gateway: Gateway,
  { apps, additions }: { apps: Apps; additions: Additions },
) {
  const { config } = gateway;
  const { publicUrl, clientIpHeader: addressHeader } = config;
  const proxy = createProxy({
    apps,
    identityHeader: config.identityHeader,
    ownCookies,
    addressHeader,
    protocol: publicUrl.startsWith("https:") ? "https" : "http",
  });
  let isDraining = false;
  const server = createServer((req, res) => {
    // Its callers are on new connections by the time that the listener closes.
    if (isDraining) res.setHeader("Connection", "close");
    // An unread body would hold up the next request of its connection.
    res.on("finish", () => req.resume());
    answer({ gateway, proxy, additions, isDraining: () => isDraining }, req, res).catch((error) => {
      gateway.log.error("request_failed", describeError(error));
      res.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.port, config.host, () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${config.host}:${port}`,
    server,
    drain() {
      isDraining = true;
      proxy.endStreams();
    },
    async close(graceMs: number) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
