/**
 * The second processes of the benchmarks: load and receivers are no part of what is measured. Each
 * is a file of `bench/load/`, gets its options as JSON on standard input, and may only use loopback.
 */
import { guardProcess } from "@/tests/support/process.ts";

function spawn(name: string, options: unknown): Deno.ChildProcess {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-net=127.0.0.1", new URL(`load/${name}.ts`, import.meta.url).pathname],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  new Blob([JSON.stringify(options)]).stream().pipeTo(child.stdin);
  return child;
}

/**
 * Runs a load to its end and gives the JSON value that it wrote.
 * @throws Error when it failed; what it says of it is on standard error
 */
export async function runLoad<T>(name: string, options: unknown): Promise<T> {
  const child = spawn(name, options);
  const guard = guardProcess(child.pid);
  const { success, stdout } = await child.output();
  await guard.release();
  if (!success) throw new Error(`the load process ${name} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** A child that serves until it is disposed of. */
export interface Server extends AsyncDisposable {
  port: number;
}

/** Starts a server; it says its port as its first line. */
export async function startServer(name: string, options: unknown = {}): Promise<Server> {
  const child = spawn(name, options);
  const guard = guardProcess(child.pid);
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return {
    port: Number(new TextDecoder().decode(value)),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
      await guard.release();
    },
  };
}
