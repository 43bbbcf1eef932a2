import { decimalsOf } from "@/lib/input/amounts.ts";

/**
 * The one calculation of a quotation's money; it runs anywhere. BigInt inside: a quantity of 12
 * digits times a price of 14 does not fit a JavaScript number.
 */

export interface PricedLine {
  /** Quantity, with at most 3 decimals. */
  quantity: number;
  /** Net, at most 4 decimals. */
  unit_price: number;
  discount_percent: number;
  tax_rate: number;
}

interface TaxShare {
  rate: number;
  base: number;
  tax: number;
}

export interface Totals {
  line_nets: number[];
  net_total: number;
  tax_total: number;
  gross_total: number;
  /** Taxes by rate, the lowest first. */
  tax_breakdown: TaxShare[];
}

/** The most that an amount can be, in any currency. */
export const maxAmount = 999_999_999_999.99;

/**
 * Sums the lines. Each line's net is rounded half up to the currency's decimals; tax is taken per
 * rate on the summed nets (EN 16931, BR-CO-17) and rounded half up. Totals are sums of rounded
 * parts, so they always add up.
 */
export function totalsOf(lines: readonly PricedLine[], currency: string): Totals {
  const decimals = decimalsOf(currency);
  const toAmount = (units: bigint) => Number(units) / 10 ** decimals;
  const nets = lines.map((line) => lineUnits(line, decimals));
  const bases = new Map<bigint, bigint>();
  for (const [at, line] of lines.entries()) {
    const rate = scaled(line.tax_rate, 2);
    bases.set(rate, (bases.get(rate) ?? 0n) + nets[at]!);
  }
  const shares = [...bases].sort(([a], [b]) => Number(a - b))
    .map(([rate, base]) => ({ rate, base, tax: divideHalfUp(base * rate, 10_000n) }));
  const net = sum(nets);
  const tax = sum(shares.map((share) => share.tax));
  return {
    line_nets: nets.map(toAmount),
    net_total: toAmount(net),
    tax_total: toAmount(tax),
    gross_total: toAmount(net + tax),
    tax_breakdown: shares.map((share) => ({
      rate: Number(share.rate) / 100,
      base: toAmount(share.base),
      tax: toAmount(share.tax),
    })),
  };
}

/** The net of one line: quantity × price less discount, half up. */
export function lineNet(line: PricedLine, currency: string): number {
  return totalsOf([line], currency).net_total;
}

/** Scales of quantity (3), price (4) and the kept share (2 + 2) make 11 decimals. */
function lineUnits(line: PricedLine, decimals: number): bigint {
  const factor = 10_000n - scaled(line.discount_percent, 2);
  const exact = scaled(line.quantity, 3) * scaled(line.unit_price, 4) * factor;
  return divideHalfUp(exact, 10n ** BigInt(11 - decimals));
}

/** The whole number that `value` is at so many decimals; exact up to 15 digits. */
function scaled(value: number, decimals: number): bigint {
  return BigInt(Math.round(value * 10 ** decimals));
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

function sum(values: bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
