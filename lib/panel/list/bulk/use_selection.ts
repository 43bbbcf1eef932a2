import { type Dispatch, type StateUpdater, useEffect, useState } from "preact/hooks";
import { isShortcut } from "@/lib/panel/page/keys.ts";
import { regionsReplaced } from "@/lib/panel/live/regions.ts";

const boxes = () => [...document.querySelectorAll<HTMLInputElement>("[data-list] [data-pick]")];
const idOf = (box: HTMLInputElement) => Number(box.value);

/**
 * The rows of the page that are selected: by their boxes, the box of the head, Shift and a click, and
 * x on the row that has the focus; Escape clears. A redrawn row stays selected.
 */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [rows, setRows] = useState(0);

  useEffect(() => {
    const draw = () => {
      const all = boxes();
      setRows(all.length);
      for (const box of all) {
        box.checked = ids.has(idOf(box));
        box.closest("tr")?.toggleAttribute("data-picked", box.checked);
      }
      for (const head of document.querySelectorAll<HTMLInputElement>("[data-pick-page]")) {
        head.checked = ids.size > 0 && ids.size === all.length;
        head.indeterminate = ids.size > 0 && !head.checked;
      }
    };
    const prune = () => {
      const there = new Set(boxes().map(idOf));
      if ([...ids].every((id) => there.has(id))) draw();
      else setIds(ids.intersection(there));
    };
    draw();
    document.addEventListener(regionsReplaced, prune);
    return () => document.removeEventListener(regionsReplaced, prune);
  }, [ids]);

  useEffect(() => listenToPicks(setIds), []);

  return {
    ids,
    rows,
    pickPage: () => setIds(new Set(boxes().map(idOf))),
    clear: () => setIds(new Set()),
  };
}

/** @returns what stops it */
function listenToPicks(setIds: Dispatch<StateUpdater<ReadonlySet<number>>>): () => void {
  let last: number | null = null;
  let isRange = false;
  const set = (some: number[], isOn: boolean) =>
    setIds((ids) => isOn ? ids.union(new Set(some)) : ids.difference(new Set(some)));
  const pick = (box: HTMLInputElement, isOn: boolean) => {
    const order = boxes().map(idOf);
    const [from, to] = [
      isRange && last !== null ? order.indexOf(last) : -1,
      order.indexOf(idOf(box)),
    ];
    const range = from < 0 ? [idOf(box)] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    last = idOf(box);
    set(range, isOn);
  };
  // A label passes its click on without the key, and Shift would mark text.
  const point = (event: MouseEvent) => {
    isRange = event.shiftKey;
    if (isRange && (event.target as Element).closest(".pick")) event.preventDefault();
  };
  const change = (event: Event) => {
    const box = event.target as HTMLInputElement;
    if (box.matches("[data-list] [data-pick]")) pick(box, box.checked);
    else if (box.matches("[data-pick-page]")) set(boxes().map(idOf), box.checked);
    isRange = false;
  };
  const press = (event: KeyboardEvent) => {
    if (!isShortcut(event)) return;
    if (event.key === "Escape" && !document.querySelector(":popover-open")) {
      return setIds((ids) => ids.size > 0 ? new Set() : ids);
    }
    if (event.key !== "x") return;
    const box = document.activeElement?.closest("[data-list] [data-id]")
      ?.querySelector<HTMLInputElement>("[data-pick]");
    if (!box) return;
    event.preventDefault();
    isRange = false;
    pick(box, !box.checked);
  };
  document.addEventListener("mousedown", point);
  document.addEventListener("change", change);
  document.addEventListener("keydown", press);
  return () => {
    document.removeEventListener("mousedown", point);
    document.removeEventListener("change", change);
    document.removeEventListener("keydown", press);
  };
}
