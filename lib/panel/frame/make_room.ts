/** Elements that a toast must not cover: bars, text fields, and buttons that submit. */
const needed = [
  ".bulk-bar",
  "nav",
  ".composer",
  "main textarea",
  "main :is(button, input)[type=submit]",
  "main .button-primary",
  "main :focus-visible",
].join(",");

const gap = 8;

/** Keeps a toast off those elements; a press would miss one that moves with the focus it takes. */
export function keepRoom(toast: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  const place = () => {
    if (!toast.matches(":hover, :active")) makeRoom(toast);
  };
  place();
  toast.addEventListener("pointerleave", place, { signal });
  for (const event of ["scroll", "resize", "focusin"]) {
    addEventListener(event, place, { signal, passive: true });
  }
  // Bars and regions appear and disappear with actions.
  const drawn = new MutationObserver(place);
  drawn.observe(document.querySelector("main") ?? document.body, {
    childList: true,
    subtree: true,
  });
  signal.addEventListener("abort", () => drawn.disconnect());
}

/**
 * Lifts a toast from the bottom until it covers none of them; it stays if there is no free place in
 * the lower part of the window.
 */
function makeRoom(toast: HTMLElement): void {
  toast.style.translate = "";
  const box = toast.getBoundingClientRect();
  const others = [...document.querySelectorAll(needed)]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(({ left, right, width }) => width > 0 && left < box.right && right > box.left);
  const top = topAmong(others, box);
  if (top !== null && top < box.top) toast.style.translate = `0 ${top - box.top}px`;
}

interface Extent {
  top: number;
  bottom: number;
}

/** The lowest top that is free of all the others; null without one. Pure. */
export function topAmong(
  others: readonly Extent[],
  { top: lowest, bottom }: Extent,
): number | null {
  const height = bottom - lowest;
  let top = lowest;
  for (const one of others.toSorted((a, b) => b.bottom - a.bottom)) {
    if (one.bottom > top - gap && one.top < top + height + gap) top = one.top - gap - height;
  }
  return top < lowest / 2 ? null : top;
}
