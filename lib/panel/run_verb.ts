import { type ApiCall, callApi, type Outcome } from "@/lib/panel/call_api.ts";
import { failureText } from "@/lib/panel/failures.ts";
import { refreshRegions } from "@/lib/panel/regions.ts";
import { showToast } from "@/lib/panel/toasts.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** A write, its toast and its undo. */
export interface Verb {
  /** Below /api/admin: `contacts/7/convert`. */
  path: string;
  method?: ApiCall["method"];
  json?: unknown;
  /** The toast; none without it. */
  done?: string;
  undo?: Pick<Verb, "path" | "method" | "json">;
  /** The page that comes next, which shows the toast; without it this one is redrawn. */
  next?: string;
}

interface Who {
  companyId: number;
  language: Language;
}

/** Shows a toast after the call and redraws the page, also after a conflict (409). */
export async function runVerb<T>(verb: Verb, who: Who): Promise<Outcome<T>> {
  const { path, method = "POST", json } = verb;
  const outcome = await callApi<T>(path, { ...who, method, json });
  if (!outcome.ok) {
    showToast({ text: failureText(outcome, who.language), isFailure: true });
    if (outcome.why === "refused" && outcome.status === 409) await refreshRegions();
    return outcome;
  }
  if (verb.next) {
    carryToast(verb, who);
    location.assign(verb.next);
    return outcome;
  }
  await refreshRegions();
  tell(verb, who);
  return outcome;
}

function tell({ done, undo }: Pick<Verb, "done" | "undo">, who: Who): void {
  if (!done) return;
  const words = speak(commonWords, who.language);
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

const carried = "relevo:toast";

function carryToast({ done, undo }: Verb, { companyId, language }: Who): void {
  try {
    const who = { companyId, language };
    sessionStorage.setItem(carried, JSON.stringify({ verb: { done, undo }, who }));
  } catch {
    // Without storage the page that is left has shown it.
  }
}

/** Shows the toast of the page before, once. */
export function showCarriedToast(): void {
  try {
    const text = sessionStorage.getItem(carried);
    sessionStorage.removeItem(carried);
    if (!text) return;
    const { verb, who } = JSON.parse(text);
    tell(verb, who);
  } catch {
    // Without storage there is none.
  }
}
