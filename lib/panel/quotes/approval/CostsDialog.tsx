import type { ComponentChild } from "preact";
import { usePage, useWords } from "@/components/page.ts";
import { useEffect, useState } from "preact/hooks";
import { addAmounts } from "@/lib/input/amounts.ts";
import { formatMoney, formatPercent } from "@/lib/values/money.ts";
import { sentBy } from "@/lib/panel/page/keys.ts";
import { useOpenDialog } from "@/lib/panel/page/use_dialog.ts";
import { HeadedDialog } from "@/lib/panel/page/HeadedDialog.tsx";
import { parseDecimal, writeDecimal } from "@/lib/panel/page/numbers.ts";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import { flushLines, learnQuote, type QuoteNow } from "@/lib/panel/quotes/editor/quote_now.ts";
import { useAnswer } from "@/lib/panel/save/use_answer.ts";
import { runVerb } from "@/lib/panel/save/run_verb.ts";
import { costOf, marginOf } from "@/lib/sales/quotes/approval/figures.ts";
import { commonWords } from "@/lib/words/common.ts";
import type { Language } from "@/lib/words/language.ts";

interface CostsDialogProps {
  quote: QuoteNow;
  onClose(): void;
}

type Line = QuoteNow["lines"][number];

/** Cost and margin of each line; in a draft the costs can be edited. */
export function CostsDialog({ quote, onClose }: CostsDialogProps) {
  const dialog = useOpenDialog();
  const costs = useCosts(quote, dialog.close);
  const { lines, isDraft, isWrong, isBusy } = costs;
  const words = useWords(approvalWords);
  const common = useWords(commonWords);

  const costInput = (line: Line, at: number) => (
    <input
      class="control ml-auto block w-28 text-right tabular-nums"
      inputMode="decimal"
      aria-label={words.costOf(line.name)}
      aria-invalid={isWrong(quote.lines[at]!) ? "true" : undefined}
      value={costs.textOf(quote.lines[at]!)}
      placeholder="—"
      onInput={({ currentTarget: { value } }) => costs.type(line.id, value)}
    />
  );
  return (
    <HeadedDialog
      isWide
      dialog={dialog}
      titleId="costs-title"
      title={words.costs}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form
        class="space-y-4 p-5"
        noValidate
        {...sentBy(() => isDraft && costs.save())}
      >
        <p class="text-soft">{words.costsText}</p>
        {lines.length === 0 ? <p>{words.noLines}</p> : (
          <CostTable
            quote={quote}
            lines={lines}
            costCell={isDraft ? costInput : undefined}
          />
        )}
        <p role="alert" class="text-danger-text empty:hidden">
          {costs.failure ?? (quote.lines.some(isWrong) ? common.notUnderstood : "")}
        </p>
        {isDraft && lines.length > 0 && (
          <footer class="flex justify-end gap-2">
            <button type="button" class="button" onClick={dialog.close}>{common.cancel}</button>
            <button
              type="submit"
              class="button button-primary"
              aria-keyshortcuts="Control+Enter Meta+Enter"
              aria-disabled={isBusy ? "true" : undefined}
            >
              {common.save}
            </button>
          </footer>
        )}
      </form>
    </HeadedDialog>
  );
}

/** Costs as typed, and their saving. */
function useCosts(quote: QuoteNow, close: () => void) {
  const { companyId, language } = usePage();
  const [typed, setTyped] = useState<Record<number, string>>({});
  const { isBusy, failure, send } = useAnswer();
  const words = useWords(approvalWords);
  const isDraft = quote.status === "draft";
  const textOf = ({ id, cost }: Line) => typed[id] ?? writeDecimal(cost, language);
  const read = (line: Line) => parseDecimal(textOf(line), language);
  const isWrong = (line: Line) => {
    const cost = read(line);
    return cost === undefined || (cost !== null && (cost < 0 || Number(cost.toFixed(4)) !== cost));
  };
  const lines = quote.lines.map((line) => ({ ...line, cost: isWrong(line) ? null : read(line)! }));

  useEffect(() => {
    // A line typed a moment ago appears only once it is saved.
    if (isDraft) flushLines();
  }, []);

  async function save() {
    if (quote.lines.some(isWrong)) return;
    const json = { lines: lines.map(({ id, cost }) => ({ id, cost })), version: quote.version };
    const verb = { path: `quotes/${quote.id}/lines`, method: "PUT" as const, json };
    const isSaved = await send(async () => {
      const outcome = await runVerb<QuoteNow>(
        { ...verb, done: words.saved, isAsked: true },
        { companyId, language },
      );
      if (outcome.ok) learnQuote(outcome.data);
      return outcome;
    });
    if (isSaved) close();
  }

  const type = (id: number, text: string) => setTyped((before) => ({ ...before, [id]: text }));
  return { lines, isDraft, isWrong, isBusy, failure, textOf, type, save };
}

interface CostTableProps {
  quote: QuoteNow;
  /** With their costs as typed. */
  lines: Line[];
  /** Where costs can be edited. */
  costCell?(line: Line, at: number): ComponentChild;
}

function CostTable({ quote, lines, costCell }: CostTableProps) {
  const { language } = usePage();
  const words = useWords(approvalWords);
  const { currency } = quote;
  const money = (amount: number) => formatMoney(amount, { language, currency });
  const written = ({ cost }: Line) => cost === null ? "—" : money(cost);
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">{words.line}</th>
          <th scope="col" class="number max-md:hidden">{words.lineNet}</th>
          <th scope="col" class="number">{words.cost}</th>
          <th scope="col" class="number">{words.marginName}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={line.id}>
            <th scope="row" class="break-words">{line.name}</th>
            <td class="number max-md:hidden">{money(line.line_net)}</td>
            <td class="number">{costCell?.(line, at) ?? written(line)}</td>
            <td class="number">{marginText([line], currency, language)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td class="number max-md:hidden">{money(quote.net_total)}</td>
          <td class="number">{money(costOf(lines, currency))}</td>
          <td class="number">{marginText(lines, currency, language)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function marginText(lines: Line[], currency: string, language: Language): string {
  const costed = lines.filter(({ cost }) => cost !== null);
  const costed_net = addAmounts(costed.map(({ line_net }) => line_net));
  const margin = marginOf({ costed_net, cost_total: costOf(costed, currency) });
  return margin === null ? "—" : formatPercent(margin, language);
}
