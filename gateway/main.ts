import { ConfigError } from "@/lib/service/config.ts";
import { FolderInUse } from "@/lib/db/folder.ts";
import { orphaned } from "@/lib/launch/orphaned.ts";
import { createLog } from "@/lib/tools/log.ts";
import { readGatewayConfig } from "./config.ts";
import { openGateway } from "./open.ts";

const graceMs = 6_000;
const stopLimitMs = 9_500;

/** `deno task gateway`: serves until SIGTERM or SIGINT; then what is in flight may finish. */
async function main(): Promise<void> {
  const config = readGatewayConfig();
  const log = createLog(config.logLevel);
  const assets = new URL("../_fresh/static/gateway", import.meta.url).pathname;
  const stopped = Promise.withResolvers<string>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => stopped.resolve(signal));
  }
  orphaned().then(() => stopped.resolve("launcher_ended"));
  const opened = await Promise.race([openGateway(config, { log, assets }), stopped.promise]);
  // It may wait for its database until then.
  if (typeof opened === "string") return log.info("stopped", { signal: opened });
  log.info("listening", { host: config.host, port: config.port, mail: config.mail !== null });
  log.info("stopping", { signal: await stopped.promise });
  Deno.unrefTimer(setTimeout(() => Deno.exit(1), stopLimitMs));
  await opened.close(graceMs);
  log.info("stopped");
}

try {
  await main();
  Deno.exit(0);
} catch (error) {
  const { name, message, code } = error as Error & { code?: string };
  const isExpected = error instanceof ConfigError || error instanceof FolderInUse ||
    code === "EADDRINUSE";
  if (!isExpected && !(error instanceof Deno.errors.NotFound && /_fresh/.test(message))) {
    throw error;
  }
  const reason = name === "NotFound" ? "nothing is built yet: run `deno task build`" : message;
  console.error(`relevo: ${reason}`);
  Deno.exit(1);
}
