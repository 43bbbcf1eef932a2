import { type CellName, type CellRecord, cellText } from "@/lib/panel/products/cells.ts";
import type { FieldDrafts } from "@/lib/panel/save/field_drafts.ts";
import type { Language } from "@/lib/words/language.ts";

/** A row's values and what is typed in its cells. */
export type CellRow = FieldDrafts<CellRecord, string>;

interface Paint {
  rows: ReadonlyMap<number, CellRow>;
  language: Language;
  currency: string;
}

/**
 * Writes values, drafts and errors into the rows that the server drew. Called after every change
 * and after every redraw, so that neither loses what was typed.
 */
export function paintCells({ rows, language, currency }: Paint): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-list] [data-id]")) {
    const row = rows.get(Number(element.dataset.id));
    if (!row) continue;
    for (const node of element.querySelectorAll<HTMLElement>("[data-shown]")) {
      const name = node.dataset.shown as CellName;
      const text = row.standing(name)
        ? row.inputIn(name)
        : cellText(name, row.record, { language, currency });
      if (node.textContent !== text) node.textContent = text;
    }
    for (const cell of element.querySelectorAll<HTMLElement>(".grid-cell, a.row-link")) {
      paintState(cell, row);
    }
  }
}

/** The colour of an unsaved input, and the error below the cell. */
function paintState(cell: HTMLElement, row: CellRow): void {
  const name = nameOf(cell);
  const [standing, error] = [row.standing(name), row.errors[name]];
  if (standing) cell.dataset.state = standing;
  else delete cell.dataset.state;
  const errorId = `error-${row.record.id}-${name}`;
  const old = document.getElementById(errorId);
  if (!error) {
    old?.remove();
    cell.removeAttribute("aria-describedby");
    return;
  }
  const line = old ?? document.createElement("span");
  line.id = errorId;
  line.className = "cell-error";
  if (line.textContent !== error) line.textContent = error;
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

/** Returns a cell's name, which its id ends with; the link to the record is the name's. */
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
