/**
 * The newest state of its database that a data folder has seen. A database that is behind it was
 * restored from a back-up: what waits there to be sent may have left since.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import { ensureDir } from "@/lib/db/folder.ts";
import { unlessMissing } from "@/lib/tools/unless_missing.ts";

const fileName = "newest-state.json";

const content = z.object({ installation: z.string(), transaction: z.int().nonnegative() });
type State = z.output<typeof content>;

export async function isBehind(db: Db, dataDir: string): Promise<boolean> {
  const [newest, stored] = [await readNewest(dataDir), await readStored(db)];
  return newest !== null && stored !== null && newest.installation === stored.installation &&
    stored.transaction < newest.transaction;
}

/** Run at start, before anything is sent, and every minute. */
export async function noteState(db: Db, dataDir: string): Promise<void> {
  const state = await readStored(db);
  if (!state) return;
  await ensureDir(dataDir);
  const path = join(dataDir, fileName);
  const part = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(part, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  await Deno.rename(part, path);
}

async function readNewest(dataDir: string): Promise<State | null> {
  const text = await unlessMissing(Deno.readTextFile(join(dataDir, fileName))) ?? "";
  try {
    return content.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null where the database is new. */
async function readStored(db: Db): Promise<State | null> {
  const row = await db.selectFrom("installation").select(["xid_seen", "vapid_public_key"])
    .executeTakeFirstOrThrow();
  if (row.vapid_public_key === null) return null;
  const hash = createHash("sha256").update(row.vapid_public_key).digest("hex");
  return { installation: hash.slice(0, 16), transaction: Number(row.xid_seen) };
}
