/** After a dialog closes, presses at its place and its key do nothing for a moment. */

const quietMs = 300;
const nearPx = 8; // a double-click moves by less

const restOfPress = ["mousedown", "pointerup", "mouseup", "click", "dblclick", "auxclick"] as const;

type Press =
  | { kind: "pointer"; x: number; y: number }
  | { kind: "key"; key: string };

/** Starts to ignore late presses on this page. Returns a stop function. */
export function ignoreLatePresses(): () => void {
  let last: Press | null = null;
  let closing: Press | null = null;
  let closedAt = -Infinity;
  let isIgnoring = false;
  let ignoredKey: string | null = null;
  let heldKey: string | null = null;

  const toggled = (event: Event) => {
    // A `<details>` covers nothing.
    if (!(event.target as Element).matches("dialog, [popover]")) return;
    heldKey = last?.kind === "key" ? last.key : null;
    if (event.type !== "close" && (event as ToggleEvent).newState !== "closed") return;
    closing = last;
    closedAt = event.timeStamp;
  };
  const isLate = (event: Event) => event.timeStamp - closedAt < quietMs;
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const pointerDown = (event: PointerEvent) => {
    const { clientX: x, clientY: y } = event;
    isIgnoring = closing?.kind === "pointer" && isLate(event) &&
      Math.hypot(x - closing.x, y - closing.y) <= nearPx;
    if (isIgnoring) return ignore(event);
    last = { kind: "pointer", x, y };
    // Pressing elsewhere in between is no slip: what comes back is meant.
    if (closing?.kind === "pointer") closing = null;
  };
  const goOn = (event: MouseEvent) => {
    // Keys, screen readers and scripts click without a press.
    const isOwn = event.type === "click" && event.detail === 0;
    if (isIgnoring && !isOwn) ignore(event);
  };
  const keyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (!event.repeat) heldKey = null;
    const isPress = key === "Enter" || key === " ";
    const isSame = closing?.kind === "key" && closing.key === key;
    const isIgnored = isPress && (isSame && isLate(event) || heldKey === key);
    ignoredKey = isIgnored ? key : null;
    if (isIgnored) return ignore(event);
    last = isPress ? { kind: "key", key } : null;
    if (closing?.kind === "key") closing = null;
  };
  const keyUp = (event: KeyboardEvent) => {
    if (event.key !== ignoredKey) return;
    ignoredKey = null;
    ignore(event);
  };

  const stop = new AbortController();
  const early = { capture: true, signal: stop.signal };
  addEventListener("beforetoggle", toggled, early);
  addEventListener("close", toggled, early);
  addEventListener("pointerdown", pointerDown, early);
  for (const name of restOfPress) addEventListener(name, goOn, early);
  addEventListener("keydown", keyDown, early);
  addEventListener("keyup", keyUp, early);
  return () => stop.abort();
}
