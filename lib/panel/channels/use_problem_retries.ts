import type { Caller } from "@/lib/panel/api/call_api.ts";
import { useEffect } from "preact/hooks";
import { channelsWords } from "@/lib/panel/channels/words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { speak } from "@/lib/words/language.ts";

/** Reads again what could not be read, at the press of its button, and says how it went. */
export function useProblemRetries(
  accountId: number,
  caller: Caller,
): void {
  useEffect(() => {
    const words = speak(channelsWords, caller.language);
    const outcomes = { read: words.read, waiting: words.readLater, problem: words.stillUnread };
    const press = async ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>("button[data-problem]");
      if (!button) return;
      const path = `channels/${accountId}/problems/${button.dataset.problem}/retry`;
      const tried = await runVerb<{ state: keyof typeof outcomes; error: string | null }>(
        { path },
        caller,
      );
      if (!tried.ok) return;
      const { state, error } = tried.data;
      const isFailure = state === "problem";
      showToast({
        text: isFailure && error ? `${outcomes[state]}: ${error}` : outcomes[state],
        isFailure,
      });
    };
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
}
