/** Positions of cards in the board's markup: cards in lists, lists in columns. */

/** Before `next`, or at the end. */
export interface Place {
  list: HTMLElement;
  next: Element | null;
}

/** A drop target besides the columns. */
export type Goal = "won" | "lost";
export const goals: readonly Goal[] = ["won", "lost"];

export function listsOf(root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-board] [data-cards]")];
}

export function listOf(stageId: number): HTMLElement | null {
  return document.querySelector(`[data-board] [data-stage="${stageId}"] [data-cards]`);
}

export function cardsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-card]")];
}

export function cardOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-board] [data-card="${CSS.escape(id)}"]`);
}

export function placeOf(card: HTMLElement): Place {
  return { list: card.parentElement!, next: card.nextElementSibling };
}

/** Goes to the end if `next` has left the list. */
export function putAt(card: HTMLElement, { list, next }: Place): void {
  const before = next && next.parentElement === list && next !== card
    ? next
    : list.querySelector("[data-rest]");
  if (before === card.nextElementSibling && card.parentElement === list) return;
  list.insertBefore(card, before);
}

export function placeAt(list: HTMLElement, index: number, card: HTMLElement): Place {
  const others = cardsOf(list).filter((other) => other !== card);
  return { list, next: others[index] ?? null };
}

export function placeUnder(list: HTMLElement, y: number, card: HTMLElement): Place {
  const others = cardsOf(list).filter((other) => other !== card);
  const next = others.find((other) => {
    const { top, height } = other.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { list, next: next ?? null };
}

export function columnOf(list: Element): { stageId: number; name: string } {
  const { stage, name } = list.closest<HTMLElement>("[data-stage]")!.dataset;
  return { stageId: Number(stage), name: name! };
}

/** The card's place as the API's move takes it. */
export function standing(card: HTMLElement) {
  const cards = cardsOf(card.parentElement!);
  const at = cards.indexOf(card);
  const idOf = (other: HTMLElement | undefined) => other && Number(other.dataset.card);
  return {
    stage_id: columnOf(card.parentElement!).stageId,
    after_id: idOf(cards[at - 1]),
    before_id: idOf(cards[at + 1]),
  };
}
export type Standing = ReturnType<typeof standing>;
