/** What a world serves: the app's routes and the browser's assets. */
import { join } from "node:path";
import type { createApp } from "@/app.ts";

type Attach = (app: ReturnType<typeof createApp>) => void;

let build: Promise<Attach> | undefined;

/**
 * The browser's assets and the routes, as the run has built them; alone, a test file builds them.
 */
export function built(): Promise<Attach> {
  return build ??= findBuild();
}

async function findBuild(): Promise<Attach> {
  const folder = Deno.env.get("TEST_BUILD");
  try {
    if (folder) return (await import(join(folder, "attach.js"))).attach;
  } catch (error) {
    // The real Fresh writes no such module.
    if ((error as { code?: string }).code !== "ERR_MODULE_NOT_FOUND") throw error;
  }
  return (await import("@/dev.ts")).builder.build({ snapshot: "memory" });
}
