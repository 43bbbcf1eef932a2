import { type Language, locales } from "@/lib/words/language.ts";

const megabyte = 1024 * 1024;

/** `240 KB`, `1,2 MB`: a file's size, as people read it. */
export function sizeText(bytes: number, language: Language): string {
  const size = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  return bytes < megabyte
    ? `${size.format(bytes / 1024)} KB`
    : `${size.format(bytes / megabyte)} MB`;
}
