import type { Failure } from "@/lib/channels/accounts/failure.ts";
import type { Language, Text } from "@/lib/words/language.ts";

export interface Step {
  name: string;
  ok: boolean;
  error: string | null;
  advice: string | null;
}

export interface Tested {
  steps: Step[];
  failure: Failure | null;
  called: boolean;
}

export function stepsIn(language: Language) {
  return {
    passed: (name: Text, advice?: Text): Step => ({
      name: name[language],
      ok: true,
      error: null,
      advice: advice?.[language] ?? null,
    }),
    failed: (name: Text, error: Text, advice: Text): Step => ({
      name: name[language],
      ok: false,
      error: error[language],
      advice: advice[language],
    }),
  };
}
