import { formatMoney } from "@/lib/values/money.ts";
import { lineFigures } from "@/lib/sales/document/document_parts.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import type { QuoteChanges } from "@/lib/sales/sharing/quote_changes.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";

/** A sentence for each change: lines, texts, and the total before and after. It runs anywhere. */
export function sayChanges(
  { added, removed, changed, texts, gross_total }: QuoteChanges,
  document: Pick<QuoteDocument, "currency"> & { language: Language },
): string[] {
  const words = speak(quotationWords, document.language).changes;
  const money = (amount: number) => formatMoney(amount, document);
  const figures = (line: QuoteChanges["added"][number]) => {
    const { quantity, unitPrice, discount, tax } = lineFigures(line, document);
    return `${quantity} × ${unitPrice}${discount && ` − ${discount}`} + ${tax}`;
  };
  return [
    ...added.map((line) => words.added(line.name, figures(line))),
    ...removed.map((line) => words.removed(line.name, figures(line))),
    ...changed.map(({ before, after }) =>
      figures(before) === figures(after)
        ? words.reworded(after.name)
        : words.changed(after.name, figures(before), figures(after))
    ),
    ...texts.map((name) => words[name]),
    ...(gross_total ? [words.total(money(gross_total.before), money(gross_total.after))] : []),
  ];
}
