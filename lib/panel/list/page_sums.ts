import { formatMoney } from "@/lib/money.ts";
import type { Language } from "@/lib/words/language.ts";

interface Totals {
  net_total: number;
  gross_total: number;
}

/** Net and gross of a page's rows, summed in cents. */
export function pageSums(rows: Totals[], place: { language: Language; currency: string }) {
  const sum = (name: keyof Totals) =>
    formatMoney(rows.reduce((total, row) => total + Math.round(row[name] * 100), 0) / 100, place);
  return { net: sum("net_total"), gross: sum("gross_total") };
}
