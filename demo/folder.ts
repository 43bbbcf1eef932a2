/** The demo's data folder: marking it, and resetting it. */
import { join } from "node:path";
import type { Place } from "./options.ts";

/** The folder holds a database that the demo has not made. */
export class NotOurs extends Error {
  override name = "NotOurs";
}

// The lock file is not listed: the caller still holds it.
const contents = [
  /^postgres$/,
  /^demo\.json$/,
  /^demo-key$/,
  /^demo-chats\.json$/,
  /^demo-mail$/,
  /^demo-meta\.json$/,
  /^secrets\.key$/,
  /^gateway$/,
  /^demo-cookies$/,
  /^app\.log$/,
];

/**
 * Removes what the demo keeps in its folder, and no other file. The caller holds the folder's lock.
 * @throws NotOurs if the folder holds a database that the demo has not made
 */
export async function resetFolder({ dataDir, files }: Place): Promise<void> {
  const names = (await Array.fromAsync(Deno.readDir(dataDir))).map(({ name }) => name);
  if (!await exists(files.marker)) {
    if (names.every((name) => name === "lock")) return;
    throw new NotOurs(
      `${dataDir} was not made by the demo, so --reset leaves it alone. ` +
        "Set DATA_DIR to another folder, or remove this one by hand.",
    );
  }
  const ours = names.filter((name) => contents.some((pattern) => pattern.test(name)));
  // The marker goes last: a reset that was interrupted can be done again.
  for (const name of ours.filter((name) => name !== "demo.json")) {
    await Deno.remove(join(dataDir, name), { recursive: true });
  }
  await Deno.remove(files.marker);
}

/** Marks a folder without a database as the demo's, so that `--reset` may empty it later. */
export async function markFolder({ dataDir, files }: Place): Promise<void> {
  if (await exists(files.marker) || await exists(join(dataDir, "postgres"))) return;
  const note = "Made by deno task demo; deno task demo --reset removes what it keeps here.";
  await Deno.writeTextFile(files.marker, JSON.stringify({ note }) + "\n");
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
