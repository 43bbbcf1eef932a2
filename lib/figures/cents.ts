/** An amount as whole cents, which add up without error. */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}
