import { formatDay, formatShortDay } from "@/lib/dates.ts";
import type { ReportRange } from "@/lib/reports/report_record.ts";
import { type Language, locales } from "@/lib/words/language.ts";

/** Amounts and months in the few letters that a chart has room for. */

/** "4.210 €", "1,2 M€": no cents, and fewer digits from a hundred thousand on. */
export function shortMoney(
  amount: number,
  { language, currency }: { language: Language; currency: string },
): string {
  return new Intl.NumberFormat(locales[language], {
    style: "currency",
    currency,
    useGrouping: "always",
    maximumFractionDigits: Math.abs(amount) >= 100_000 ? 1 : 0,
    minimumFractionDigits: 0,
    notation: Math.abs(amount) >= 100_000 ? "compact" : "standard",
  }).format(amount);
}

/** "nov"; `long` is "noviembre de 2026". */
export function monthName(month: string, language: Language, form: "short" | "long" = "short") {
  const options = form === "short"
    ? { month: "short" } as const
    : { month: "long", year: "numeric" } as const;
  return new Intl.DateTimeFormat(locales[language], { ...options, timeZone: "UTC" })
    .format(new Date(`${month}-01T00:00:00Z`)).replace(/\.$/, "");
}

/** "1 nov – 30 nov 2026"; one day is said once. */
export function rangeName({ from, to }: ReportRange, language: Language): string {
  if (from === to) return formatDay(from, language);
  const days = [from, to].map((day) => formatShortDay(day, language, to));
  return `${days.join(" – ")} ${to.slice(0, 4)}`;
}
