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

/** Listens on the document: what is drawn anew while it is dragged would end a pointer capture. */
export function listenToDrags<T>(of: Draggable<T>): { isDragging(): boolean; stop(): void } {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  let press: Press<T> | null = null;
  let isDragging = false;
  let at: Point = { x: 0, y: 0 };

  function lift() {
    if (!press || !of.lift(press.item, press.from)) return;
    isDragging = true;
    document.documentElement.toggleAttribute("data-dragging", true);
    frame();
  }

  function frame() {
    if (!press || !isDragging) return;
    of.carry(press.item, at);
    requestAnimationFrame(frame);
  }

  /** The press of a drag that ends; null where there was none. */
  function end(): Press<T> | null {
    clearTimeout(press?.timer);
    const ended = isDragging ? press : null;
    press = null;
    isDragging = false;
    document.documentElement.toggleAttribute("data-dragging", false);
    return ended;
  }

  function cancel() {
    const ended = end();
    if (ended) of.cancel(ended.item);
  }

  document.addEventListener("pointerdown", (event) => {
    if (press || event.button !== 0) return;
    const grip = of.grab(event.target as Element);
    if (!grip) return;
    at = { x: event.clientX, y: event.clientY };
    const isTouch = event.pointerType === "touch";
    const mustHold = isTouch && !grip.isHandle;
    press = { ...grip, pointerId: event.pointerId, from: at, isTouch, mustHold };
    if (mustHold) press.timer = setTimeout(lift, holdMs);
    // A press of a handle moves no focus and selects no text.
    if (grip.isHandle) event.preventDefault();
  }, options);

  document.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    if (isDragging || Math.hypot(at.x - press.from.x, at.y - press.from.y) <= slack) return;
    if (press.mustHold) end();
    else lift();
  }, options);

  document.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    if (!isDragging && press.isClicked && !press.mustHold) lift();
    if (isDragging) of.carry(press.item, at);
    const ended = end();
    if (!ended) return;
    // Otherwise the end of the drag would click the link that was dragged.
    const swallow = (click: Event) => click.preventDefault();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    of.drop(ended.item, at);
  }, options);

  document.addEventListener("pointercancel", cancel, options);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isDragging) return;
    event.preventDefault();
    cancel();
  }, { ...options, capture: true });

  // A finger that drags scrolls nothing, opens no menu and selects no text.
  document.addEventListener("touchmove", (event) => {
    if (isDragging) event.preventDefault();
  }, { ...options, passive: false });
  document.addEventListener("contextmenu", (event) => {
    if (press?.isTouch) event.preventDefault();
  }, options);
  for (const name of ["selectstart", "dragstart"]) {
    document.addEventListener(name, (event) => {
      if (press) event.preventDefault();
    }, options);
  }

  return {
    isDragging: () => isDragging,
    stop() {
      stop.abort();
      cancel();
    },
  };
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
