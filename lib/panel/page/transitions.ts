const maxFrames = 5;
const key = "relevo:plain";

export const transitionRule =
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

interface Swap extends Event {
  viewTransition?: { ready: Promise<void>; skipTransition(): void } | null;
}

/** Changes pages without a transition where drawing it is slow. Returns a stop function. */
export function keepChangesQuick(): () => void {
  const swap = (event: Event) => {
    const { viewTransition } = event as Swap;
    viewTransition?.ready.catch(() => {});
    if (isPlain()) viewTransition?.skipTransition();
  };
  const watch = new PerformanceObserver((list) => {
    const [painted] = list.getEntriesByName("first-contentful-paint");
    const [page] = performance.getEntriesByType(
      "navigation",
    ) as (PerformanceNavigationTiming & { activationStart?: number })[];
    if (!painted || !page) return;
    const there = Math.max(page.activationStart ?? 0, page.domContentLoadedEventEnd);
    if (painted.startTime - there > maxFrames * 1_000 / 60) makePlain();
  });
  watch.observe({ type: "paint", buffered: true });
  addEventListener("pageswap", swap);
  return () => {
    watch.disconnect();
    removeEventListener("pageswap", swap);
  };
}

function isPlain(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function makePlain(): void {
  try {
    sessionStorage.setItem(key, "");
  } catch {
    // Without storage, every change is drawn.
  }
}
