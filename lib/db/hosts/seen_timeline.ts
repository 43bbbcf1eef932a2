import { join } from "node:path";
import * as z from "zod";
import { ensureDir } from "@/lib/db/folder.ts";

/** The newest timeline of a database system that somebody has met. */
export interface SeenTimeline {
  system: string;
  timeline: number;
}

export const seenFileName = "database-timeline.json";

const content = z.object({
  system: z.string().regex(/^\d{1,20}$/),
  timeline: z.int().positive(),
});

/** Null where nothing can be read: a file that is broken must not keep the app from its database. */
export async function readSeen(folder: string): Promise<SeenTimeline | null> {
  try {
    return content.parse(JSON.parse(await Deno.readTextFile(join(folder, seenFileName))));
  } catch {
    return null;
  }
}

export async function writeSeen(folder: string, newest: SeenTimeline): Promise<void> {
  await ensureDir(folder);
  const path = join(folder, seenFileName);
  const part = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(part, `${JSON.stringify(newest)}\n`, { mode: 0o600 });
  await Deno.rename(part, path);
}
