import { type ApiCall, callApi, type Outcome } from "@/lib/panel/call_api.ts";
import { failureText } from "@/lib/panel/failures.ts";
import { refreshRegions } from "@/lib/panel/regions.ts";
import { showToast } from "@/lib/panel/toasts.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** One write: what is called, what is said of it, and how it is taken back. */
export interface Verb {
  /** Below /api/admin: `contacts/7/convert`. */
  path: string;
  method?: ApiCall["method"];
  json?: unknown;
  /** Said when it is done; nothing is said without it. */
  done?: string;
  undo?: Pick<Verb, "path" | "method" | "json">;
}

/**
 * Calls a verb, draws what changed and says what was done with the way back. A refusal is said and
 * the page is drawn as it is now.
 */
export async function runVerb<T>(
  verb: Verb,
  who: { companyId: number; language: Language },
): Promise<Outcome<T>> {
  const words = speak(commonWords, who.language);
  const { path, method = "POST", json, done, undo } = verb;
  const outcome = await callApi<T>(path, { ...who, method, json });
  if (!outcome.ok) {
    showToast({ text: failureText(outcome, who.language), isFailure: true });
    if (outcome.why === "refused" && outcome.status === 409) await refreshRegions();
    return outcome;
  }
  await refreshRegions();
  if (done) {
    showToast({
      text: done,
      undo: undo && {
        label: words.undo,
        run: async () => {
          await runVerb({ ...undo, done: words.undone }, who);
        },
      },
    });
  }
  return outcome;
}
