/** The long and short form of the fault tests, and their lines for `deno task prove`. */

/** Whether this is the long form. */
export const long = Deno.env.get("PROVE") === "1";

/** Marks a line of the summary. */
export const proofMark = "proof: ";

/** Prints what was shown; `deno task prove` collects these lines. */
export function proof(what: string): void {
  console.log(proofMark + what);
}
