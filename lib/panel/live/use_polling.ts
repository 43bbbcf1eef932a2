import { useEffect, useRef } from "preact/hooks";

/** Runs `work` every `periodMs` while the page is visible; runs never overlap. */
export function usePolling(active: boolean, periodMs: number, work: () => void | Promise<void>) {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    let running = false;
    const wait = () => {
      clearTimeout(timer);
      if (!stopped && document.visibilityState === "visible") timer = setTimeout(tick, periodMs);
    };
    const tick = async () => {
      if (running) return;
      running = true;
      await latest.current();
      running = false;
      wait();
    };
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") tick();
    };
    document.addEventListener("visibilitychange", onVisibility);
    wait();
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [active, periodMs]);
}
