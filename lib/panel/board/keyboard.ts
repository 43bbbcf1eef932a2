import type { Carrier } from "@/lib/panel/board/carrier.ts";
import { cardsOf, type Goal, goals, listsOf, placeAt } from "@/lib/panel/board/places.ts";
import { isShortcut } from "@/lib/panel/keys.ts";

const steps: Record<string, [columns: number, cards: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Arrows move between cards or carry one; Space lifts and drops, Escape cancels. The goals come
 * after the last column. Returns a stop function.
 */
export function listenToKeys(carrier: Carrier): () => void {
  const press = (event: KeyboardEvent) => {
    const card = (event.target as Element).closest<HTMLElement>("[data-board] [data-card]");
    if (!card || !isShortcut(event)) return;
    const step = steps[event.key];
    const isCarried = carrier.carried()?.card === card;
    if (step) {
      if (isCarried) carryBy(carrier, card, step);
      else focusBy(card, step);
    } else if (event.key === " ") {
      if (isCarried) carrier.drop();
      else carrier.lift(card, "keyboard");
    } else if (isCarried && event.key === "Enter") carrier.drop();
    else if (isCarried && event.key === "Escape") carrier.cancel();
    else {
      if (isCarried && event.key === "Tab") carrier.cancel();
      return;
    }
    event.preventDefault();
    // A card loses the focus when it is moved in the document.
    if (isCarried) show(card);
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

function carryBy(carrier: Carrier, card: HTMLElement, [columns, cards]: [number, number]): void {
  const stops: (HTMLElement | Goal)[] = [...listsOf(), ...goals];
  const { goal } = carrier.carried()!;
  const list = card.parentElement!;
  const at = stops.indexOf(goal ?? list);
  const next = stops[Math.min(Math.max(at + columns, 0), stops.length - 1)]!;
  if (typeof next === "string") return carrier.carry(next);
  const index = Math.max(cardsOf(list).indexOf(card) + cards, 0);
  // Coming back from the goals, it returns to where it was lifted.
  carrier.carry(goal ? carrier.carried()!.from : placeAt(next, index, card));
}

function focusBy(card: HTMLElement, [columns, cards]: [number, number]): void {
  const lists = listsOf().filter((list) => cardsOf(list).length > 0);
  const list = card.parentElement!;
  const next = lists[lists.indexOf(list) + columns];
  if (!next) return;
  const all = cardsOf(next);
  const index = cardsOf(list).indexOf(card) + cards;
  show(all[Math.min(Math.max(index, 0), all.length - 1)]!);
}

function show(card: HTMLElement): void {
  card.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest", inline: "nearest" });
}
