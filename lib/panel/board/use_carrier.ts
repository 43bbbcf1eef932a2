import { useEffect, useState } from "preact/hooks";
import {
  type Carried,
  type Carrier,
  columnName,
  createCarrier,
} from "@/lib/panel/board/carrier.ts";
import { listenToKeys } from "@/lib/panel/board/keyboard.ts";
import { listenToLinks } from "@/lib/panel/board/links.ts";
import { cardsOf, type Goal } from "@/lib/panel/board/places.ts";
import { listenToPointer } from "@/lib/panel/board/pointer.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { boardWords } from "@/lib/panel/board/words.ts";

interface Options {
  language: Language;
  goals?: readonly Goal[];
  isStacked?: boolean;
  /** Makes what sends the moves; called once, in the browser. */
  connect(carrier: Carrier): {
    drop(carried: Carried): void;
    /** Redraws the board if a move left it stale. */
    settle(): void;
  };
}

/** Lets the cards of the board on this page be carried by mouse, finger and keys. */
export function useCarrier({ language, goals = [], isStacked = false, connect }: Options) {
  const words = speak(boardWords, language);
  const [goal, setGoal] = useState<Goal | null>(null);
  const [isCarrying, setCarrying] = useState(false);
  const [message, setMessage] = useState("");

  useEffect(() => {
    function sentenceOf(carried: Carried, event: string): string {
      if (event === "lifted") return words.lifted(carried.card.dataset.title!);
      if (event === "returned") return words.returned;
      const name = carried.goal ? words[carried.goal] : columnName(carried);
      if (event === "dropped") return words.dropped(name);
      if (carried.goal) return name;
      const cards = cardsOf(carried.card.parentElement!);
      return words.at(name, cards.indexOf(carried.card) + 1, cards.length);
    }
    const carrier = createCarrier({
      onChange(carried, event) {
        setCarrying(carrier.carried() !== null);
        setGoal(carrier.carried()?.goal ?? null);
        document.documentElement.toggleAttribute("data-carrying", carrier.carried() !== null);
        setMessage(sentenceOf(carried!, event));
        if (event === "returned" || event === "dropped") moves.settle();
      },
      onDrop: (carried) => moves.drop(carried),
    });
    const moves = connect(carrier);
    const replaced = () => carrier.resume();
    document.addEventListener(regionsReplaced, replaced);
    const stops = [
      listenToKeys(carrier, { goals, isStacked }),
      listenToPointer(carrier),
      listenToLinks(),
    ];
    return () => {
      document.removeEventListener(regionsReplaced, replaced);
      for (const stop of stops) stop();
    };
  }, []);

  return { isCarrying, goal, message };
}
