import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useWords } from "@/components/page.ts";
import { fetchModule } from "@/components/fetch_module.ts";
import type { LinePlace } from "@/lib/panel/quotes/editor/line_history.ts";
import {
  blankLine,
  type Cell,
  type GridLine,
  isBlank,
  tidied,
} from "@/lib/panel/quotes/editor/lines.ts";
import { writeDecimal } from "@/lib/panel/page/numbers.ts";
import {
  type Product,
  productParts,
  useLateProduct,
} from "@/lib/panel/quotes/editor/late_product.ts";
import { type LineFocus, useLineOrder } from "@/lib/panel/quotes/editor/use_line_order.ts";
import { delayFlush, offerPlaces } from "@/lib/panel/quotes/editor/quote_now.ts";
import { pasteLate, type PasteParts } from "@/lib/panel/quotes/editor/late_paste.ts";
import type { Pasted } from "@/lib/panel/quotes/editor/paste.ts";
import type { Change, Changing, LineDrafts } from "@/lib/panel/quotes/drafts/line_drafts.ts";
import { useUndo } from "@/lib/panel/quotes/editor/use_undo.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { tellNotLoaded } from "@/lib/panel/page/later.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";
import type { Language } from "@/lib/words/language.ts";

interface GridOptions {
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
export function useGrid(options: GridOptions) {
  const { lines, language } = options;
  const at = useLineFocus(lines);
  const { grid, wanted, focus, indexOf } = at;
  const cells = useCells(options, indexOf);
  const undo = useUndo({ ...options, grid, go: (place) => (wanted.current = place) });
  const products = useProducts(options, at, { ...undo, edit: cells.edit });
  const order = useLineOrder(options, at, undo.offerUndo);
  const fill = useFill(options, at, { fresh: cells.fresh, offerUndo: undo.offerUndo });

  function paste(event: ClipboardEvent) {
    const place = placeOf(event.target);
    if (!place || place.cell === "description") return;
    pasteLate(
      event,
      { from: place.cell, language },
      (pasted, parts) => fill.current(place, pasted, parts),
    );
  }

  function press(event: KeyboardEvent) {
    const place = placeOf(event.target);
    if (!place || event.defaultPrevented || event.isComposing) return;
    const { key } = place;
    const cell = place.cell === "description" ? "name" : place.cell;
    const isWith = event.ctrlKey || event.metaKey;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (isWith && event.key.toLowerCase() === "d") order.duplicate(key, cell);
    else if (isWith && event.key === "Backspace") order.remove(key, cell);
    else if (step && event.altKey) order.move(key, indexOf(key) + step, { cell });
    else if (place.cell === "description" || isWith) return;
    else if (event.key === "Enter" && event.shiftKey) detail(key);
    else if (event.key === "Enter") order.addBelow(key);
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
    cells.edit(key, { description: line.description ?? "" }, { isUnrecorded: true });
  }

  return { grid, paste, press, ...cells, ...products, remove: order.remove };
}

/** Finds lines and their cells in the sheet; the focus goes where it is wanted once that is drawn. */
function useLineFocus(lines: GridLine[]): LineFocus {
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<LinePlace | null>(null);
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

  return { grid, wanted, focus, indexOf };
}

/** What is typed into the cells of a line. */
function useCells(
  { lines, change, taxRate, language, currency }: GridOptions,
  indexOf: LineFocus["indexOf"],
) {
  /** A cell that is entered again begins a new step of undo. */
  const visits = useRef(0);

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
    const tidy = tidied(cell, text, { language, currency });
    if (tidy !== text) edit(key, { [cell]: tidy }, { isUnrecorded: true });
  }

  const enter = () => void visits.current++;
  return { edit, fresh, type, describe, leaveDetail, leave, enter };
}

interface Steps extends ReturnType<typeof useUndo> {
  edit: ReturnType<typeof useCells>["edit"];
}

/** Products that are put into lines, or made of them. */
function useProducts(options: GridOptions, { wanted, focus, indexOf }: LineFocus, steps: Steps) {
  const { lines, change, language, currency } = options;
  const { offerUndo, takeBack, edit } = steps;
  const notation = { language, currency };
  const words = useWords(lineWords);

  function take(key: string, product: Product) {
    const line = lines[indexOf(key)];
    if (!line) return;
    wanted.current = { key, cell: "quantity" };
    edit(key, productParts(line, product, notation));
  }

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

  return { take, takeLate, make };
}

interface Filling {
  fresh: () => GridLine;
  offerUndo: ReturnType<typeof useUndo>["offerUndo"];
}

/** Puts what was pasted into the lines as they are by then. */
function useFill(options: GridOptions, { wanted, indexOf }: LineFocus, filling: Filling) {
  const { lines, change, language, currency } = options;
  const { fresh, offerUndo } = filling;
  const notation = { language, currency };

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

  return latestFill;
}

export type Grid = ReturnType<typeof useGrid>;

function placeOf(target: EventTarget | null): LinePlace | null {
  const input = (target as HTMLElement | null)?.closest<HTMLElement>("[data-cell]");
  const row = input?.closest<HTMLElement>("[data-key]");
  if (!input || !row) return null;
  return { key: row.dataset.key!, cell: input.dataset.cell as LinePlace["cell"] };
}
