import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { fetchModule } from "@/components/fetch_module.ts";
import type { LinePlace } from "@/lib/panel/quotes/editor/line_history.ts";
import {
  blankLine,
  type Cell,
  type GridLine,
  isBlank,
  newLineKey,
  tidied,
} from "@/lib/panel/quotes/editor/lines.ts";
import { writeDecimal } from "@/lib/panel/page/numbers.ts";
import {
  type Product,
  productParts,
  useLateProduct,
} from "@/lib/panel/quotes/editor/late_product.ts";
import { dragLinesLate } from "@/lib/panel/quotes/editor/late_drag.ts";
import { delayFlush, offerPlaces } from "@/lib/panel/quotes/editor/quote_now.ts";
import { pasteLate, type PasteParts } from "@/lib/panel/quotes/editor/late_paste.ts";
import type { Pasted } from "@/lib/panel/quotes/editor/paste.ts";
import type { Change, Changing, LineDrafts } from "@/lib/panel/quotes/drafts/line_drafts.ts";
import { useUndo } from "@/lib/panel/quotes/editor/use_undo.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";
import { maxLines } from "@/lib/sales/quotes/limits.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Options {
  lines: GridLine[];
  change: Change;
  revert: LineDrafts["revert"];
  /** The tax rate of lines without a product. */
  taxRate: number;
  companyId: number;
  currency: string;
  language: Language;
}

