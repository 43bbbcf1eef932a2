import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "@/components/Icon.tsx";
import { LossDialog } from "@/components/LossDialog.tsx";
import { type Carried, columnName, createCarrier } from "@/lib/panel/board/carrier.ts";
import { listenToKeys } from "@/lib/panel/board/keyboard.ts";
import { listenToLinks } from "@/lib/panel/board/links.ts";
import { listenToMore } from "@/lib/panel/board/more.ts";
import { createMoves, type Loss } from "@/lib/panel/board/moves.ts";
import { cardsOf, type Goal, goals, standing } from "@/lib/panel/board/places.ts";
import { listenToPointer } from "@/lib/panel/board/pointer.ts";
import { regionsReplaced } from "@/lib/panel/regions.ts";
import { showToast } from "@/lib/panel/toasts.ts";
import { useDialog } from "@/lib/panel/use_dialog.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/words/panel/board.ts";
import { commonWords } from "@/lib/words/panel/common.ts";

interface BoardProps {
  companyId: number;
  language: Language;
}

/** Lets cards of the board on this page be carried; the board itself is the server's markup. */
export function Board({ companyId, language }: BoardProps) {
  const words = speak(boardWords, language);
  const [goal, setGoal] = useState<Goal | null>(null);
  const [isCarrying, setCarrying] = useState(false);
  const [said, setSaid] = useState("");
  const lost = useRef<Carried | null>(null);
  const moves = useRef<ReturnType<typeof createMoves>>(null);
  const dialog = useDialog();

  useEffect(() => {
    const carrier = createCarrier({
      onChange(carried, event) {
        setCarrying(carrier.carried() !== null);
        setGoal(carrier.carried()?.goal ?? null);
        document.documentElement.toggleAttribute("data-carrying", carrier.carried() !== null);
        setSaid(sentenceOf(carried!, event));
        if (event === "returned" || event === "dropped") moves.current?.settle();
      },
      onDrop(carried) {
        const id = carried.card.dataset.card!;
        if (carried.goal === "won") moves.current!.win(id, carried.from);
        else if (carried.goal === "lost") {
          lost.current = carried;
          dialog.open();
        } else moves.current!.move(carried, standing(carried.card));
      },
    });
    function sentenceOf(carried: Carried, event: string): string {
      if (event === "lifted") return words.lifted(carried.card.dataset.title!);
      if (event === "returned") return words.returned;
      const name = carried.goal ? words[carried.goal] : columnName(carried);
      if (event === "dropped") return words.dropped(name);
      if (carried.goal) return name;
      const cards = cardsOf(carried.card.parentElement!);
      return words.at(name, cards.indexOf(carried.card) + 1, cards.length);
    }
    moves.current = createMoves({
      companyId,
      language,
      isHeld: () => carrier.carried() !== null,
    });
    const replaced = () => carrier.resume();
    document.addEventListener(regionsReplaced, replaced);
    const { network } = speak(commonWords, language).failures;
    const onFailure = () => showToast({ text: network, isFailure: true });
    const stops = [
      listenToKeys(carrier),
      listenToPointer(carrier),
      listenToLinks(),
      listenToMore({ onFailure }),
    ];
    return () => {
      document.removeEventListener(regionsReplaced, replaced);
      for (const stop of stops) stop();
    };
  }, []);

  function lose(loss: Loss) {
    const { card, from } = lost.current!;
    moves.current!.lose(card.dataset.card!, from, loss);
  }

  return (
    <>
      <p class="sr-only" aria-live="assertive">{said}</p>
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
      <LossDialog dialog={dialog} language={language} onLose={lose} />
    </>
  );
}
