/** Minor units of ISO 4217 where they are not two; browsers follow CLDR, which differs. */
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

/** Decimals of a currency (ISO 4217); the same as `relevo_decimals` in SQL. */
export function decimalsOf(currency: string): number {
  return others.get(currency) ?? 2;
}

const mostDecimals = 4;

export function addAmounts(amounts: Iterable<number>): number {
  let sum = 0n;
  for (const amount of amounts) sum += tenThousandths(amount);
  const digits = `${sum < 0n ? -sum : sum}`.padStart(mostDecimals + 1, "0");
  const value = Number(`${digits.slice(0, -mostDecimals)}.${digits.slice(-mostDecimals)}`);
  return sum < 0n ? -value : value;
}

export function tenThousandths(amount: number): bigint {
  const [whole, part = ""] = String(amount).split(".");
  if (!/^\d*$/.test(part) || !/^-?\d+$/.test(whole!)) return BigInt(Math.round(amount * 10_000));
  return BigInt(whole + part.slice(0, mostDecimals).padEnd(mostDecimals, "0"));
}
