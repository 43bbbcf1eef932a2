import { resolve } from "node:path";
import { currentBuild } from "@/lib/launch/builds.ts";

const root = resolve(import.meta.dirname!, "../..");

/** The build that the run has made; alone, a test file takes the last one. */
export const buildFolder: string = Deno.env.get("TEST_BUILD") ??
  (await currentBuild(root))?.folder ?? missing();

function missing(): never {
  throw new Error("nothing is built yet: run `deno task build`");
}
