import { cardOf, columnOf, type Place, type Standing } from "@/lib/panel/board/places.ts";
import type { Carried } from "@/lib/panel/board/carrier.ts";
import { createQueue } from "@/lib/panel/board/queue.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/panel/board/words.ts";
import { commonWords } from "@/lib/words/common.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

export interface Loss {
  lost_reason: string;
  lost_note: string | null;
}

interface Options {
  companyId: number;
  language: Language;
  /** The board must not be redrawn while this is true. */
  isHeld: () => boolean;
}

/** Sends moves one at a time and reverts refused ones. Redraws the board once none is pending. */
export function createMoves({ companyId, language, isHeld }: Options) {
  const caller = { companyId, language };
  const words = speak(boardWords, language);
  const nounWords = speak(opportunityWords, language);
  const { undo } = speak(commonWords, language);
  const { send, settle, refuse } = createQueue({ language, isHeld });

  function moveTo(id: string, to: Standing, from: Place, done: string, back?: Standing) {
    send(async () => {
      const version = Number(cardOf(id)?.dataset.version) || undefined;
      const { column, ...neighbours } = to;
      const json = { stage_id: Number(column), ...neighbours, version };
      const outcome = await callApi<{ version: number }>(`opportunities/${id}/move`, {
        ...caller,
        method: "POST",
        json,
      });
      if (!outcome.ok) return refuse(outcome, id, from);
      cardOf(id)?.setAttribute("data-version", String(outcome.data.version));
      showToast({
        text: done,
        undo: back && {
          label: undo,
          run: () => {
            const card = cardOf(id);
            if (card) moveTo(id, back, from, words.returned);
          },
        },
      });
    });
  }

  function close(id: string, verb: "win" | "lose", from: Place, loss?: Loss) {
    const card = cardOf(id);
    if (card) card.hidden = true;
    send(async () => {
      const path = `opportunities/${id}`;
      const version = Number(card?.dataset.version) || undefined;
      const outcome = await callApi(`${path}/${verb}`, {
        ...caller,
        method: "POST",
        json: { ...loss, version },
      });
      if (!outcome.ok) return refuse(outcome, id, from);
      const reopen = async () => {
        const opened = await callApi(`${path}/reopen`, { ...caller, method: "POST" });
        showToast(
          opened.ok
            ? { text: nounWords.reopened }
            : { text: failureText(opened, language), isFailure: true },
        );
      };
      showToast({
        text: verb === "win" ? nounWords.wonDone : nounWords.lostDone,
        undo: { label: undo, run: () => send(reopen) },
      });
    });
  }

  return {
    settle,
    /** The card already stands where it was dropped. */
    move({ card, from, back }: Carried, to: Standing) {
      const done = nounWords.moved(columnOf(card.parentElement!).name);
      moveTo(card.dataset.card!, to, from, done, back);
    },
    win: (id: string, from: Place) => close(id, "win", from),
    lose: (id: string, from: Place, loss: Loss) => close(id, "lose", from, loss),
  };
}
