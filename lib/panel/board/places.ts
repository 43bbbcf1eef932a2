/** Where cards of a board stand, as its markup has it: cards in lists, lists in columns. */

/** A place in a column: before `next`, or at its end. */
export interface Place {
  list: HTMLElement;
  next: Element | null;
}

/** Where a card can be dropped besides columns. */
export type Goal = "won" | "lost";
export const goals: readonly Goal[] = ["won", "lost"];

/** The board's columns in their order. */
export function listsOf(root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-board] [data-cards]")];
}

/** A stage's list of cards. */
export function listOf(stageId: number): HTMLElement | null {
  return document.querySelector(`[data-board] [data-stage="${stageId}"] [data-cards]`);
}

export function cardsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-card]")];
}

/** The card of an opportunity as the page has it now. */
export function cardOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-board] [data-card="${CSS.escape(id)}"]`);
}

export function placeOf(card: HTMLElement): Place {
  return { list: card.parentElement!, next: card.nextElementSibling };
}

/** Puts a card somewhere; below the last card where that place is gone. */
export function putAt(card: HTMLElement, { list, next }: Place): void {
  const before = next && next.parentElement === list && next !== card
    ? next
    : list.querySelector("[data-rest]");
  if (before === card.nextElementSibling && card.parentElement === list) return;
  list.insertBefore(card, before);
}

/** The place at an index among the column's other cards. */
export function placeAt(list: HTMLElement, index: number, card: HTMLElement): Place {
  const others = cardsOf(list).filter((other) => other !== card);
  return { list, next: others[index] ?? null };
}

/** The place in a column that a pointer at this height means. */
export function placeUnder(list: HTMLElement, y: number, card: HTMLElement): Place {
  const others = cardsOf(list).filter((other) => other !== card);
  const next = others.find((other) => {
    const { top, height } = other.getBoundingClientRect();
    return y < top + height / 2;
  });
  return { list, next: next ?? null };
}

/** The column of a list: its stage, and what it is called. */
export function columnOf(list: Element): { stageId: number; name: string } {
  const { stage, name } = list.closest<HTMLElement>("[data-stage]")!.dataset;
  return { stageId: Number(stage), name: name! };
}

/** Where a card stands, as the API's move says it. */
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
