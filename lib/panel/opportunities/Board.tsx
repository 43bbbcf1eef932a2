import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "@/components/icons/Icon.tsx";
import { LossDialog } from "@/lib/panel/opportunities/LossDialog.tsx";
import type { Carried } from "@/lib/panel/board/carrier.ts";
import { listenToMore } from "@/lib/panel/board/more.ts";
import { createMoves, type Loss } from "@/lib/panel/opportunities/moves.ts";
import { goals, standing } from "@/lib/panel/board/places.ts";
import { useCarrier } from "@/lib/panel/board/use_carrier.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { useDialog } from "@/lib/panel/page/use_dialog.ts";
import { speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/panel/board/words.ts";
import { commonWords } from "@/lib/words/common.ts";

/** Lets cards of the board on this page be carried; the board itself is the server's markup. */
export function Board() {
  const { companyId, language } = usePage();
  const words = useWords(boardWords);
  const lost = useRef<Carried | null>(null);
  const moves = useRef<ReturnType<typeof createMoves>>(null);
  const dialog = useDialog();
  const { isCarrying, goal, message } = useCarrier({
    language,
    goals,
    connect(carrier) {
      const isHeld = () => carrier.carried() !== null;
      const queue = moves.current = createMoves({ companyId, language, isHeld });
      return {
        settle: queue.settle,
        drop(carried) {
          const id = carried.card.dataset.card!;
          if (carried.goal === "won") queue.win(id, carried.from);
          else if (carried.goal === "lost") {
            lost.current = carried;
            dialog.open();
          } else queue.move(carried, standing(carried.card));
        },
      };
    },
  });

  useEffect(() => {
    const { network } = speak(commonWords, language).failures;
    return listenToMore({ onFailure: () => showToast({ text: network, isFailure: true }) });
  }, []);

  function lose(loss: Loss) {
    const { card, from } = lost.current!;
    moves.current!.lose(card.dataset.card!, from, loss);
  }

  return (
    <>
      <p class="sr-only" aria-live="assertive">{message}</p>
      <div class="board-goals" hidden={!isCarrying} role="group" aria-label={words.targets}>
        {goals.map((name) => (
          <p
            key={name}
            class={`board-goal board-goal-${name}`}
            data-goal={name}
            data-over={goal === name}
          >
            <Icon name={name === "won" ? "trophy" : "thumbs-down"} />
            {words[name]}
          </p>
        ))}
      </div>
      <LossDialog id="lose" dialog={dialog} onLose={lose} />
    </>
  );
}
