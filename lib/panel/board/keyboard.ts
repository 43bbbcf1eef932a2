import type { Carrier } from "@/lib/panel/board/carrier.ts";
import { cardsOf, type Goal, listsOf, placeAt } from "@/lib/panel/board/places.ts";
import { isShortcut } from "@/lib/panel/page/keys.ts";

type Step = [columns: number, cards: number];
const steps: Record<string, Step> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface KeyOptions {
  /** Reached after the last column. */
  goals?: readonly Goal[];
  /** Whether the columns stand below each other: then up and down change the column. */
  isStacked?: boolean;
}

/**
 * Arrows move between cards or carry one; Space lifts and drops, Escape cancels. Returns a stop
 * function.
 */
export function listenToKeys(
  carrier: Carrier,
  { goals = [], isStacked = false }: KeyOptions = {},
): () => void {
  const move = isStacked
    ? { carry: carryDown, focus: focusDown }
    : { carry: carryBy.bind(null, goals), focus: focusBy };
  const press = (event: KeyboardEvent) => {
    const card = (event.target as Element).closest<HTMLElement>("[data-board] [data-card]");
    if (!card || !isShortcut(event)) return;
    const step = steps[event.key];
    const isCarried = carrier.carried()?.card === card;
    if (step) {
      if (isCarried) move.carry(carrier, card, step);
      else move.focus(card, step);
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

function carryBy(
  goals: readonly Goal[],
  carrier: Carrier,
  card: HTMLElement,
  [columns, cards]: Step,
): void {
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

/** Carries the card to the top of the next column below or above. */
function carryDown(carrier: Carrier, card: HTMLElement, [, rows]: Step): void {
  const lists = listsOf();
  const next = lists[lists.indexOf(card.parentElement!) + rows];
  if (next) carrier.carry(placeAt(next, 0, card));
}

function focusDown(card: HTMLElement, [, rows]: Step): void {
  const all = listsOf().flatMap(cardsOf);
  const next = all[all.indexOf(card) + rows];
  if (next) show(next);
}

function focusBy(card: HTMLElement, [columns, cards]: Step): void {
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
