import { useEffect } from "preact/hooks";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

interface ListKeysProps {
  /** Key under which this tab remembers the last opened row. */
  name: string;
}

/**
 * Keys of a list: j and k move, Enter opens, / searches, f filters, f again opens the menu of more
 * filters. Coming back to a list lands on the row that was opened. Draws nothing.
 */
export function ListKeys({ name }: ListKeysProps) {
  useEffect(() => {
    const memory = () => `relevo:row:${name}:${location.search}`;
    const links = () => [...document.querySelectorAll<HTMLAnchorElement>("[data-list] a.row-link")];
    const rowOf = (element: Element | null) => element?.closest<HTMLElement>("[data-id]");

    const move = (step: 1 | -1) => {
      const all = links();
      if (all.length === 0) return;
      const at = all.findIndex((link) => rowOf(link) === rowOf(document.activeElement));
      const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step;
      const link = all[Math.min(Math.max(next, 0), all.length - 1)]!;
      link.focus({ preventScroll: true });
      rowOf(link)?.scrollIntoView({ block: "nearest" });
    };
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event) || moveInFilters(event)) return;
      if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
      else if (event.key === "/") document.querySelector<HTMLElement>("[data-search]")?.focus();
      else if (event.key === "f") goToFilters();
      else return;
      event.preventDefault();
    };
    const remember = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.("[data-list] a");
      const row = rowOf(link ?? null);
      if (row) sessionStorage.setItem(memory(), row.dataset.id!);
    };
    const goBack = () => {
      // Never takes the focus from another element, above all the search.
      if (document.activeElement !== document.body) return;
      const id = sessionStorage.getItem(memory());
      const link = id &&
        document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] a.row-link`);
      if (link) link.focus({ preventScroll: true });
    };
    goBack();
    document.addEventListener("keydown", press);
    document.addEventListener("toggle", leaveFilter, true);
    document.addEventListener("click", remember);
    document.addEventListener(regionsReplaced, goBack);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("toggle", leaveFilter, true);
      document.removeEventListener("click", remember);
      document.removeEventListener(regionsReplaced, goBack);
    };
  }, [name]);
  return null;
}

/** Returns focus to the menu of more filters, or its button, when a filter of it closes. */
function leaveFilter({ target, newState }: ToggleEvent): void {
  const menu = target as Element;
  if (newState !== "closed" || menu.matches(".more-filters")) return;
  // The browser blurs a hidden element one frame later.
  const at = document.activeElement;
  if (at !== document.body && !menu.contains(at) && !at?.closest(".more-filters")) return;
  const owner = menu.parentElement;
  const opener = `.more-filters:popover-open [popovertarget="${menu.id}"]`;
  const origin = owner?.querySelector<HTMLElement>(opener) ??
    owner?.querySelector<HTMLElement>(":scope > .more-filters-button");
  origin?.focus();
}

/** Focuses the first filter, which a phone has in a sheet; from there, opens the menu of more. */
function goToFilters(): void {
  const bar = document.querySelector<HTMLElement>("[data-filters]");
  const chip = document.querySelector<HTMLElement>(".filters-button");
  if (chip?.checkVisibility() && !bar?.matches(":popover-open")) chip.click();
  const more = bar?.querySelector<HTMLElement>(".more-filters-button");
  if (!more?.checkVisibility() || !bar!.contains(document.activeElement)) {
    return bar?.querySelector<HTMLElement>("button")?.focus();
  }
  const menu = document.getElementById(more.getAttribute("popovertarget")!)!;
  if (!menu.matches(":popover-open")) more.click();
  menu.querySelector("button")?.focus();
}

const steps: Partial<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Moves focus by arrows among filters, into an open menu and in that of more. @returns if moved */
function moveInFilters(event: KeyboardEvent): boolean {
  const step = steps[event.key];
  const from = (event.target as Element | null)?.closest?.("[data-filters] button[popovertarget]");
  if (!step || !from) return false;
  const menu = from.closest("[popover]");
  const opened = document.getElementById(from.getAttribute("popovertarget")!);
  if (event.key === "ArrowDown" && opened?.matches(":popover-open")) {
    event.preventDefault();
    opened.querySelector<HTMLElement>("a, button, input:not([type=hidden])")?.focus();
    return true;
  }
  const within = menu ?? from.closest("[data-filters]")!;
  const stops = [...within.querySelectorAll<HTMLElement>("button[popovertarget]")]
    .filter((stop) => stop.closest("[popover]") === menu);
  event.preventDefault();
  stops[stops.indexOf(from as HTMLElement) + step]?.focus();
  return true;
}
