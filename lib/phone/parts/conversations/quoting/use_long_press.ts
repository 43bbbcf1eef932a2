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
