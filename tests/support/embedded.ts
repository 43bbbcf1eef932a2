/**
 * A migrated embedded database for each test, from a dump that the first file of a run makes for
 * all (`TEST_EMBEDDED_DUMP`), and a file run by hand for itself. Tests of a process get it one
 * after the other, each time as it was when it was new.
 */
import type { PGlite } from "@electric-sql/pglite";
import {
  createPglite,
  type Database,
  type DatabaseOptions,
  openDatabase,
} from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { createLog } from "@/lib/tools/log.ts";
import { Renewal } from "./renewal.ts";

const log = createLog("error");
/** Only what hangs is refused, not what a busy machine is slow at. */
export const deadlineMs = 120_000;
let dump: Promise<Blob> | undefined;
let renewal: Renewal | undefined;
/** Databases that no test uses at the moment. */
const idle: PGlite[] = [];

/** Opens an embedded database in memory with the newest schema. */
export async function openEmbedded(
  options: Pick<DatabaseOptions, "heard" | "growthMs"> = {},
): Promise<Database> {
  const pglite = idle.pop() ?? await openNew();
  return await openDatabase({ ...options, pglite, log, deadlineMs });
}

async function openNew(): Promise<PGlite> {
  dump ??= readDump();
  const pglite = await createPglite(undefined, await dump);
  const template = renewal ??= await Renewal.of(pglite);
  const close = pglite.close.bind(pglite);
  pglite.close = async () => {
    if (await template.renew(pglite)) idle.push(pglite);
    else await close();
  };
  return pglite;
}

async function readDump(): Promise<Blob> {
  const path = Deno.env.get("TEST_EMBEDDED_DUMP");
  if (!path) return await makeDump();
  try {
    return new Blob([await Deno.readFile(path)]);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const dump = await makeDump();
  const part = await Deno.makeTempFile({ prefix: "relevo-dump-" });
  await Deno.writeFile(part, dump.stream());
  // Whole or not at all, for the files that run beside this one.
  await Deno.rename(part, path);
  return dump;
}

/** Migrates an empty one and takes its files. */
async function makeDump(): Promise<Blob> {
  const dir = await Deno.makeTempDir({ prefix: "relevo-dump-" });
  const database = await openDatabase({ dir, log });
  await migrate(database.db);
  await database.close();
  const pglite = await createPglite(dir);
  const blob = await pglite.dumpDataDir("none");
  await pglite.close();
  await Deno.remove(dir, { recursive: true });
  return blob;
}
