// A package among its imports has Deno install what deno.lock names, before the app is started.
import "uqr";
import { Unlaunchable } from "@/lib/launch/command.ts";
import { launch } from "@/lib/launch/launch.ts";

/** Runs an entry file of the app (`launch.ts start.ts`) with the rights that its settings need. */
const [entry, ...args] = Deno.args;
try {
  Deno.exit(await launch(entry!, args, import.meta.dirname!));
} catch (error) {
  if (!(error instanceof Unlaunchable)) throw error;
  console.error(`relevo: ${error.message}`);
  Deno.exit(1);
}
