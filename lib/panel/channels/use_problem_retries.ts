import { useEffect } from "preact/hooks";
import type { Caller } from "@/lib/panel/api/call_api.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";

/**
 * Reads again what could not be read, at the press of its button, and says how it went.
 * @param path what the problems are of, below /api/admin
 */
export function useProblemRetries<Outcome>(
  path: string,
  caller: Caller,
  say: (outcome: Outcome) => { text: string; isFailure: boolean },
): void {
  useEffect(() => {
    const press = async ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>("button[data-problem]");
      if (!button) return;
      const retry = { path: `${path}/problems/${button.dataset.problem}/retry` };
      const tried = await runVerb<Outcome>(retry, caller);
      if (tried.ok) showToast(say(tried.data));
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
}
