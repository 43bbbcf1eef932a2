/** A small disk of its own for what a test starts, which it can fill. Mounting one needs root. */
import { join } from "node:path";

/** A mounted disk; it is gone with the test process, however that ends. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Gives the room back. */
  free(): Promise<void>;
  /** Takes no more writing, until it is gone. */
  makeReadOnly(): Promise<void>;
}

/** Whether this process may mount: asked where nobody else sees the mount. */
export const mayMount = Deno.build.os === "linux" && Deno.uid() === 0 && new Deno.Command("sh", {
  args: ["-c", "unshare --mount mount -t tmpfs tmpfs /mnt"],
  stdout: "null",
  stderr: "null",
}).outputSync().success;

/** Mounts a disk of that size in memory. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = await Deno.makeTempDir({ prefix: "relevo-disk-" });
  const script = `trap '' INT TERM HUP
    mount -t tmpfs -o size=${megabytes}m,mode=711 tmpfs "$1" && echo mounted
    cat >/dev/null; umount --lazy "$1"; rmdir "$1"`;
  const keeper = new Deno.Command("sh", {
    args: ["-c", script, "disk", path],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reader = keeper.stdout.getReader();
  if ((await reader.read()).done) throw new Error("The disk could not be mounted.");
  await reader.cancel();
  const filler = join(path, "filler");
  return {
    path,
    async fill() {
      // Ends with an error, as it is meant to.
      await new Deno.Command("sh", {
        args: ["-c", `cat /dev/zero >"$0"`, filler],
        stderr: "null",
      }).output();
    },
    free: () => Deno.remove(filler),
    async makeReadOnly() {
      const { success } = await new Deno.Command("mount", { args: ["-o", "remount,ro", path] })
        .output();
      if (!success) throw new Error("The disk could not be made read only.");
    },
    async [Symbol.asyncDispose]() {
      await keeper.stdin.close();
      await keeper.status;
    },
  };
}
