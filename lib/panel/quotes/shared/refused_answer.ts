import type { Problem } from "@/lib/input/errors.ts";
import type { Language } from "@/lib/words/language.ts";

/** A form of the client's page that was not taken. */
export interface RefusedAnswer {
  verb: "accept" | "reject" | "ask";
  problem: Problem;
  /** Typed values. */
  typed: Record<string, string>;
}

export function errorOf(
  refused: RefusedAnswer | undefined,
  field: string,
  language: Language,
): string | undefined {
  return refused?.problem.extras.fields?.[field]?.[language];
}
