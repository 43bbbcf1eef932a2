import { usePage, useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { FigureCell } from "@/lib/panel/quotes/parts/FigureCell.tsx";
import { ProductCell } from "@/lib/panel/quotes/parts/ProductCell.tsx";
import { formatMoney } from "@/lib/values/money.ts";
import { type Cell, cells, type GridLine, isBlank } from "@/lib/panel/quotes/editor/lines.ts";
import type { Grid } from "@/lib/panel/quotes/editor/use_grid.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";

const figures = cells.filter((cell) => cell !== "name");

interface LineRowProps {
  line: GridLine;
  index: number;
  net: number;
  /** Errors by the cell's name. */
  errors: Partial<Record<string, string>>;
  grid: Grid;
  taxLabel: string;
  currency: string;
}

/** A line as a row of a sheet; on a phone a card with its figures below its name. */
export function LineRow(props: LineRowProps) {
  const { language } = usePage();
  const { line, index, net, errors, grid, taxLabel, currency } = props;
  const words = useWords(lineWords);
  const number = index + 1;
  const isNew = isBlank(line);
  const labels: Record<Cell, string> = { ...words, tax_rate: `${taxLabel} %` };
  const labelOf = (cell: Cell) => words.ofLine(labels[cell], number);
  return (
    <li class={`quote-line ${isNew ? "quote-line-new" : ""}`} data-key={line.key}>
      <button
        type="button"
        class="line-handle"
        tabIndex={-1}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        disabled={isNew}
        title={words.move(number)}
        data-drag
      >
        <Icon name="grip-vertical" />
        <span class="sr-only">{words.move(number)}</span>
      </button>
      <div class="line-name">
        <ProductCell
          line={line}
          label={labelOf("name")}
          error={errors.name}
          grid={grid}
          currency={currency}
        />
        {line.description !== null && <Detail line={line} number={number} grid={grid} />}
      </div>
      {figures.map((cell) => (
        <label key={cell} class={`line-${cell.replace("_", "-")}`}>
          <span class="line-label">{labels[cell]}</span>
          <FigureCell
            line={line}
            cell={cell}
            label={labelOf(cell)}
            error={errors[cell]}
            isNew={isNew}
            grid={grid}
            currency={currency}
          />
        </label>
      ))}
      <span class="line-net">
        {!isNew && (
          <>
            <span class="line-label">{words.net}</span>
            {formatMoney(net, { language, currency })}
          </>
        )}
      </span>
      <button
        type="button"
        class="line-remove"
        tabIndex={-1}
        aria-keyshortcuts="Control+Backspace Meta+Backspace"
        disabled={isNew}
        title={words.remove(number)}
        onClick={() => grid.remove(line.key)}
      >
        <Icon name="x" />
        <span class="sr-only">{words.remove(number)}</span>
      </button>
    </li>
  );
}

interface DetailProps extends Pick<LineRowProps, "line" | "grid"> {
  number: number;
}

function Detail({ line, number, grid }: DetailProps) {
  const words = useWords(lineWords);
  return (
    <textarea
      class="cell line-detail"
      rows={1}
      data-cell="description"
      data-most={5000}
      dir="auto"
      aria-label={words.ofLine(words.description, number)}
      placeholder={words.description}
      value={line.description ?? ""}
      onInput={(event) => grid.describe(line.key, event.currentTarget.value)}
      onBlur={() => grid.leaveDetail(line)}
    />
  );
}
