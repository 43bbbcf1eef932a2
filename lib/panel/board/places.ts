/** Positions of cards in the board's markup: cards in lists, lists in columns. */

/** A position in a list: before `next`, or at the end. */
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

export function listOf(key: string): HTMLElement | null {
  return document.querySelector(`[data-board] [data-stage="${CSS.escape(key)}"] [data-cards]`);
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

/** The key is a stage's number, a status, or what else the columns of a board stand for. */
export function columnOf(list: Element): { key: string; name: string } {
  const { stage, name } = list.closest<HTMLElement>("[data-stage]")!.dataset;
  return { key: stage!, name: name! };
}

export function standing(card: HTMLElement) {
  const cards = cardsOf(card.parentElement!);
  const at = cards.indexOf(card);
  const idOf = (other: HTMLElement | undefined) => other && Number(other.dataset.card);
  return {
    column: columnOf(card.parentElement!).key,
    after_id: idOf(cards[at - 1]),
    before_id: idOf(cards[at + 1]),
  };
}
export type Standing = ReturnType<typeof standing>;
