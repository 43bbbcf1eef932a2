/** A Debian or Ubuntu made by mmdebstrap, once in a run, for tests that install Relevo or run its image. */
import { join } from "node:path";
import { findInstalled } from "./installed.ts";

export const findMmdebstrap = () => findInstalled("MMDEBSTRAP_PATH", "/usr/bin/mmdebstrap");

const packages = ["systemd", "systemd-sysv", "postgresql", "caddy", "ca-certificates"];
/** What mmdebstrap is told: this machine trusts no keys of Ubuntu, whose packages are tried alone. */
const suites = {
  debian: ["bookworm"],
  ubuntu: ["noble", "deb [trusted=yes] http://archive.ubuntu.com/ubuntu noble main universe"],
};
const unread = ["/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*"];

/**
 * Debian 12 or Ubuntu 24.04 with what an installation finds on a server. It is shared: whoever
 * writes into it lays something over it.
 * @returns its folder, or null where none can be made: without root, mmdebstrap or a mirror
 */
export async function findDebianRoot(
  system: keyof typeof suites = "debian",
): Promise<string | null> {
  if (Deno.uid() !== 0 || !findMmdebstrap()) return null;
  const place = join(Deno.env.get("TMPDIR") ?? "/tmp", system);
  await Deno.mkdir(place, { recursive: true });
  using lock = await Deno.open(join(place, "lock"), { create: true, write: true });
  await lock.lock(true);
  const [root, unfinished] = [join(place, "root"), join(place, "unfinished")];
  if (await Deno.stat(root).catch(() => null)) return root;
  await Deno.remove(unfinished, { recursive: true }).catch(() => {});
  const outcome = await new Deno.Command(findMmdebstrap()!, {
    args: [
      "--quiet",
      "--variant=minbase",
      `--include=${packages.join(",")}`,
      ...unread.map((path) => `--dpkgopt=path-exclude=${path}`),
      ...suites[system].toSpliced(1, 0, unfinished),
    ],
    stdin: "null",
  }).output();
  if (!outcome.success) {
    const complaint = new TextDecoder().decode(outcome.stderr).trim().split("\n").at(-1);
    console.error(`no ${system} is to be had: ${complaint}`);
    return null;
  }
  await Deno.rename(unfinished, root);
  return root;
}
