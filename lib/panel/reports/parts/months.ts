import { addAmounts } from "@/lib/input/amounts.ts";
import { formatMonth } from "@/lib/values/dates.ts";
import type { Figure } from "@/lib/figures/report_record.ts";
import type { Trends, TrendsMonth } from "@/lib/figures/trends_record.ts";
import type { Language } from "@/lib/words/language.ts";

/** Month labels of a chart. */

export interface TrendProps {
  trends: Trends;
}

/** A month's name below its column, and the year where it changes. */
export function axisOf({ month }: TrendsMonth, at: number, language: Language) {
  const isNew = at === 0 || month.endsWith("-01");
  return {
    label: formatMonth(month, language, "short"),
    note: isNew ? month.slice(0, 4) : undefined,
  };
}

/** All the months that are shown: their days and their sums. */
export function wholeOf({ months }: Trends) {
  const sum = (name: "sales" | "won" | "lost"): Figure => {
    const count = months.reduce((total, month) => total + month[name].count, 0);
    return { count, amount: addAmounts(months.map((month) => month[name].amount)) };
  };
  return {
    from: months[0]!.from,
    to: months.at(-1)!.to,
    sales: sum("sales"),
    won: sum("won"),
    lost: sum("lost"),
  };
}
