import type { Carrier } from "@/lib/panel/board/carrier.ts";
import { type Goal, placeUnder } from "@/lib/panel/board/places.ts";
import { listenToDrags, type Point, scrollAside, scrollDown } from "@/lib/panel/page/drags.ts";

/** Drags a copy; the card itself is the gap. Returns a stop function. */
export function listenToPointer(carrier: Carrier): () => void {
  let copy: HTMLElement | null = null;

  function removeCopy() {
    copy?.remove();
    copy = null;
  }

  const drags = listenToDrags<HTMLElement>({
    grab(target) {
      const item = carrier.carried()
        ? null
        : target.closest<HTMLElement>("[data-board] [data-card]");
      return item && { item };
    },
    lift(card, from) {
      if (!card.isConnected) return false;
      copy = copyOf(card, from);
      document.body.append(copy);
      carrier.lift(card, "pointer");
      return true;
    },
    carry(_, at) {
      const carried = carrier.carried();
      if (!copy || !carried) return;
      copy.style.translate = `${at.x}px ${at.y}px`;
      scrollAt(at);
      const under = document.elementFromPoint(at.x, at.y);
      const goal = under?.closest<HTMLElement>("[data-goal]")?.dataset.goal as Goal | undefined;
      const list = under?.closest("[data-stage]")?.querySelector<HTMLElement>("[data-cards]");
      if (goal) carrier.carry(goal);
      else if (list) carrier.carry(placeUnder(list, at.y, carried.card));
    },
    drop() {
      removeCopy();
      carrier.drop();
    },
    cancel() {
      removeCopy();
      carrier.cancel();
    },
  });
  return drags.stop;
}

function copyOf(card: HTMLElement, { x, y }: Point): HTMLElement {
  const { width, left, top } = card.getBoundingClientRect();
  const copy = card.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
  copy.removeAttribute("data-card");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("board-copy");
  Object.assign(copy.style, { width: `${width}px`, left: `${left - x}px`, top: `${top - y}px` });
  return copy;
}

function scrollAt(at: Point): void {
  scrollDown(at); // does nothing where the page is no longer than the window
  const board = document.querySelector<HTMLElement>("[data-board]");
  if (!board) return;
  scrollAside(at, board);
  const list = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>("[data-cards]");
  if (list) scrollDown(at, list);
}
