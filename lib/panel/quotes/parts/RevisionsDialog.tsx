import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { formatDay } from "@/lib/values/dates.ts";
import { formatMoney, formatPercent, formatQuantity } from "@/lib/values/money.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { type LinePair, pairLines, type RevisionLine } from "@/lib/panel/quotes/editor/compare.ts";
import type { QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { HeadedDialog } from "@/lib/panel/page/HeadedDialog.tsx";
import { commonWords } from "@/lib/words/common.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";
import { revisionWords } from "@/lib/panel/quotes/revision_words.ts";

interface Revision {
  revision: number;
  sent_at: string;
  document: {
    lines: RevisionLine[];
    net_total: number;
    tax_total: number;
    gross_total: number;
  };
}

interface RevisionsDialogProps {
  quote: QuoteNow;
  onClose(): void;
}

/** Two revisions of a quotation side by side: line by line, and what they add up to. */
export function RevisionsDialog({ quote, onClose }: RevisionsDialogProps) {
  const { companyId, language } = usePage();
  const [sent, setSent] = useState<Revision[] | null>(null);
  const { failure, send } = useAnswer();
  const [sides, setSides] = useState<[number, number]>([0, 0]);
  const dialog = useOpenDialog();
  const words = useWords(revisionWords);
  const common = useWords(commonWords);

  useEffect(() => {
    load();
  }, []);

  async function load() {
    const path = `quotes/${quote.id}/revisions`;
    const answer = await send(() => callApi<Revision[]>(path, { companyId, language }));
    if (!answer) return;
    const revisions = withDraft(answer.data, quote);
    setSent(revisions);
    setSides([Math.min(1, revisions.length - 1), 0]);
  }

  const named = ({ revision, sent_at }: Revision) =>
    sent_at ? words.sentOn(revision, formatDay(sent_at.slice(0, 10), language)) : words.now;
  const [before, after] = sides.map((at) => sent?.[at]);
  return (
    <HeadedDialog
      isWide
      dialog={dialog}
      titleId="revisions-title"
      title={words.title}
      onClose={onClose}
    >
      <div class="space-y-4 p-5">
        {failure && <p role="alert" class="text-danger-text">{failure}</p>}
        {!sent && !failure && <p role="status" class="text-soft">{common.loading}</p>}
        {sent && before && after && (
          <>
            <div class="grid gap-3 md:grid-cols-2">
              {([words.left, words.right] as const).map((label, side) => (
                <label key={label} class="block text-label font-medium">
                  {label}
                  <select
                    class="control mt-1 text-body font-normal"
                    onChange={(event) => {
                      const at = Number(event.currentTarget.value);
                      setSides(side === 0 ? [at, sides[1]] : [sides[0], at]);
                    }}
                  >
                    {sent.map((one, at) => (
                      <option key={at} value={at} selected={sides[side] === at}>
                        {named(one)}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
            </div>
            <Comparison
              before={before}
              after={after}
              currency={quote.currency}
            />
          </>
        )}
      </div>
    </HeadedDialog>
  );
}

/** Adds what a draft says now to the revisions that were sent. */
function withDraft(sent: Revision[], quote: QuoteNow): Revision[] {
  if (quote.status !== "draft") return sent;
  const { net_total, tax_total, gross_total } = quote;
  const lines = quote.lines as unknown as RevisionLine[];
  const document = { lines, net_total, tax_total, gross_total };
  return [{ revision: quote.revision + 1, sent_at: "", document }, ...sent];
}

interface ComparisonProps {
  before: Revision;
  after: Revision;
  currency: string;
}

const colours: Record<LinePair["kind"], string> = {
  same: "text-soft",
  changed: "text-warning-text",
  added: "text-success-text",
  removed: "text-danger-text",
};

function Comparison({ before, after, currency }: ComparisonProps) {
  const { language } = usePage();
  const words = useWords(revisionWords);
  const lines = useWords(lineWords);
  const money = (amount: number) => formatMoney(amount, { language, currency, maxDecimals: 4 });
  const describe = (line?: RevisionLine) =>
    line && [
      `${formatQuantity(line.quantity, language)} ${line.unit ?? ""} × ${money(line.unit_price)}`,
      line.discount_percent > 0 && `− ${formatPercent(line.discount_percent, language)}`,
      formatPercent(line.tax_rate, language),
    ].filter(Boolean).join(" · ");
  const totals = [
    [lines.netTotal, before.document.net_total, after.document.net_total],
    [lines.total, before.document.gross_total, after.document.gross_total],
  ] as const;
  const cell = "py-2 pr-3 align-top";
  return (
    <table class="w-full text-meta">
      <thead class="text-left text-label text-soft">
        <tr class="border-b border-line">
          <th scope="col" class={`${cell} font-medium`}>{words.line}</th>
          <th scope="col" class={`${cell} font-medium`}>{words.left}</th>
          <th scope="col" class={`${cell} font-medium`}>{words.right}</th>
        </tr>
      </thead>
      <tbody>
        {pairLines(before.document.lines, after.document.lines).map((pair, at) => (
          <tr key={at} class="border-b border-line">
            <th scope="row" class={`${cell} text-left font-normal`}>
              {(pair.after ?? pair.before)!.name}
              <span class={`block text-label ${colours[pair.kind]}`}>{words[pair.kind]}</span>
            </th>
            {[pair.before, pair.after].map((line, side) => (
              <td key={side} class={`${cell} tabular-nums`}>
                {line
                  ? (
                    <>
                      <span class="block">{money(line.line_net)}</span>
                      <span class="block text-label text-soft">{describe(line)}</span>
                    </>
                  )
                  : "—"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map(([label, was, is]) => (
          <tr key={label}>
            <th scope="row" class={`${cell} text-left font-medium`}>{label}</th>
            <td class={`${cell} tabular-nums`}>{money(was)}</td>
            <td class={`${cell} font-medium tabular-nums`}>{money(is)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