/** Typing, keys, pasting and moving in the grid. The focus follows the line. */
export function useGrid(options: Options) {
  const { lines, change, taxRate, currency, language } = options;
  const notation = { language, currency };
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<LinePlace | null>(null);
  /** A cell that is entered again begins a new step of undo. */
  const visits = useRef(0);
  const words = speak(lineWords, language);
  // A layout effect, so that the focus has moved before the next key.
  useLayoutEffect(() => {
    if (wanted.current && focus(wanted.current)) wanted.current = null;
  });

  function focus({ key, cell }: LinePlace): boolean {
    const row = grid.current?.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const line = lines[indexOf(key)];
    // The figures of a blank line are hidden.
    const place = line && isBlank(line) ? "name" : cell;
    const input = row?.querySelector<HTMLInputElement>(`[data-cell="${place}"]`);
    input?.focus();
    input?.select();
    return input !== undefined && input !== null;
  }

  const indexOf = (key: string) => lines.findIndex((line) => line.key === key);

  function edit(key: string, values: Partial<GridLine>, how?: Changing) {
    return change(
      (all) => all.map((line) => line.key === key ? { ...line, ...values } : line),
      how,
    );
  }

  /** A new line gets the default quantity and tax. */
  const fresh = (): GridLine => ({ ...blankLine(), quantity: "1", tax_rate: ownTax() });

  function type(key: string, cell: Cell, text: string) {
    const line = lines[indexOf(key)];
    if (!line) return;
    const first = isBlank(line) ? { quantity: "1", tax_rate: ownTax() } : {};
    edit(key, { ...first, [cell]: text }, { group: `${cell}.${visits.current}` });
  }

  /** A word of the details is a step. */
  function describe(key: string, description: string) {
    const words = description.trim().split(/\s+/).length;
    edit(key, { description }, { group: `description.${visits.current}.${words}` });
  }

  function ownTax(): string {
    return writeDecimal(taxRate, language);
  }

  /** Empty details go. */
  function leaveDetail({ key, description }: GridLine) {
    if (description === "") edit(key, { description: null }, { isUnrecorded: true });
  }

  function leave(key: string, cell: Cell) {
    const text = lines[indexOf(key)]?.[cell];
    if (text === undefined) return;
    const tidy = tidied(cell, text, notation);
    if (tidy !== text) edit(key, { [cell]: tidy }, { isUnrecorded: true });
  }

  function take(key: string, product: Product) {
    const line = lines[indexOf(key)];
    if (!line) return;
    wanted.current = { key, cell: "quantity" };
    edit(key, productParts(line, product, notation));
  }

  const { offerUndo, takeBack } = useUndo({
    ...options,
    grid,
    go: (place) => (wanted.current = place),
  });
  const takeLate = useLateProduct({
    ...options,
    take(key, product) {
      // Typing replaces the selection.
      const here = placeOf(document.activeElement);
      if (here?.key === key) wanted.current = here;
      const line = lines[indexOf(key)]!;
      offerUndo(words.taken(product.name), edit(key, productParts(line, product, notation)));
    },
  });

  /** Makes a product of the line; what is typed there meanwhile stays. */
  function make(line: GridLine) {
    const { key } = line;
    focus({ key, cell: "quantity" });
    const take = (product: Product) => {
      const here = placeOf(document.activeElement);
      if (here?.key === key) wanted.current = here;
      let price = "";
      const step = change((all) =>
        all.map((now) => {
          if (now.key !== key) return now;
          if (here?.key !== key || here.cell !== "unit_price") price = now.unit_price;
          const { description } = now;
          return { ...now, ...productParts(now, product, notation, line), description };
        })
      );
      return { price, takeOff: () => step && takeBack(step) };
    };
    // Loaded with the first that is made, so that the page stays light.
    const making = fetchModule(() => import("@/lib/panel/quotes/editor/make_product.ts"))
      .then(({ makeProduct }) => makeProduct({ ...options, line, take }))
      .catch(() => tellNotLoaded(language));
    delayFlush(making);
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
    const step = change((all) => all.filter((line) => line.key !== key));
    offerUndo(words.removed, step);
  }

  function move(key: string, to: number, { cell, group }: { cell?: Cell; group?: string } = {}) {
    const from = indexOf(key);
    const isPlace = to >= 0 && to < lines.length && !isBlank(lines[from]!) && !isBlank(lines[to]!);
    if (!isPlace || from === to) return;
    if (cell) wanted.current = { key, cell };
    change((all) => {
      const line = all[from]!;
      return all.toSpliced(from, 1).toSpliced(to, 0, line);
    }, { group });
  }

  const show = useRef<typeof showLine>(() => false);
  show.current = showLine;
  useEffect(() => {
    offerPlaces((id, cell) => show.current(id, cell));
    // Lines are what a new quotation lacks.
    const isNew = lines.every(isBlank) && document.activeElement === document.body;
    if (isNew) focus({ key: lines[0]!.key, cell: "name" });
    return () => offerPlaces(null);
  }, []);

  function showLine(id: number, cell: string): boolean {
    const line = lines.find((line) => line.id === id);
    return line !== undefined && focus({ key: line.key, cell: cell as Cell });
  }

  const latestMove = useRef(move);
  latestMove.current = move;

  useEffect(() =>
    dragLinesLate(grid, (key, to, drag) => {
      // One drag is one step.
      latestMove.current(key, to, { group: `drag.${drag}` });
    }), []);

  function paste(event: ClipboardEvent) {
    const place = placeOf(event.target);
    if (!place || place.cell === "description") return;
    pasteLate(
      event,
      { from: place.cell, language },
      (pasted, parts) => latestFill.current(place, pasted, parts),
    );
  }

  const latestFill = useRef(fillFrom);
  latestFill.current = fillFrom;

  function fillFrom({ key, cell }: LinePlace, pasted: Pasted, parts: PasteParts) {
    if (pasted.rows.length === 0) return;
    const into = parts.pasteInto(lines, pasted, { at: indexOf(key), cell, fresh, notation });
    wanted.current = { key: into.last, cell };
    const step = change(() => into.lines);
    if (into.isCut) showToast({ text: into.text, isFailure: true });
    else offerUndo(into.text, step);
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
    else if (step && event.altKey) move(key, indexOf(key) + step, { cell });
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
    edit(key, { description: line.description ?? "" }, { isUnrecorded: true });
  }

  const enter = () => void visits.current++;

  return {
    grid,
    enter,
    type,
    edit,
    describe,
    leaveDetail,
    leave,
    take,
    takeLate,
    make,
    remove,
    paste,
    press,
  };
}

export type Grid = ReturnType<typeof useGrid>;

function placeOf(target: EventTarget | null): LinePlace | null {
  const input = (target as HTMLElement | null)?.closest<HTMLElement>("[data-cell]");
  const row = input?.closest<HTMLElement>("[data-key]");
  if (!input || !row) return null;
  return { key: row.dataset.key!, cell: input.dataset.cell as LinePlace["cell"] };
}
