import { resolve } from "node:path";

/** Names commands as a release has them, `relevo backup`, where this process is of one. */
export function withOwnCommands(text: string): string {
  return isOfRelease ? text.replace(/\bdeno task (?=[a-z])/g, "relevo ") : text;
}

const isOfRelease = runsOwnDeno();

function runsOwnDeno(): boolean {
  try {
    return Deno.execPath() === resolve(import.meta.dirname!, "../../bin/deno");
  } catch {
    return false; // Deno is somewhere that this process may not look at
  }
}
