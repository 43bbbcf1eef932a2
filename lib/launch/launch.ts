import { commandFor } from "@/lib/launch/command.ts";

/** Signals that an operator or a terminal sends; the process decides what they mean. */
const passedOn = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Runs an entry file as a process with just the rights that it needs, until it ends.
 * @returns its exit status; 128 and the signal's number where a signal ended it
 * @throws Unlaunchable
 */
export async function launch(entry: string, args: string[], root: string): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...commandFor(entry, { root, env: Deno.env.toObject() }), ...args],
    env: { LAUNCHER_PID: String(Deno.pid) },
    stdin: "null",
  }).spawn();
  for (const signal of passedOn) {
    Deno.addSignalListener(signal, () => {
      try {
        child.kill(signal);
      } catch {
        // It has ended already.
      }
    });
  }
  return (await child.status).code;
}
