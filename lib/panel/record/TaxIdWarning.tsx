import { usePage } from "@/components/page.ts";
import { isWrongTaxId } from "@/lib/input/tax_id.ts";
import { commonWords } from "@/lib/words/common.ts";

export interface TaxIdWarningProps {
  typed: unknown;
  /** Country code; other countries than Spain get no warning. */
  country?: unknown;
}

/** Warns that a tax id is probably mistyped; it can be saved all the same. */
export function TaxIdWarning({ typed, country }: TaxIdWarningProps) {
  const { language } = usePage();
  const isForeign = typeof country === "string" && country !== "" && country !== "ES";
  if (isForeign || !isWrongTaxId(String(typed))) return null;
  return <>{commonWords.wrongTaxId[language]}</>;
}
