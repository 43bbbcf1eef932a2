import { decimalsOf } from "@/lib/input/amounts.ts";
import { type Language, locales } from "@/lib/words/language.ts";

/** "1.234,50 €", "€1,234.50", "CLP 1,235". @param options.maxDecimals 2, or 4 for a unit price */
export function formatMoney(
  amount: number,
  { language, currency, maxDecimals = 2 }: {
    language: Language;
    currency: string;
    maxDecimals?: number;
  },
): string {
  const decimals = decimalsOf(currency);
  return formatter(language, {
    style: "currency",
    currency,
    useGrouping: "always",
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, maxDecimals),
  }).format(amount);
}

/** A unit price beside its currency: "1.390,00", up to 4 decimals. */
export function formatPrice(
  price: number,
  { language, currency }: { language: Language; currency: string },
): string {
  return formatter(language, {
    useGrouping: "always",
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: 4,
  }).format(price);
}

/** "4.210 €", "1,2 M €": without cents, rounded from 100,000 on; for charts. */
export function formatShortMoney(
  amount: number,
  { language, currency }: { language: Language; currency: string },
): string {
  const isLarge = Math.abs(amount) >= 100_000;
  return formatter(language, {
    style: "currency",
    currency,
    useGrouping: "always",
    minimumFractionDigits: 0,
    maximumFractionDigits: isLarge ? 1 : 0,
    notation: isLarge ? "compact" : "standard",
  }).format(amount);
}

/** A quantity or a count: at most 3 decimals, none that says nothing. */
export function formatQuantity(quantity: number, language: Language): string {
  return formatter(language, { useGrouping: "always", maximumFractionDigits: 3 }).format(quantity);
}

/** "12 mil", "12K". */
export function formatShortCount(count: number, language: Language): string {
  return formatter(language, { notation: "compact" }).format(count);
}

/** "21 %", "21%". */
export function formatPercent(percent: number, language: Language): string {
  return formatter(language, { style: "percent", maximumFractionDigits: 2 }).format(percent / 100);
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locales[language], options);
    formatters.set(key, format);
  }
  return format;
}
