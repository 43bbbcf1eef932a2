/** Amounts in the decimals of their currency, and exact sums. Runs anywhere and imports nothing. */

/**
 * The minor units of ISO 4217 (list one) where they are not two; the funds CLF and UYW have four.
 * Browsers follow CLDR, which leaves the dinar of Iraq without any and the peso of Chile too.
 */
const minorUnits: Record<number, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const others = new Map(
  Object.entries(minorUnits).flatMap(([decimals, codes]) =>
    codes.split(" ").map((code) => [code, Number(decimals)] as const)
  ),
);

/** Decimals of the amounts in a currency; migration 0064 says the same in SQL. */
export function decimalsOf(currency: string): number {
  return others.get(currency) ?? 2;
}

/** Most decimals that an amount of any currency has. */
const mostDecimals = 4;

/** Adds up without the errors of binary fractions. */
export function addAmounts(amounts: Iterable<number>): number {
  let sum = 0n;
  for (const amount of amounts) sum += tenThousandths(amount);
  const digits = `${sum < 0n ? -sum : sum}`.padStart(mostDecimals + 1, "0");
  const value = Number(`${digits.slice(0, -mostDecimals)}.${digits.slice(-mostDecimals)}`);
  return sum < 0n ? -value : value;
}

/** The whole number of ten-thousandths of an amount of at most four decimals. */
export function tenThousandths(amount: number): bigint {
  const [whole, part = ""] = String(amount).split(".");
  // Written with an exponent, it is an estimate anyway.
  if (!/^\d*$/.test(part) || !/^-?\d+$/.test(whole!)) return BigInt(Math.round(amount * 10_000));
  return BigInt(whole + part.slice(0, mostDecimals).padEnd(mostDecimals, "0"));
}
