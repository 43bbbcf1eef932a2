import { join } from "node:path";

export const readerKinds = ["mail", "file"] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** V8 ends the process beyond it. Byte arrays are not counted. */
const heapMegabytes = 512;
/** Seconds of processor time until the kernel ends it, should its parent be gone. */
const mostSeconds = 900;

const flags = [
  "--quiet",
  "--no-prompt",
  "--cached-only",
  "--node-modules-dir=manual",
  `--v8-flags=--no-maglev,--max-semi-space-size=2,--heap-growing-percent=40,--max-old-space-size=${heapMegabytes}`,
  "--allow-import=none.invalid",
];

/** Variables by which Deno finds its compiled files. */
const passedOn = ["HOME", "DENO_DIR", "PATH", "TMPDIR", "SystemRoot", "LOCALAPPDATA"];

/** Runs a reader of the app at `root`, which may read code and nothing else. */
export function readerCommand(
  root: string,
  extra: string[],
  entry = "lib/service/reader_process.ts",
): Deno.Command {
  const code = ["lib", "node_modules"].map((folder) => join(root, folder));
  const config = ["--config", join(root, "deno.json")];
  const args = ["run", ...flags, `--allow-read=${code}`, ...config, join(root, entry), ...extra];
  const deno = Deno.execPath();
  const env = Object.fromEntries(passedOn.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
  const options = {
    cwd: root,
    clearEnv: true,
    env: { ...env, MALLOC_ARENA_MAX: "2", NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
  } as const;
  if (Deno.build.os === "windows") return new Deno.Command(deno, { args, ...options });
  // A large file takes a whole processor, which whoever waits for less has first.
  const priority = extra[0] === "file" ? "nice -n 10 " : "";
  const limited = `ulimit -c 0; ulimit -t ${mostSeconds}; exec ${priority}"$0" "$@"`;
  return new Deno.Command("sh", { args: ["-c", limited, deno, ...args], ...options });
}
