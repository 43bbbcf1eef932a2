import { usePage, useWords } from "@/components/page.ts";
import { formatMoney, formatPercent } from "@/lib/values/money.ts";
import { lineWords } from "@/lib/panel/quotes/line_words.ts";

interface LineTotalsProps {
  totals: {
    net_total: number;
    gross_total: number;
    tax_breakdown: { rate: number; tax: number }[];
  };
  taxLabel: string;
  currency: string;
}

/** Net, tax by rate, and what is to be paid. */
export function LineTotals({ totals, taxLabel, currency }: LineTotalsProps) {
  const { language } = usePage();
  const words = useWords(lineWords);
  const money = (amount: number) => formatMoney(amount, { language, currency });
  const parts: [string, number][] = [
    [words.netTotal, totals.net_total],
    ...totals.tax_breakdown.map(({ rate, tax }): [string, number] => [
      `${taxLabel} ${formatPercent(rate, language)}`,
      tax,
    ]),
  ];
  return (
    <dl class="w-full tabular-nums md:ml-auto md:w-72">
      {parts.map(([label, amount]) => (
        <div key={label} class="flex justify-between gap-6 py-0.5 text-meta">
          <dt class="text-soft">{label}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div class="mt-1 flex justify-between gap-6 border-t border-line-strong pt-2 text-title font-semibold">
        <dt class="text-body font-semibold">{words.total}</dt>
        <dd data-total={totals.gross_total}>{money(totals.gross_total)}</dd>
      </div>
    </dl>
  );
}
