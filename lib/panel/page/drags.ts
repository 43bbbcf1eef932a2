/** Pixels that a mouse moves before a drag, a finger before a scroll. */
const slack = 6;
/** How long a finger must press to lift what it would otherwise scroll; in milliseconds. */
const holdMs = 280;

export interface Point {
  x: number;
  y: number;
}

/** Describes what can be dragged on a page, and what a drop does. */
export interface Draggable<T> {
  /** Returns what a press takes hold of; null where there is nothing to drag. */
  grab(target: Element): Grip<T> | null;
  /** The drag begins. False: it cannot, and nothing follows. */
  lift(item: T, from: Point): boolean;
  /** Once for each frame of the drag. */
  carry(item: T, at: Point): void;
  drop(item: T, at: Point): void;
  /** The drag was given up: by Escape, by the system, or because the page goes. */
  cancel(item: T): void;
}

export interface Grip<T> {
  item: T;
  /** A handle is dragged at once; elsewhere a finger has to hold first, so that it can scroll. */
  isHandle?: boolean;
  /** A mouse that presses without moving drags too, from a place to the same. */
  isClicked?: boolean;
}

interface Press<T> extends Grip<T> {
  pointerId: number;
  from: Point;
  isTouch: boolean;
  mustHold: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

interface Drag<T> {
  press: Press<T> | null;
  isDragging: boolean;
  at: Point;
}

/** Listens on the document: what is drawn anew while it is dragged would end a pointer capture. */
export function listenToDrags<T>(of: Draggable<T>): { isDragging(): boolean; stop(): void } {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const drag: Drag<T> = { press: null, isDragging: false, at: { x: 0, y: 0 } };

  document.addEventListener("pointerdown", (event) => {
    if (drag.press || event.button !== 0) return;
    const grip = of.grab(event.target as Element);
    if (!grip) return;
    drag.at = { x: event.clientX, y: event.clientY };
    const isTouch = event.pointerType === "touch";
    const mustHold = isTouch && !grip.isHandle;
    drag.press = { ...grip, pointerId: event.pointerId, from: drag.at, isTouch, mustHold };
    if (mustHold) drag.press.timer = setTimeout(() => lift(of, drag), holdMs);
    // A press of a handle moves no focus and selects no text.
    if (grip.isHandle) event.preventDefault();
  }, options);

  document.addEventListener("pointermove", (event) => {
    if (!drag.press || event.pointerId !== drag.press.pointerId) return;
    drag.at = { x: event.clientX, y: event.clientY };
    if (
      drag.isDragging ||
      Math.hypot(drag.at.x - drag.press.from.x, drag.at.y - drag.press.from.y) <= slack
    ) return;
    if (drag.press.mustHold) end(drag);
    else lift(of, drag);
  }, options);

  document.addEventListener("pointerup", (event) => {
    if (!drag.press || event.pointerId !== drag.press.pointerId) return;
    drag.at = { x: event.clientX, y: event.clientY };
    if (!drag.isDragging && drag.press.isClicked && !drag.press.mustHold) lift(of, drag);
    if (drag.isDragging) of.carry(drag.press.item, drag.at);
    const ended = end(drag);
    if (!ended) return;
    swallowClick();
    of.drop(ended.item, drag.at);
  }, options);

  document.addEventListener("pointercancel", () => cancel(of, drag), options);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag.isDragging) return;
    event.preventDefault();
    cancel(of, drag);
  }, { ...options, capture: true });

  refuseDefaults(drag, options);

  return {
    isDragging: () => drag.isDragging,
    stop() {
      stop.abort();
      cancel(of, drag);
    },
  };
}

function lift<T>(of: Draggable<T>, drag: Drag<T>): void {
  if (!drag.press || !of.lift(drag.press.item, drag.press.from)) return;
  drag.isDragging = true;
  document.documentElement.toggleAttribute("data-dragging", true);
  frame(of, drag);
}

function frame<T>(of: Draggable<T>, drag: Drag<T>): void {
  if (!drag.press || !drag.isDragging) return;
  of.carry(drag.press.item, drag.at);
  requestAnimationFrame(() => frame(of, drag));
}

/** The press of a drag that ends; null where there was none. */
function end<T>(drag: Drag<T>): Press<T> | null {
  clearTimeout(drag.press?.timer);
  const ended = drag.isDragging ? drag.press : null;
  drag.press = null;
  drag.isDragging = false;
  document.documentElement.toggleAttribute("data-dragging", false);
  return ended;
}

function cancel<T>(of: Draggable<T>, drag: Drag<T>): void {
  const ended = end(drag);
  if (ended) of.cancel(ended.item);
}

/** A finger that drags scrolls nothing, opens no menu and selects no text. */
function refuseDefaults(drag: Drag<unknown>, options: { signal: AbortSignal }): void {
  document.addEventListener("touchmove", (event) => {
    if (drag.isDragging) event.preventDefault();
  }, { ...options, passive: false });
  document.addEventListener("contextmenu", (event) => {
    if (drag.press?.isTouch) event.preventDefault();
  }, options);
  for (const name of ["selectstart", "dragstart"]) {
    document.addEventListener(name, (event) => {
      if (drag.press) event.preventDefault();
    }, options);
  }
}

/** Otherwise the end of a drag would click the link that was dragged. */
function swallowClick(): void {
  const swallow = (click: Event) => click.preventDefault();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

/** How near an edge scrolling starts, and its step per frame; in pixels. */
const edge = 40;
const pace = 12;

/** Scrolls the page, or a box in it, while a drag is near its upper or lower edge. */
export function scrollDown({ y }: Point, box?: HTMLElement | null, top = 0): void {
  const bounds = box ? box.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const from = Math.max(bounds.top, top);
  const by = y < from + edge ? -pace : y > bounds.bottom - edge ? pace : 0;
  if (by !== 0) (box ?? window).scrollBy({ top: by, behavior: "instant" });
}

export function scrollAside({ x }: Point, box: HTMLElement): void {
  const { left, right } = box.getBoundingClientRect();
  const by = x < left + edge ? -pace : x > right - edge ? pace : 0;
  if (by !== 0) box.scrollBy({ left: by, behavior: "instant" });
}
