/** The back-ups of releases that later ones restore. */
import { join } from "node:path";

const most = 5;
export const releasesFolder = join(import.meta.dirname!, "releases");

const partsOf = (file: string) => file.replace(/\.tar$/, "").split(".").map(Number);

/** The oldest release first. */
export function releaseFiles(folder = releasesFolder): string[] {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  return names.filter((name) => /^\d+\.\d+\.\d+\.tar$/.test(name)).sort((one, other) => {
    const parts = partsOf(other);
    return partsOf(one).map((part, at) => part - parts[at]!).find((sign) => sign !== 0) ?? 0;
  });
}

/** Removes all but the last five. @returns what was removed */
export function removeOldReleases(folder = releasesFolder): string[] {
  const old = releaseFiles(folder).slice(0, -most);
  for (const name of old) Deno.removeSync(join(folder, name));
  return old;
}
