import { join, resolve } from "node:path";
import { currentBuild } from "@/lib/launch/builds.ts";
import { ConfigError } from "@/lib/service/config.ts";
import { FolderInUse } from "@/lib/db/folder.ts";
import { DatabaseAway } from "@/lib/db/hosts/unreachable.ts";
import { orphaned } from "@/lib/launch/orphaned.ts";
import { hearStop } from "@/lib/launch/stop_request.ts";
import { MetricsPortTaken, openMetricsPort } from "@/lib/metrics/port.ts";
import { createLog } from "@/lib/tools/log.ts";
import { readGatewayConfig } from "./config.ts";
import { gatewayMetrics } from "./metrics.ts";
import { openGateway } from "./open.ts";
import { offerBackups } from "./storage/control.ts";

const graceMs = 6_000;
const stopLimitMs = 9_500;

/** `deno task gateway`: serves until SIGTERM or SIGINT, drains, and lets finish what is in flight. */
async function main(): Promise<void> {
  const config = readGatewayConfig();
  const log = createLog(config.logLevel);
  const root = resolve(import.meta.dirname!, "..");
  const build = await currentBuild(root);
  if (!build) throw new ConfigError("nothing is built yet: run `deno task build`");
  const assets = join(build.folder, "static/gateway");
  const stop = hearStop(orphaned());
  const metrics = config.metrics && openMetricsPort(config.metrics, () => gatewayMetrics());
  const opened = await Promise.race([openGateway(config, { log, assets }), stop.reason]);
  // It may wait for its database until then.
  if (typeof opened === "string") return log.info("stopped", { signal: opened });
  metrics?.tell(() => gatewayMetrics(opened.apps));
  const endOffer = await offerBackups(opened.gateway);
  log.info("listening", { host: config.host, port: config.port, mail: config.mail !== null });
  const signal = await stop.reason;
  const { drainSeconds } = config;
  log.info("stopping", { signal, ...(drainSeconds > 0 ? { drainSeconds } : {}) });
  opened.drain();
  await stop.wait(drainSeconds);
  Deno.unrefTimer(setTimeout(() => Deno.exit(1), stopLimitMs));
  await endOffer();
  await opened.close(graceMs);
  log.info("stopped");
}

try {
  await main();
  Deno.exit(0);
} catch (error) {
  const { message, code } = error as Error & { code?: string };
  const isExpected = error instanceof ConfigError || error instanceof FolderInUse ||
    error instanceof MetricsPortTaken || error instanceof DatabaseAway || code === "EADDRINUSE";
  if (!isExpected) throw error;
  console.error(`relevo: ${message}`);
  Deno.exit(1);
}
