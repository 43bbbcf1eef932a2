import type { FieldSpec, Typed } from "@/components/field_spec.ts";
import { isWrongTaxId } from "@/lib/input/tax_id.ts";
import { commonWords } from "@/lib/words/common.ts";
import type { Language } from "@/lib/words/language.ts";

/** Said beside what is probably mistyped; it is saved all the same. */
export function fieldWarning(
  { check }: Pick<FieldSpec, "check">,
  typed: Typed,
  { language, country }: {
    language: Language;
    /** Whose tax ids are not Spanish is not warned. */
    country?: unknown;
  },
): string | undefined {
  const isForeign = typeof country === "string" && country !== "" && country !== "ES";
  if (check !== "tax_id" || isForeign || !isWrongTaxId(String(typed))) return undefined;
  return commonWords.wrongTaxId[language];
}
