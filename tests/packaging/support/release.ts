/** Releases to install: the packed sources, and others that differ from them in what a test needs. */
import { basename, join } from "node:path";
import { packedRelease } from "../../support/release_archive.ts";

export interface Releases extends AsyncDisposable {
  /** Has a folder for each. */
  folder: string;
  /** Path of the unpacked archive. */
  first: string;
  /**
   * Adds one of another version, with other text in its files, under another id of its build.
   * @returns its path
   */
  add(version: string, changes?: Record<string, string>, build?: string): Promise<string>;
}

export async function packReleases(): Promise<Releases> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-releases-" });
  // A user without rights may read it too, and is refused by the script.
  await Deno.chmod(folder, 0o755);
  const { folder: packed } = await packedRelease();
  const first = join(folder, basename(packed));
  await sh('cp --archive --link "$1" "$2"', packed, first);
  const settings = await Deno.readTextFile(join(first, "deno.json"));
  return {
    ...{ folder, first },
    async add(version, changes = {}, build = "") {
      const path = join(folder, `relevo-${version}`);
      // The files are the same ones, but for those that are written anew.
      await sh('cp --archive --link "$1" "$2"', first, path);
      const others: Record<string, string> = {
        "deno.json": settings.replace(/"version": "[^"]+"/, `"version": "${version}"`),
        ...changes,
      };
      for (const [file, text] of Object.entries(others)) {
        await Deno.remove(join(path, file));
        await Deno.writeTextFile(join(path, file), text);
      }
      if (build) {
        await sh(
          'cd "$1/_fresh" && mv builds/* "builds/$2" && rm current && echo "$2" >current',
          path,
          build,
        );
      }
      await Deno.remove(join(path, "SHA256SUMS"));
      await sh(
        'cd "$1" && find . -type f ! -name SHA256SUMS -print0 | xargs -0 sha256sum > ../sums && ' +
          "mv ../sums SHA256SUMS",
        path,
      );
      return path;
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function sh(script: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("sh", {
    args: ["-euc", script, "sh", ...args],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
