import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import type { Language } from "@/lib/words/language.ts";

interface Parameters {
  shape: Record<string, { safeParse(value: unknown): { success: boolean } }>;
}

/**
 * Writes the amounts of a list's address, which people type as their language has them, as the API
 * takes them: `1.500,5` is `1500.50`. Two decimals or four say which sign it is, so that reading it
 * again changes nothing. What is no amount stays.
 */
export function writePlainAmounts(
  address: URL,
  { shape }: Parameters,
  language: Language,
): void {
  for (const [name, value] of [...address.searchParams]) {
    const bound = /_(from|to)$/.test(name) ? shape[name] : undefined;
    // A bound of days takes no such text.
    if (!bound?.safeParse("0.5").success) continue;
    const amount = parseDecimal(value, language);
    if (typeof amount === "number") address.searchParams.set(name, plainAmount(amount));
  }
}

function plainAmount(amount: number): string {
  if (Number.isInteger(amount)) return String(amount);
  return Number(amount.toFixed(2)) === amount ? amount.toFixed(2) : amount.toFixed(4);
}
