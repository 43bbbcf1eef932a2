import { join } from "node:path";
import { buildFolder, currentBuild } from "@/lib/launch/builds.ts";
import { ConfigError, readConfig } from "@/lib/service/config.ts";
import { requireGateway, requireNoOwner } from "@/lib/service/requirements.ts";
import { MetricsPortTaken, openMetricsPort } from "@/lib/metrics/port.ts";
import { metricsOf, startingMetrics } from "@/lib/service/metrics/scrape.ts";
import { FolderInUse } from "@/lib/db/folder.ts";
import { SchemaNotReady } from "@/lib/db/prepare_schema.ts";
import { DatabaseAway } from "@/lib/db/hosts/unreachable.ts";
import { type Handler, serveUntilStopped } from "@/lib/http/serve.ts";
import { KeptAnswers } from "@/lib/http/serving/kept_answers.ts";
import { PrecompressedFiles } from "@/lib/http/precompressed.ts";
import { withOtherBuilds } from "@/lib/http/serving/other_builds.ts";
import { setRunningBuild } from "@/lib/tools/build.ts";
import { withOwnCommands } from "@/lib/tools/own_commands.ts";
import { orphaned } from "@/lib/launch/orphaned.ts";
import { hearStop } from "@/lib/launch/stop_request.ts";

/** Starts production over the built output: the same thin step on either Fresh. */
async function start(): Promise<void> {
  const config = readConfig();
  requireGateway(config);
  requireNoOwner(config);
  const root = import.meta.dirname!;
  const build = await currentBuild(root);
  if (!build) throw new ConfigError("nothing is built yet: run `deno task build`");
  const { id, folder } = build;
  setRunningBuild(id);
  // Before the database: a process that waits for it, or migrates, says so.
  const metrics = config.metrics && openMetricsPort(config.metrics, startingMetrics);
  const { services, drain, close } = await import("@/main.ts");
  metrics?.tell(metricsOf(services));
  if (services.database.kind === "pglite") {
    services.log.warn("embedded_database", {
      note: "No DATABASE_URL: data is in DATA_DIR, safe when the process dies, not when the " +
        "machine does; one process only.",
    });
  }
  const server = (await import(join(folder, "server.js"))).default as { fetch: Handler };
  const prepared = {
    precompressed: await PrecompressedFiles.read(join(folder, "static")),
    kept: new KeptAnswers(),
  };
  const handler = withOtherBuilds(server.fetch, {
    id,
    folderOf: (id) => buildFolder(root, id),
  });
  await serveUntilStopped(handler, services, {
    drain,
    close,
    prepared,
    stop: hearStop(orphaned()),
  });
}

/** What else keeps it from starting, so that one look at the log is enough. */
async function tellFailures(): Promise<void> {
  const { examine, readSettings } = await import("@/lib/doctor/examine.ts");
  const { checksIn } = await import("@/lib/doctor/check.ts");
  const checks = checksIn(await examine(readSettings(), import.meta.dirname!), "en");
  for (const { name, state, saw, advice } of checks) {
    if (state === "failure" && name !== "settings") {
      console.error(`relevo: ${name}: ${saw} ${advice}`);
    }
  }
}

/** Another process has what this one needs, or the database is away: that alone is told. */
const alone = [FolderInUse, MetricsPortTaken, DatabaseAway];

try {
  await start();
  Deno.exit(0);
} catch (error) {
  const isOne = (kinds: readonly (new (...args: never[]) => Error)[]) =>
    kinds.some((kind) => error instanceof kind);
  if (!isOne([ConfigError, SchemaNotReady, ...alone])) throw error;
  console.error(withOwnCommands(`relevo: ${(error as Error).message}`));
  if (!isOne(alone)) await tellFailures();
  Deno.exit(1);
}
