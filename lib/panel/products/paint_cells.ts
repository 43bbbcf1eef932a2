import { type CellName, type CellRecord, cellText } from "@/lib/panel/products/cells.ts";
import type { Language } from "@/lib/words/language.ts";

/** Typed value of a cell that is not saved yet, or cannot be. */
export interface Draft {
  typed: string;
  state: "saving" | "kept" | "wrong";
  error?: string;
}

interface Paint {
  records: Map<number, CellRecord>;
  /** By `<id>.<cell>`. */
  drafts: Map<string, Draft>;
  language: Language;
  currency: string;
}

/**
 * Writes values, drafts and errors into the rows that the server drew. Called after every change
 * and after every redraw, so that neither loses what was typed.
 */
export function paintCells({ records, drafts, language, currency }: Paint): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-list] [data-id]")) {
    const id = Number(row.dataset.id);
    const record = records.get(id);
    if (!record) continue;
    for (const shown of row.querySelectorAll<HTMLElement>("[data-shown]")) {
      const name = shown.dataset.shown as CellName;
      const text = drafts.get(`${id}.${name}`)?.typed ??
        cellText(name, record, { language, currency });
      if (shown.textContent !== text) shown.textContent = text;
    }
    for (const cell of row.querySelectorAll<HTMLElement>(".grid-cell, a.row-link")) {
      const name = nameOf(cell);
      paintState(cell, `error-${id}-${name}`, drafts.get(`${id}.${name}`));
    }
  }
}

/** The colour of a draft, and the error below the cell. */
function paintState(cell: HTMLElement, errorId: string, draft: Draft | undefined): void {
  if (draft) cell.dataset.state = draft.state;
  else delete cell.dataset.state;
  const old = document.getElementById(errorId);
  if (!draft?.error) {
    old?.remove();
    cell.removeAttribute("aria-describedby");
    return;
  }
  const line = old ?? document.createElement("span");
  line.id = errorId;
  line.className = "cell-error";
  if (line.textContent !== draft.error) line.textContent = draft.error;
  if (!old) cell.parentElement!.append(line);
  cell.setAttribute("aria-describedby", errorId);
}

/** The cells of a row that the arrows go through: its link is the cell of the name. */
export function cellsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>("a.row-link, .grid-cell")];
}

export interface CellPlace {
  id: number;
  name: CellName;
}

/** The cell that an element is, or is in. */
export function placeOf(element: Element | null): CellPlace | null {
  const cell = element?.closest<HTMLElement>("[data-list] :is(a.row-link, .grid-cell)");
  const row = cell?.closest<HTMLElement>("[data-id]");
  if (!cell || !row) return null;
  return { id: Number(row.dataset.id), name: nameOf(cell) };
}

/** The element of a cell, unless its row has left the page. */
export function cellAt({ id, name }: CellPlace): HTMLElement | null {
  const row = document.querySelector(`[data-list] [data-id="${id}"]`);
  const cell = name === "name" ? "a.row-link" : `#cell-${id}-${name}`;
  return row?.querySelector<HTMLElement>(cell) ?? null;
}

/** Of a cell: its id ends with it. The link to the record is the cell of the name. */
function nameOf({ id, tagName }: HTMLElement): CellName {
  return tagName === "A" ? "name" : id.replace(/^cell-\d+-/, "") as CellName;
}

/** The cell beside, above or below; null at the edge. */
export function neighbour(
  place: CellPlace,
  step: "left" | "right" | "up" | "down",
): HTMLElement | null {
  const cell = cellAt(place);
  const row = cell?.closest("[data-id]");
  if (!cell || !row) return null;
  const cells = cellsOf(row);
  const at = cells.indexOf(cell);
  if (step === "left" || step === "right") return cells[at + (step === "left" ? -1 : 1)] ?? null;
  const other = step === "up" ? row.previousElementSibling : row.nextElementSibling;
  return other ? cellsOf(other)[at] ?? null : null;
}
