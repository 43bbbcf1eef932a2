import { ConfigError, readConfig, requireGateway, requireNoOwner } from "@/lib/service/config.ts";
import { FolderInUse } from "@/lib/db/folder.ts";
import { SchemaNotReady } from "@/lib/db/prepare_schema.ts";
import { type Handler, serveUntilStopped } from "@/lib/http/serve.ts";
import { KeptAnswers } from "@/lib/http/serving/kept_answers.ts";
import { PrecompressedFiles } from "@/lib/http/precompressed.ts";
import { orphaned } from "@/lib/launch/orphaned.ts";

/** Starts production over the built output: the same thin step on either Fresh. */
async function start(): Promise<void> {
  const config = readConfig();
  requireGateway(config);
  requireNoOwner(config);
  const built = new URL("./_fresh/server.js", import.meta.url);
  if (!await exists(built)) throw new ConfigError("nothing is built yet: run `deno task build`");
  const { services, close } = await import("@/main.ts");
  if (services.database.kind === "pglite") {
    services.log.warn("embedded_database", {
      note: "No DATABASE_URL: data is in DATA_DIR, safe when the process dies, not when the " +
        "machine does; one process only.",
    });
  }
  const server = (await import(built.href)).default as { fetch: Handler };
  const files = new URL("./_fresh/static", import.meta.url).pathname;
  const prepared = {
    precompressed: await PrecompressedFiles.read(files),
    kept: new KeptAnswers(),
  };
  await serveUntilStopped(server.fetch, services, { close, prepared, orphaned: orphaned() });
}

async function exists(url: URL): Promise<boolean> {
  try {
    return (await Deno.stat(url)).isFile;
  } catch {
    return false;
  }
}

try {
  await start();
  Deno.exit(0);
} catch (error) {
  if ([ConfigError, FolderInUse, SchemaNotReady].some((kind) => error instanceof kind)) {
    console.error(`relevo: ${(error as Error).message}`);
    Deno.exit(1);
  }
  throw error;
}
