import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import { runUndo } from "@/lib/panel/save/run_verb.ts";
import { whenShown } from "@/lib/panel/page/shown.ts";
import { dropToast, shownMs, takeKeptToast, toast } from "@/lib/panel/page/toasts.ts";

/** Toast with the outcome of an action and its undo; its timer pauses while it is in use. */
export function Toasts() {
  const [isHeld, setHeld] = useState(false);
  const line = toast.use();
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const toast = box.current;
    if (!toast) return;
    const stop = new AbortController();
    // Loaded with the first toast; without a network the toast stays at the bottom.
    fetchModule(() => import("@/lib/panel/frame/make_room.ts"))
      .then(({ keepRoom }) => keepRoom(toast, stop.signal), () => {});
    return () => stop.abort();
  }, [line]);
  useEffect(() => {
    if (!line || isHeld) return;
    const usual = line.isFailure ? 2 * shownMs : shownMs;
    const timer = setTimeout(dropToast, line.shownMs ?? usual);
    return () => clearTimeout(timer);
  }, [line, isHeld]);
  useEffect(() => {
    // A page restored by Back from the cache is not started again.
    const show = () => {
      const storedToast = takeKeptToast();
      if (!storedToast) return;
      const { undo, ...line } = storedToast;
      toast.set({ ...line, undo: undo && { ...undo, run: () => runUndo(undo.call) } });
    };
    const stop = whenShown(show);
    addEventListener("pageshow", show);
    return () => {
      stop();
      removeEventListener("pageshow", show);
    };
  }, []);
  const action = "shrink-0 font-semibold underline underline-offset-2";
  return (
    <div
      role={line?.isFailure ? "alert" : "status"}
      class="toasts pointer-events-none fixed inset-x-3 bottom-18 z-30 flex md:bottom-3 md:left-62"
    >
      {line && (
        <p
          key={line.text}
          ref={box}
          class="toast pointer-events-auto flex max-w-full items-center gap-4 rounded-lg bg-text px-4 py-2.5 text-surface shadow-float"
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocusIn={() => setHeld(true)}
          onFocusOut={() => setHeld(false)}
        >
          <span class="line-clamp-3 font-medium">{line.text}</span>
          {line.link && <a href={line.link.href} class={action}>{line.link.label}</a>}
          {line.more && (
            <button type="button" class={action} onClick={line.more.run}>{line.more.label}</button>
          )}
          {line.undo && (
            <button
              type="button"
              class={action}
              onClick={() => {
                const { undo } = line;
                dropToast();
                undo?.run();
              }}
            >
              {line.undo.label}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
