import { cardOf, type Place, putAt } from "@/lib/panel/board/places.ts";
import type { Outcome } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { refreshRegions } from "@/lib/panel/live/regions.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/panel/board/words.ts";

interface QueueOptions {
  language: Language;
  /** The board must not be redrawn while this is true. */
  isHeld: () => boolean;
}

/** Sends a board's moves one at a time, and redraws the board once none is pending. */
export function createQueue({ language, isHeld }: QueueOptions) {
  const words = speak(boardWords, language);
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isStale = false;

  async function settle() {
    if (!isStale || waiting > 0 || isHeld()) return;
    isStale = false;
    await refreshRegions(undefined, { leave });
  }

  /** Draws the board once no card is lifted any more. */
  function leave(): boolean {
    isStale ||= isHeld();
    return isHeld();
  }

  return {
    settle,
    send(job: () => Promise<void>): void {
      waiting += 1;
      tail = tail.then(job).finally(() => {
        waiting -= 1;
        isStale = true;
        return settle();
      });
    },
    /** Puts a refused card back and says why. */
    refuse(outcome: Exclude<Outcome<unknown>, { ok: true }>, id: string, from: Place): void {
      const card = cardOf(id);
      if (card && from.list.isConnected) putAt(card, from);
      if (card) card.hidden = false;
      showToast({ text: words.movedBack(failureText(outcome, language)), isFailure: true });
    },
  };
}
