import type { OrderItem } from "@/lib/values/message_content.ts";

/** The sum of an order; null unless each line has a price, in one currency that is known. */
export function orderTotal(
  items: readonly OrderItem[],
): { amount: number; currency: string } | null {
  const currency = items[0]?.currency ?? "";
  const isWhole = items.every((item) => item.price !== null && item.currency === currency);
  if (!isWhole || !/^[A-Z]{3}$/.test(currency)) return null;
  const amount = items.reduce((sum, { price, quantity }) => sum + price! * quantity, 0);
  return { amount: Math.round(amount * 10_000) / 10_000, currency };
}
