import type { Carrier } from "@/lib/panel/board/carrier.ts";
import { type Goal, placeUnder } from "@/lib/panel/board/places.ts";

/** Pixels that a mouse moves before a drag, a finger before a scroll. */
const slack = 6;
/** How long a finger must press to lift a card. */
const holdMs = 280;
/** How near an edge scrolling starts, and its step per frame; in pixels. */
const edge = 56;
const pace = 14;

interface Press {
  card: HTMLElement;
  pointerId: number;
  isTouch: boolean;
  x: number;
  y: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Drags a copy; the card itself is the gap. Returns a stop function. */
export function listenToPointer(carrier: Carrier): () => void {
  const stop = new AbortController();
  let press: Press | null = null;
  let copy: HTMLElement | null = null;
  let at = { x: 0, y: 0 };

  function lift() {
    if (!press || !press.card.isConnected) return;
    const { card, x, y } = press;
    const box = card.getBoundingClientRect();
    copy = card.cloneNode(true) as HTMLElement;
    for (const part of [copy, ...copy.querySelectorAll("[id]")]) part.removeAttribute("id");
    copy.removeAttribute("data-card");
    copy.setAttribute("aria-hidden", "true");
    copy.classList.add("board-copy");
    Object.assign(copy.style, {
      width: `${box.width}px`,
      left: `${box.left - x}px`,
      top: `${box.top - y}px`,
    });
    document.body.append(copy);
    carrier.lift(card, "pointer");
    frame();
  }

  function frame() {
    if (!copy || !carrier.carried()) return;
    copy.style.translate = `${at.x}px ${at.y}px`;
    scrollAt(at);
    const under = document.elementFromPoint(at.x, at.y);
    const goal = under?.closest<HTMLElement>("[data-goal]")?.dataset.goal as Goal | undefined;
    const list = under?.closest("[data-stage]")?.querySelector<HTMLElement>("[data-cards]");
    if (goal) carrier.carry(goal);
    else if (list) carrier.carry(placeUnder(list, at.y, carrier.carried()!.card));
    requestAnimationFrame(frame);
  }

  function end() {
    clearTimeout(press?.timer);
    press = null;
    copy?.remove();
    copy = null;
  }

  const isDragging = () => copy !== null;
  const options = { signal: stop.signal };

  document.addEventListener("pointerdown", (event) => {
    const target = event.target as Element;
    const card = target.closest<HTMLElement>("[data-board] [data-card]");
    if (!card || press || event.button !== 0 || carrier.carried()) return;
    at = { x: event.clientX, y: event.clientY };
    const isTouch = event.pointerType === "touch";
    press = { card, pointerId: event.pointerId, isTouch, ...at };
    if (isTouch) press.timer = setTimeout(lift, holdMs);
  }, options);

  document.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    if (isDragging()) return;
    const isFar = Math.hypot(at.x - press.x, at.y - press.y) > slack;
    if (!isFar) return;
    if (press.isTouch) end();
    else lift();
  }, options);

  document.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.pointerId) return;
    const wasDragging = isDragging();
    end();
    if (!wasDragging) return;
    // Otherwise the end of the drag would click the card's link.
    const swallow = (click: Event) => click.preventDefault();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    carrier.drop();
  }, options);

  const giveUp = () => {
    const wasDragging = isDragging();
    end();
    if (wasDragging) carrier.cancel();
  };
  document.addEventListener("pointercancel", giveUp, options);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isDragging()) return;
    event.preventDefault();
    giveUp();
  }, options);

  // A finger that holds a card scrolls nothing, opens no menu and selects no text.
  document.addEventListener("touchmove", (event) => {
    if (isDragging()) event.preventDefault();
  }, { ...options, passive: false });
  document.addEventListener("contextmenu", (event) => {
    if (press?.isTouch) event.preventDefault();
  }, options);
  document.addEventListener("selectstart", (event) => {
    if (press) event.preventDefault();
  }, options);

  return () => {
    stop.abort();
    giveUp();
  };
}

function scrollAt({ x, y }: { x: number; y: number }): void {
  // Does nothing where the page is no longer than the window.
  if (y < edge) scrollBy(0, -pace);
  else if (y > innerHeight - edge) scrollBy(0, pace);
  const board = document.querySelector<HTMLElement>("[data-board]");
  if (!board) return;
  const { left, right } = board.getBoundingClientRect();
  if (x < left + edge) board.scrollLeft -= pace;
  else if (x > right - edge) board.scrollLeft += pace;
  const list = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-cards]");
  if (!list) return;
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + edge) list.scrollTop -= pace;
  else if (y > bottom - edge) list.scrollTop += pace;
}
