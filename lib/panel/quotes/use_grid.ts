import { useLayoutEffect, useRef } from "preact/hooks";
import {
  blankLine,
  type Cell,
  type GridLine,
  isBlank,
  type LineValues,
  maxLines,
  newLineKey,
  textsOf,
  tidied,
} from "@/lib/panel/quotes/lines.ts";
import { writeDecimal } from "@/lib/panel/numbers.ts";
import { readPasted } from "@/lib/panel/quotes/paste.ts";
import { showToast } from "@/lib/panel/toasts.ts";
import { commonWords } from "@/lib/words/panel/common.ts";
import { lineWords } from "@/lib/words/panel/sales/quote_lines.ts";
import { type Language, speak } from "@/lib/words/language.ts";

export interface Product {
  id: number;
  sku: string | null;
  name: string;
  description: string | null;
  unit: string | null;
  unit_price: number;
  tax_rate: number;
}

interface Options {
  lines: GridLine[];
  change(make: (lines: GridLine[]) => GridLine[]): void;
  /** The tax rate of lines without a product. */
  taxRate: number;
  language: Language;
}

type Place = { key: string; cell: Cell | "description" };

/** Typing, keys, pasting and moving in the grid. The focus follows the line. */
export function useGrid({ lines, change, taxRate, language }: Options) {
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<Place | null>(null);
  const words = speak(lineWords, language);

  // A layout effect, so that the focus has moved before the next key.
  useLayoutEffect(() => {
    if (wanted.current && focus(wanted.current)) wanted.current = null;
  });

  function focus({ key, cell }: Place): boolean {
    const row = grid.current?.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const input = row?.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`);
    input?.focus();
    input?.select();
    return input !== undefined && input !== null;
  }

  const indexOf = (key: string) => lines.findIndex((line) => line.key === key);

  function edit(key: string, values: Partial<GridLine>) {
    change((all) => all.map((line) => line.key === key ? { ...line, ...values } : line));
  }

  /** A new line gets the default quantity and tax. */
  function type(key: string, cell: Cell, text: string) {
    const line = lines[indexOf(key)];
    if (!line) return;
    const first = isBlank(line) ? { quantity: "1", tax_rate: ownTax() } : {};
    edit(key, { ...first, [cell]: text });
  }

  function ownTax(): string {
    return writeDecimal(taxRate, language);
  }

  function leave(key: string, cell: Cell) {
    const text = lines[indexOf(key)]?.[cell];
    if (text === undefined) return;
    const tidy = tidied(cell, text, language);
    if (tidy !== text) edit(key, { [cell]: tidy });
  }

  function take(key: string, product: Product) {
    const line = lines[indexOf(key)];
    if (!line) return;
    const values: LineValues = {
      ...product,
      product_id: product.id,
      quantity: 1,
      discount_percent: 0,
    };
    const { quantity, discount_percent } = line;
    wanted.current = { key, cell: "quantity" };
    edit(key, {
      ...textsOf(values, language),
      quantity: quantity || "1",
      discount_percent,
      product_id: product.id,
      sku: product.sku,
      description: product.description,
    });
  }

  function addBelow(key: string) {
    const at = indexOf(key);
    const below = lines[at + 1];
    if (below && isBlank(below)) return void focus({ key: below.key, cell: "name" });
    if (isBlank(lines[at]!) || lines.length > maxLines) return;
    insert(at + 1, [blankLine()], "name");
  }

  function insert(at: number, added: GridLine[], cell: Cell) {
    wanted.current = { key: added.at(-1)!.key, cell };
    change((all) => all.toSpliced(at, 0, ...added));
  }

  function duplicate(key: string, cell: Cell) {
    const at = indexOf(key);
    if (isBlank(lines[at]!) || lines.length > maxLines) return;
    insert(at + 1, [{ ...lines[at]!, key: newLineKey(), id: null }], cell);
  }

  function remove(key: string, cell: Cell = "name") {
    const at = indexOf(key);
    const gone = lines[at]!;
    if (isBlank(gone)) return;
    const next = lines[at + 1] ?? lines[at - 1];
    wanted.current = next ? { key: next.key, cell } : null;
    change((all) => all.filter((line) => line.key !== key));
    showToast({
      text: words.removed,
      undo: {
        label: speak(commonWords, language).undo,
        // Saved without the line, the database has lost it, so undo adds a new one.
        run: () => {
          wanted.current = { key: gone.key, cell };
          change((all) => all.toSpliced(Math.min(at, all.length), 0, { ...gone, id: null }));
        },
      },
    });
  }

  function move(key: string, to: number, cell?: Cell) {
    const from = indexOf(key);
    const isPlace = to >= 0 && to < lines.length && !isBlank(lines[from]!) && !isBlank(lines[to]!);
    if (!isPlace || from === to) return;
    if (cell) wanted.current = { key, cell };
    change((all) => {
      const line = all[from]!;
      return all.toSpliced(from, 1).toSpliced(to, 0, line);
    });
  }

  const latestMove = useRef(move);
  latestMove.current = move;

  /** The line takes the place of the one under the pointer. */
  function drag(event: PointerEvent, key: string) {
    event.preventDefault();
    const stop = new AbortController();
    const carry = ({ clientY }: PointerEvent) => {
      const rows = [...grid.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []];
      const to = rows.findIndex((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return clientY >= top && clientY < bottom;
      });
      latestMove.current(key, to);
    };
    // Listens on the document: moving the row would end a pointer capture.
    document.addEventListener("pointermove", carry, { signal: stop.signal });
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => stop.abort(), { signal: stop.signal });
    }
  }

  function paste(event: ClipboardEvent) {
    const place = placeOf(event.target);
    if (!place || place.cell === "description") return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const rows = readPasted(text, { from: place.cell, language });
    if (!rows) return;
    event.preventDefault();
    const at = indexOf(place.key);
    const free = maxLines - lines.filter((line) => !isBlank(line)).length;
    const under = place.cell === "name" ? [] : lines.slice(at).filter((line) => !isBlank(line));
    const given = rows.slice(0, under.length + free);
    const filled = given.map((row, index): GridLine => {
      const tidy = Object.fromEntries(
        Object.entries(row).map(([cell, value]) => [cell, tidied(cell as Cell, value, language)]),
      );
      const line = under[index];
      if (line) return { ...line, ...tidy };
      const free: GridLine = { ...blankLine(), quantity: "1", tax_rate: ownTax() };
      const meant = Object.entries(tidy).filter(([, value]) => value !== "");
      return { ...free, ...Object.fromEntries(meant) };
    });
    wanted.current = { key: filled.at(-1)!.key, cell: place.cell };
    const replaced = Math.min(under.length, filled.length);
    const from = place.cell === "name" && !isBlank(lines[at]!) ? at + 1 : at;
    change((all) => all.toSpliced(from, replaced, ...filled));
    const isCut = given.length < rows.length;
    showToast({
      text: isCut ? words.tooMany(maxLines) : words.pasted(filled.length),
      isFailure: isCut,
    });
  }

  function press(event: KeyboardEvent) {
    const place = placeOf(event.target);
    if (!place || event.defaultPrevented || event.isComposing) return;
    const { key } = place;
    const cell = place.cell === "description" ? "name" : place.cell;
    const isWith = event.ctrlKey || event.metaKey;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (isWith && event.key.toLowerCase() === "d") duplicate(key, cell);
    else if (isWith && event.key === "Backspace") remove(key, cell);
    else if (step && event.altKey) move(key, indexOf(key) + step, cell);
    else if (place.cell === "description" || isWith) return;
    else if (event.key === "Enter" && event.shiftKey) detail(key);
    else if (event.key === "Enter") addBelow(key);
    else if (step && !event.shiftKey) {
      const next = lines[indexOf(key) + step];
      if (next) focus({ key: next.key, cell });
    } else return;
    event.preventDefault();
  }

  function detail(key: string) {
    const line = lines[indexOf(key)]!;
    if (isBlank(line)) return;
    wanted.current = { key, cell: "description" };
    edit(key, { description: line.description ?? "" });
  }

  return { grid, type, edit, leave, take, remove, drag, paste, press };
}

export type Grid = ReturnType<typeof useGrid>;

function placeOf(target: EventTarget | null): Place | null {
  const input = (target as HTMLElement | null)?.closest<HTMLElement>("[data-cell]");
  const row = input?.closest<HTMLElement>("[data-key]");
  if (!input || !row) return null;
  return { key: row.dataset.key!, cell: input.dataset.cell as Place["cell"] };
}
