import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { LateClashDialog } from "@/lib/panel/form/LateClashDialog.tsx";
import { LineGrid } from "@/lib/panel/quotes/parts/LineGrid.tsx";
import { LineTotals } from "@/lib/panel/quotes/parts/LineTotals.tsx";
import { SaveLine } from "@/lib/panel/save/SaveLine.tsx";
import { useCommandKey } from "@/lib/panel/frame/use_command_key.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { later } from "@/lib/panel/page/later.ts";
import { type Cell, isNumberCell, readLine } from "@/lib/panel/quotes/editor/lines.ts";
import {
  isTrashed,
  type QuoteNow,
  useQuote,
  wrongCells,
} from "@/lib/panel/quotes/editor/quote_now.ts";
import { useLines } from "@/lib/panel/quotes/drafts/use_lines.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";

const RevisionsDialog = later(
  () => import("@/lib/panel/quotes/parts/RevisionsDialog.tsx"),
  "RevisionsDialog",
);

/** Wrong cells that are named; of more the number is said. */
const mostNamed = 3;

interface QuoteEditorProps {
  quote: QuoteNow;
  /** Tax rate of a free line. */
  taxRate: number;
  taxLabel: string;
}

/** A draft's lines, its totals as they are typed, and how saving stands; nothing once it is sent. */
export function QuoteEditor(props: QuoteEditorProps) {
  const { companyId, language, timeZone } = usePage();
  const { taxRate, taxLabel } = props;
  const quote = useQuote(props.quote);
  const isGone = isTrashed.use();
  const work = useLines({ quote, companyId, language });
  const [isComparing, setComparing] = useState(false);
  const command = useCommandKey();
  const words = useWords(lineWords);
  const labels = { ...words, tax_rate: `${taxLabel} %` };
  const read = work.lines.map((line) =>
    readLine(line, language, work.base.find(({ id }) => id === line.id))
  );
  const isOpen = quote.status === "draft" && !isGone;
  const wrong = read.flatMap(({ wrong }, at) =>
    [...new Set([...wrong, ...refusedCells(work.refused, work.lines[at]!.key)])]
      .map((cell) => words.ofLine(labels[cell] ?? cell, at + 1))
  );
  const wrongText = isOpen && wrong.length > 0
    ? words.wrong(wrong.slice(0, mostNamed).join("; "), wrong.length - mostNamed)
    : "";
  useEffect(() => wrongCells.set(wrongText), [wrongText]);
  if (!isOpen) return null;
  const totals = totalsOf(read.map(({ values }) => values), quote.currency);
  // The line in which the next one is typed has no rate of its own.
  const shares = totals.tax_breakdown.filter(({ base, rate }) => base > 0 || rate > 0);
  const fields = work.clashes.map(({ name, line, cell }): FieldSpec => ({
    name,
    label: [work.lines.find(({ key }) => key === line)?.name, labels[cell]].join(" · "),
    kind: isNumberCell(cell) ? "number" : "text",
  }));
  return (
    <section aria-label={words.lines}>
      <LineGrid
        drafts={work}
        totals={totals}
        taxRate={taxRate}
        taxLabel={taxLabel}
        currency={quote.currency}
      />
      <div class="mt-4 flex flex-col-reverse gap-4 md:flex-row">
        <div class="min-w-0 flex-1 space-y-2">
          <div class="flex flex-wrap items-baseline gap-x-2 text-label text-soft">
            <SaveLine state={work.state} onRetry={() => work.run()} />
            {quote.revision > 0 && (
              <button
                type="button"
                class="underline decoration-line-strong underline-offset-2 hover:text-text"
                data-opens=""
                onClick={() => setComparing(true)}
              >
                {words.revision(quote.revision)}
              </button>
            )}
          </div>
          {wrongText && <p class="text-label text-danger-text">{wrongText}</p>}
          <p class="hidden max-w-120 text-label text-soft md:block">{words.hint(command)}</p>
        </div>
        <LineTotals
          totals={{ ...totals, tax_breakdown: shares }}
          taxLabel={taxLabel}
          currency={quote.currency}
        />
      </div>
      <LateClashDialog
        clashes={work.clashes}
        fields={fields}
        place={{ language, timeZone }}
        onResolve={work.resolve}
      />
      {isComparing && (
        <RevisionsDialog
          quote={quote}
          onClose={() => setComparing(false)}
        />
      )}
    </section>
  );
}

/** Cells of a line that the server refused; their names are `key.cell`. */
function refusedCells(refused: Record<string, string>, line: string): Cell[] {
  return Object.keys(refused).filter((name) => name.startsWith(`${line}.`))
    .map((name) => name.slice(line.length + 1) as Cell);
}
