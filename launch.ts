// A package among its imports has Deno install what deno.lock names, before the app is started.
import "uqr";
import { commandsUsage, entryOf } from "@/lib/launch/entry.ts";
import { launch } from "@/lib/launch/launch.ts";
import { Unlaunchable } from "@/lib/launch/unlaunchable.ts";

/** Runs an entry file (`launch.ts start.ts`) or a command with the rights that its settings need. */
async function run([word = "", ...args]: readonly string[]): Promise<number> {
  if (word === "--help" || word === "-h") {
    console.log(commandsUsage);
    return 0;
  }
  const entry = entryOf(word);
  if (!entry) {
    console.error(`${word ? `"${word}" is no command` : "say a command"}\n\n${commandsUsage}`);
    return 2;
  }
  return await launch(entry, args, import.meta.dirname!);
}

try {
  Deno.exit(await run(Deno.args));
} catch (error) {
  if (!(error instanceof Unlaunchable)) throw error;
  console.error(`relevo: ${error.message}`);
  Deno.exit(1);
}
