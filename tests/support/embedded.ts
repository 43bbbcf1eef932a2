/**
 * A migrated embedded database for each test, from a dump that the runner makes once for all files
 * (`TEST_EMBEDDED_DUMP`), or a file run by hand for itself.
 */
import { PGlite } from "@electric-sql/pglite";
import { type Database, type DatabaseOptions, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/log.ts";

const log = createLog("error");
let dump: Promise<Blob> | undefined;

/** Opens an embedded database in memory with the newest schema. */
export async function openEmbedded(
  options: Pick<DatabaseOptions, "heard"> = {},
): Promise<Database> {
  dump ??= readDump();
  return await openDatabase({ ...options, loadDataDir: await dump, log });
}

async function readDump(): Promise<Blob> {
  const path = Deno.env.get("TEST_EMBEDDED_DUMP");
  return path ? new Blob([await Deno.readFile(path)]) : await makeDump();
}

/** Migrates an empty one and takes its files. */
async function makeDump(): Promise<Blob> {
  const dir = await Deno.makeTempDir({ prefix: "relevo-dump-" });
  const database = await openDatabase({ dir, log });
  await migrate(database.db);
  await database.close();
  const pglite = await PGlite.create({ dataDir: dir });
  const blob = await pglite.dumpDataDir("none");
  await pglite.close();
  await Deno.remove(dir, { recursive: true });
  return blob;
}

if (import.meta.main) {
  await Deno.writeFile(Deno.args[0]!, new Uint8Array(await (await makeDump()).arrayBuffer()));
}
