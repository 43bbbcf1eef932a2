/** Programs that call the samples: `drivers/` has one for each language. */
import { join } from "node:path";
import { runWithInput } from "../support/process.ts";
import type { World } from "../support/world.ts";

/** The headers that a callback is checked by. */
export const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];

export interface Language {
  /** What has to be on PATH. */
  tool: string;
  /** Makes the driver of `tests/readme/drivers`. */
  build?: string[];
  run: string[];
  /** It gives the API's answers as they are. */
  isRaw?: boolean;
  isOptional?: boolean;
}

export const languages: Record<string, Language> = {
  JavaScript: { tool: "node", run: ["node", "driver.mjs"] },
  Python: { tool: "python3", run: ["python3", "driver.py"] },
  Go: { tool: "go", build: ["go", "build", "-o", "driver"], run: ["./driver"] },
  PHP: { tool: "php", run: ["php", "driver.php"] },
  Java: {
    tool: "javac",
    build: ["javac", "-d", ".", "relevo/Relevo.java", "Driver.java"],
    run: ["java", "-cp", ".", "Driver"],
    isRaw: true,
    isOptional: true,
  },
};

export interface Driver extends AsyncDisposable {
  send(notification: unknown): Promise<string>;
  answersTo(id: string): Promise<{ notificationId: string; action: unknown; reply: string }[]>;
  check(callbacks: Callback[]): Promise<boolean[]>;
}

/** One to check, as a driver takes it. */
export interface Callback {
  key: string;
  text: string;
  headers: Record<string, string>;
}

/** The sample, called by a program of its language that is built in a folder of its own. */
export async function makeDriver(
  { build, run, isRaw }: Language,
  { url, keys }: World,
): Promise<Driver> {
  const folder = await Deno.makeTempDir({ prefix: "relevo-sample-" });
  const env = {
    RELEVO_URL: url,
    RELEVO_KEY: keys.shop,
    PYTHONDONTWRITEBYTECODE: "1",
    // Nothing is fetched, and no compiler of C is needed.
    GOPROXY: "off",
    CGO_ENABLED: "0",
  };
  const execute = async ([program, ...args]: string[], input = "") => {
    const path = program!.startsWith(".") ? join(folder, program!) : program!;
    const { code, stdout, stderr } = await runWithInput(path, { args, cwd: folder, env }, input);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const call = (args: string[], input?: string) => execute([...run, ...args], input);

  await copy(new URL("drivers/", import.meta.url), folder);
  await copy(new URL("../../docs/samples/", import.meta.url), join(folder, "relevo"));
  if (build) await execute(build);
  return {
    async send(notification) {
      const id = await call(["send"], JSON.stringify(notification));
      return isRaw ? JSON.parse(id).data.notificationId : id;
    },
    async answersTo(id) {
      const answers = JSON.parse(await call(["answers", id]));
      return isRaw ? answers.data : answers;
    },
    async check(callbacks) {
      const lines = callbacks.map(({ key, text, headers }) =>
        [key, text, ...names.map((name) => headers[name] ?? "")].join("\t")
      );
      const output = await call(["check"], lines.join("\n"));
      return output.split("\n").map((line) => JSON.parse(line));
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function copy(from: URL, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isFile } of Deno.readDir(from)) {
    if (isFile) await Deno.copyFile(new URL(name, from), join(to, name));
  }
}

/** Whether the program starts, whatever it says. */
export async function isFound(tool: string): Promise<boolean> {
  try {
    await new Deno.Command(tool, { args: ["--version"], stdout: "null", stderr: "null" }).output();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
