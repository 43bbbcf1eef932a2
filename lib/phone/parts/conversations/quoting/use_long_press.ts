import { useEffect, useRef } from "preact/hooks";

const holdMs = 450;
const stillPx = 10;

/** Handlers of an element that is held by a finger; links and buttons in it keep their own. */
export function useLongPress(open: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => stop, []);
  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      stop();
      if (pointerType === "mouse") return;
      if ((target as Element).closest("a, button, summary, audio")) return;
      const timer = setTimeout(() => {
        press.current = null;
        ignoreTap();
        open();
      }, holdMs);
      press.current = { timer, x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > stillPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** Android opens its own menu of a held text. */
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault();
    },
  };
}

/** The finger that has opened a sheet is no tap beside it when it leaves. */
function ignoreTap(): void {
  const over = new AbortController();
  const { signal } = over;
  const end = (event: Event) => {
    if (event.type === "touchend") event.preventDefault();
    over.abort();
  };
  for (const type of ["touchend", "touchcancel"]) {
    document.addEventListener(type, end, { signal, passive: false, capture: true });
  }
}
