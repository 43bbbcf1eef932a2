import { formatMoney, formatPercent } from "@/lib/values/money.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import type { Saveable } from "@/lib/panel/save/save.ts";
import type { Language } from "@/lib/words/language.ts";

/** The cells of the catalog's table that are edited in place, in the order of the columns. */
export const cellNames = ["name", "sku", "unit", "cost", "unit_price", "tax_rate"] as const;
export type CellName = (typeof cellNames)[number];

/** Product data that the cells of a row need. */
export type CellRecord = Saveable & {
  name: string;
  sku: string | null;
  unit: string | null;
  cost: number | null;
  unit_price: number;
  tax_rate: number;
};

/** A value as the table shows it; a dash where there is none. */
export function cellText(
  name: CellName,
  record: CellRecord,
  { language, currency }: { language: Language; currency: string },
): string {
  const value = record[name];
  if (value === null || value === "") return "—";
  if (typeof value === "string") return value;
  if (name === "tax_rate") return formatPercent(value, language);
  return formatMoney(value, { language, currency, maxDecimals: 4 });
}

export function isNumberCell({ kind }: FieldSpec): boolean {
  return kind === "money" || kind === "percent";
}
