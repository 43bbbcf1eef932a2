/** Commands on a file system of their own, in a namespace where the test may mount one. */
import { root } from "./installation.ts";

/** Mounts at the folder with these options, runs the command, and lists what it left there. */
const script = `mount -t tmpfs -o "$1" none "$2" || exit 99
folder=$2; shift 2
"$@"; code=$?
echo "left: $(ls -A "$folder")" >&2
exit $code`;

interface Disk {
  /** As of `mount -o`: `size=64k`, `ro`. */
  options: string;
  folder: string;
}

export const canMount = await (async () => {
  const folder = await Deno.makeTempDir();
  try {
    return (await runOnDisk({ options: "size=64k", folder }, ["true"], {})).code === 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  } finally {
    await Deno.remove(folder);
  }
})();

/** Runs a program to its end. The last line of its errors is what the file system has then. */
export async function runOnDisk(
  { options, folder }: Disk,
  command: string[],
  env: Record<string, string>,
  stdin?: string,
): Promise<{ code: number; out: string; err: string }> {
  const input = stdin === undefined ? undefined : await Deno.readFile(stdin);
  const child = new Deno.Command("unshare", {
    args: ["--map-root-user", "--mount", "sh", "-c", script, "sh", options, folder, ...command],
    cwd: root,
    env: { NO_COLOR: "1", DATABASE_URL: "", BACKUP_DIR: "", ...env },
    stdin: input ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (input) {
    // It may end before it has read all.
    await new Blob([input]).stream().pipeTo(child.stdin).catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}
