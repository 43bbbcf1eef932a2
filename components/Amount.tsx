import { formatMoney } from "@/lib/values/money.ts";
import { amountWords } from "@/lib/words/numbers.ts";
import type { Language } from "@/lib/words/language.ts";

interface AmountProps {
  value: number;
  /** Whether tax is in it. */
  is: "net" | "gross";
  language: Language;
  currency: string;
}

/** An amount that says whether tax is in it, for places that have no heading. */
export function Amount({ value, is, language, currency }: AmountProps) {
  return (
    <span class="whitespace-nowrap tabular-nums">
      {formatMoney(value, { language, currency })}{" "}
      <span class="text-label font-normal text-soft">{amountWords[is][language]}</span>
    </span>
  );
}
