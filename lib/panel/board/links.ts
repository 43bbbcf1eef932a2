import { regionsReplaced } from "@/lib/panel/live/regions.ts";

/** Scrolls a phone's board to the column that its strip names. Returns a stop function. */
export function listenToLinks(): () => void {
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const stage = (event.target as Element).closest<HTMLElement>("a[data-strip]")?.dataset.strip;
    if (!stage) return;
    event.preventDefault();
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.getElementById(`stage-${stage}`)?.scrollIntoView({
      inline: "start",
      block: "nearest",
      behavior: isCalm ? "auto" : "smooth",
    });
  };
  const mark = () => {
    const board = document.querySelector<HTMLElement>("[data-board]");
    if (!board) return;
    const active = [...board.querySelectorAll<HTMLElement>("[data-stage]")].find((column) =>
      column.offsetLeft + column.offsetWidth / 2 > board.scrollLeft
    );
    for (const link of document.querySelectorAll<HTMLElement>("a[data-strip]")) {
      const isShown = link.dataset.strip === active?.dataset.stage;
      if (isShown === (link.getAttribute("aria-current") === "true")) continue;
      link.setAttribute("aria-current", String(isShown));
      const strip = link.parentElement!;
      if (isShown) strip.scrollTo({ left: link.offsetLeft - 16 });
    }
  };
  document.addEventListener("click", click);
  document.addEventListener("scroll", mark, { capture: true, passive: true });
  document.addEventListener(regionsReplaced, mark);
  mark();
  return () => {
    document.removeEventListener(regionsReplaced, mark);
    document.removeEventListener("click", click);
    document.removeEventListener("scroll", mark, { capture: true });
  };
}
