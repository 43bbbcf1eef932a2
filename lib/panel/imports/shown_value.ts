import type { ImportTarget } from "@/lib/panel/imports/import_page.ts";
import { type Language, locales } from "@/lib/words/language.ts";

/** A value of a preview as text; empty for none. */
export function shownValue(
  value: unknown,
  target: Pick<ImportTarget, "format" | "words"> | undefined,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.join(", ");
  const word = target?.words[String(value)];
  if (word !== undefined) return word;
  const locale = locales[language];
  switch (target?.format) {
    case "number":
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(Number(value));
    case "instant":
      return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "short", timeStyle: "short" })
        .format(new Date(String(value)));
    default:
      return String(value);
  }
}
