import { usePage, useWords } from "@/components/page.ts";
import { LineRow } from "@/lib/panel/quotes/parts/LineRow.tsx";
import { readLine } from "@/lib/panel/quotes/editor/lines.ts";
import { useGrid } from "@/lib/panel/quotes/editor/use_grid.ts";
import type { LineDrafts } from "@/lib/panel/quotes/drafts/line_drafts.ts";
import type { Totals } from "@/lib/sales/quotes/totals.ts";
import { commonWords } from "@/lib/words/common.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";

interface LineGridProps {
  drafts: LineDrafts;
  totals: Totals;
  taxRate: number;
  taxLabel: string;
  currency: string;
}

/** A quotation's lines as a sheet that the keyboard is enough for. */
export function LineGrid(props: LineGridProps) {
  const { companyId, language } = usePage();
  const { drafts, totals, taxLabel, currency } = props;
  const { lines, base, refused, change, revert } = drafts;
  const words = useWords(lineWords);
  const { notUnderstood } = useWords(commonWords);
  const grid = useGrid({ ...props, companyId, language, lines, change, revert });
  const columns = [
    ["line-quantity", words.quantityShort],
    ["line-unit", words.unit],
    ["line-unit-price", words.unit_price],
    ["line-discount-percent", words.discountShort],
    ["line-tax-rate", `${taxLabel} %`],
    ["line-net", words.net],
  ];
  return (
    <div
      ref={grid.grid}
      class="quote-sheet"
      onFocusIn={grid.enter}
      onKeyDown={grid.press}
      onPaste={grid.paste}
      onFocusOut={(event) => {
        const to = event.relatedTarget as Node | null;
        if (!to || !event.currentTarget.contains(to)) drafts.run();
      }}
    >
      <div class="quote-line quote-head" aria-hidden="true">
        <span />
        <span class="line-name">{words.name}</span>
        {columns.map(([place, label]) => <span key={place} class={place}>{label}</span>)}
        <span />
      </div>
      <ol aria-label={words.lines} class="quote-lines">
        {lines.map((line, index) => {
          const stored = base.find(({ id }) => id === line.id);
          const wrong = readLine(line, language, stored).wrong.map((cell) => [cell, notUnderstood]);
          const messages = Object.entries(refused).filter(([name]) =>
            name.startsWith(`${line.key}.`)
          )
            .map(([name, text]) => [name.slice(line.key.length + 1), text]);
          return (
            <LineRow
              key={line.key}
              line={line}
              index={index}
              net={totals.line_nets[index]!}
              errors={Object.fromEntries([...messages, ...wrong])}
              grid={grid}
              taxLabel={taxLabel}
              currency={currency}
            />
          );
        })}
      </ol>
    </div>
  );
}
