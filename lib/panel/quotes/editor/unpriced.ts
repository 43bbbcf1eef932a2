/** Products that were made on this page before their price was said, and how each gets it. */
const unpriced = new Map<number, (price: string) => void>();

export function awaitPrice(productId: number, give: (price: string) => void): void {
  unpriced.set(productId, give);
}

/** The first price that such a product's line is left with is the catalog's too. */
export function priceProduct(productId: number | null, price: string): void {
  const give = productId === null ? undefined : unpriced.get(productId);
  if (!give || !/[1-9]/.test(price)) return;
  unpriced.delete(productId!);
  give(price);
}
