/**
 * Child processes of the benchmarks: load and receivers run outside the process that is measured.
 * Each is a file of `bench/load/`, reads its options as JSON from standard input, writes lines of
 * JSON, and may use nothing but loopback.
 */
import { guardProcess } from "@/tests/support/process.ts";

/** A second process; disposing of it ends it. */
interface Load extends AsyncDisposable {
  readonly pid: number;
  /**
   * The next line of its output.
   * @throws Error if it exited instead; the reason is on standard error
   */
  line<T>(): Promise<T>;
}

interface LoadOptions {
  /** Gives way to other processes: it stands for something on another machine. */
  isPolite?: boolean;
  /** Its library reads settings from the environment. */
  needsEnv?: boolean;
}

/** Starts `bench/load/<name>.ts`. */
export function startLoad(
  name: string,
  options: unknown,
  { isPolite = false, needsEnv = false }: LoadOptions = {},
): Load {
  const file = new URL(`load/${name}.ts`, import.meta.url).pathname;
  const rights = ["--allow-net=127.0.0.1", ...(needsEnv ? ["--allow-env"] : [])];
  const command = [Deno.execPath(), "run", ...rights, file];
  const [program, ...args] = isPolite ? ["nice", "-n", "19", ...command] : command;
  const child = new Deno.Command(program!, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const guard = guardProcess(child.pid);
  const writing = new Blob([JSON.stringify(options)]).stream().pipeTo(child.stdin);
  const lines = linesOf(child.stdout);
  return {
    pid: child.pid,
    async line<T>() {
      await writing;
      const { value, done } = await lines.next();
      if (done) throw new Error(`the load process ${name} failed`);
      return JSON.parse(value) as T;
    },
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
      await lines.return(undefined);
      await child.status;
      await guard.release();
    },
  };
}

/** Runs a load to its end and returns its only line of output. */
export async function runLoad<T>(name: string, options: unknown): Promise<T> {
  await using load = startLoad(name, options);
  return await load.line<T>();
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}
