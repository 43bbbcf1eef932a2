import { usePage } from "@/components/page.ts";
import { useRef, useState } from "preact/hooks";
import { type Cell, type GridLine, restingText } from "@/lib/panel/quotes/editor/lines.ts";
import { priceProduct } from "@/lib/panel/quotes/editor/unpriced.ts";
import type { Grid } from "@/lib/panel/quotes/editor/use_grid.ts";

interface FigureCellProps {
  line: GridLine;
  cell: Exclude<Cell, "name">;
  label: string;
  error?: string;
  /** The line in which the next one is typed: Tab goes past its figures. */
  isNew: boolean;
  grid: Grid;
  currency: string;
}

/** A cell beside the line's name; it reads like the totals until somebody types in it. */
export function FigureCell(props: FigureCellProps) {
  const { language } = usePage();
  const { line, cell, label, error, isNew, grid, currency } = props;
  const [isTyped, setTyped] = useState(false);
  const isEntered = useRef(false);
  const text = line[cell];
  return (
    <input
      type="text"
      class={`cell ${cell === "unit" ? "" : "text-right tabular-nums"}`}
      data-cell={cell}
      inputMode={cell === "unit" ? undefined : "decimal"}
      data-most={20}
      dir="auto"
      aria-label={label}
      aria-invalid={error ? "true" : undefined}
      title={error}
      autocomplete="off"
      tabIndex={isNew ? -1 : undefined}
      value={isTyped ? text : restingText(cell, text, { language, currency })}
      onFocus={({ currentTarget }) => {
        // At once: what selects the text does so before the next drawing.
        if (currentTarget.value !== text) currentTarget.value = text;
        setTyped(true);
        isEntered.current = true;
      }}
      onClick={({ currentTarget }) => {
        // Entered by a press, as by a key: typing replaces. The next press sets the caret.
        const { selectionStart, selectionEnd } = currentTarget;
        if (isEntered.current && selectionStart === selectionEnd) currentTarget.select();
        isEntered.current = false;
      }}
      onInput={(event) => {
        isEntered.current = false;
        grid.type(line.key, cell, event.currentTarget.value);
      }}
      onBlur={() => {
        setTyped(false);
        grid.leave(line.key, cell);
        if (cell === "unit_price") priceProduct(line.product_id, text);
      }}
    />
  );
}
