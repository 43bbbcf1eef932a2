import { useState } from "preact/hooks";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import type { Language } from "@/lib/words/language.ts";

/** A dialog's answer: sent once; busy meanwhile, and a refusal says why in the dialog. */
export function useAnswer(language: Language) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** @returns whether it was taken, so that the dialog may close */
  async function send(answer: () => Promise<Outcome<unknown> | void> | void): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setFailure(null);
    const outcome = await answer();
    setBusy(false);
    if (!outcome || outcome.ok) return true;
    setFailure(failureText(outcome, language));
    return false;
  }

  return { isBusy, failure, send };
}
