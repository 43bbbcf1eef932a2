/** The long and the short form of the fault tests, and what they tell `deno task prove`. */

/** Whether this is the long form. */
export const long = Deno.env.get("PROVE") === "1";

/** Marks a line of the summary. */
export const proofMark = "proof: ";

/** Says what was shown; `deno task prove` gathers these lines. */
export function proof(what: string): void {
  console.log(proofMark + what);
}
