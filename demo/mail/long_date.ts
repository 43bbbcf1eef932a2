import { defaultTimeZone } from "@/lib/values/dates.ts";
import { type Language, locales } from "@/lib/words/language.ts";

export function longDate(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: defaultTimeZone,
  }).format(at);
}
