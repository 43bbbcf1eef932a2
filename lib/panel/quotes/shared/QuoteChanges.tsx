import { formatMoney } from "@/lib/money.ts";
import { lineFigures } from "@/lib/sales/document/document_parts.ts";
import type { QuoteDocument } from "@/lib/sales/document/quote_document.ts";
import type { QuoteChanges as Changes } from "@/lib/sales/sharing/quote_changes.ts";
import type { QuotationWords } from "@/lib/words/quotation.ts";

interface ChangesProps {
  changes: Changes;
  document: QuoteDocument;
  words: QuotationWords;
}

/** Differences from the revision that the client had on screen. */
export function QuoteChanges({ changes, document, words }: ChangesProps) {
  const said = changeLines(changes, document, words.changes);
  if (said.length === 0) return null;
  return (
    <ul class="mt-2 list-disc space-y-1 pl-5 wrap-anywhere">
      {said.map((line, at) => <li key={at}>{line}</li>)}
    </ul>
  );
}

function changeLines(
  { added, removed, changed, texts, gross_total }: Changes,
  document: QuoteDocument,
  said: QuotationWords["changes"],
): string[] {
  const money = (amount: number) => formatMoney(amount, document);
  const figures = (line: Changes["added"][number]) => {
    const { quantity, unitPrice, discount, tax } = lineFigures(line, document);
    return `${quantity} × ${unitPrice}${discount && ` − ${discount}`} + ${tax}`;
  };
  return [
    ...added.map((line) => said.added(line.name, figures(line))),
    ...removed.map((line) => said.removed(line.name, figures(line))),
    ...changed.map(({ before, after }) =>
      figures(before) === figures(after)
        ? said.reworded(after.name)
        : said.changed(after.name, figures(before), figures(after))
    ),
    ...texts.map((name) => said[name]),
    ...(gross_total ? [said.total(money(gross_total.before), money(gross_total.after))] : []),
  ];
}
