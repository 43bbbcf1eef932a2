/** Folders of back-ups' tests. */

/** Runs `work` in a new folder, which goes with all that is in it. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-backup-" });
  return await work(folder).finally(() => Deno.remove(folder, { recursive: true }));
}

/** Names of files and folders, sorted. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}
