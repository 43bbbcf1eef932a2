import { usePage, useWords } from "@/components/page.ts";
import { formatMoney, formatPercent, formatQuantity } from "@/lib/values/money.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";

interface SoldLinesProps {
  lines: {
    id: number;
    name: string;
    unit: string | null;
    quantity: number;
    unit_price: number;
    discount_percent: number;
    line_net: number;
  }[];
  currency: string;
}

/** Sold lines, as in the quotation. */
export function SoldLines({ lines, currency }: SoldLinesProps) {
  const { language } = usePage();
  const words = useWords(lineWords);
  const { line: label } = useWords(saleWords);
  const money = (amount: number) => formatMoney(amount, { language, currency, maxDecimals: 4 });
  return (
    <table class="w-full text-meta">
      <thead class="text-label text-soft">
        <tr class="border-b border-line">
          <th scope="col" class="py-2 text-left font-medium">{label}</th>
          <th scope="col" class="py-2 text-right font-medium">{words.net}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} class="border-b border-line">
            <td class="py-2 pr-4">
              <bdi>{line.name}</bdi>
              <span class="block text-label tabular-nums text-soft">
                {formatQuantity(line.quantity, language)} <bdi>{line.unit}</bdi> ×{" "}
                {money(line.unit_price)}
                {line.discount_percent > 0 &&
                  ` − ${formatPercent(line.discount_percent, language)}`}
              </span>
            </td>
            <td class="py-2 text-right align-top tabular-nums">{money(line.line_net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
