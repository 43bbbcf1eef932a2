import { hrefIn } from "@/components/page.ts";
import { type ApiCall, callApi, type Caller, type Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast, type UndoCall } from "@/lib/panel/page/toasts.ts";
import { commonWords } from "@/lib/words/common.ts";
import { speak } from "@/lib/words/language.ts";

export interface Verb {
  path: string;
  method?: ApiCall["method"];
  query?: ApiCall["query"];
  json?: unknown;
  done?: string;
  /** Another page follows, so this one is not redrawn. */
  isLeaving?: boolean;
  undo?: Omit<UndoCall, "companyId" | "language">;
  /** A dialog that is still open says a failure itself. */
  isAsked?: boolean;
  givesBack?: boolean;
}

export const givenBack = "relevo:message-given-back-to-composer";
/** A message of the thread was chosen to be quoted by the answer. */
export const answerChosen = "relevo:answer-chosen";

/** A message that an answer quotes, and the account that has it. */
export interface Answered {
  id: number;
  via: number;
  text: string;
}

/** Shows a toast after the call and redraws the page, also after a conflict (409). */
export async function runVerb<T>(
  verb: Verb,
  caller: Caller,
): Promise<Outcome<T>> {
  const { path, method = "POST", json, done, undo, isLeaving, isAsked, givesBack } = verb;
  const outcome = await callApi<T>(path, { ...caller, method, json, query: verb.query });
  if (!outcome.ok) {
    if (!isAsked) showToast({ text: failureText(outcome, caller.language), isFailure: true });
    if (outcome.why === "refused" && outcome.status === 409) await refreshRegions();
    return outcome;
  }
  if (givesBack) document.dispatchEvent(new CustomEvent(givenBack, { detail: outcome.data }));
  if (!isLeaving) await refreshRegions();
  if (done) {
    const call = undo && { method: "POST" as const, ...undo, ...caller };
    showToast({
      text: done,
      undo: call && undoBy(call),
    });
  }
  return outcome;
}

function undoBy(call: UndoCall) {
  const { undo: label } = speak(commonWords, call.language);
  return { label, run: () => runUndo(call), call };
}

export async function runUndo({ companyId, language, ...verb }: UndoCall): Promise<void> {
  const { undone } = speak(commonWords, language);
  await runVerb({ ...verb, done: undone }, { companyId, language });
}

interface Made {
  text: string;
  /** Takes back first what was done with the record here. */
  takeBack?: () => Promise<unknown>;
  path: string | null;
  hasPage: boolean;
}

/** Shows a toast with a link to what was made, and an undo that trashes it. */
export function showMade(
  { text, path, hasPage, takeBack }: Made,
  caller: Caller,
): void {
  const { open } = speak(commonWords, caller.language);
  const href = hrefIn(caller.companyId, `/panel/${path}`);
  const call = path === null ? undefined : { path, method: "DELETE" as const, ...caller };
  const undo = call && undoBy(call);
  showToast({
    text,
    link: path !== null && hasPage ? { label: open, href } : undefined,
    undo: undo && takeBack
      ? { ...undo, run: async () => void await takeBack().then(undo.run) }
      : undo,
  });
}
