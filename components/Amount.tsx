import { usePage } from "@/components/page.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { amountWords } from "@/lib/words/numbers.ts";

interface AmountProps {
  value: number;
  /** Whether tax is in it. */
  is: "net" | "gross";
  currency: string;
}

/** An amount that says whether tax is in it, for places that have no heading. */
export function Amount({ value, is, currency }: AmountProps) {
  const { language } = usePage();
  return (
    <span class="whitespace-nowrap tabular-nums">
      {formatMoney(value, { language, currency })}{" "}
      <span class="text-label font-normal text-soft">{amountWords[is][language]}</span>
    </span>
  );
}
