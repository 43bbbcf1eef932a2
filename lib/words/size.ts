import { type Language, locales } from "@/lib/words/language.ts";

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

/** `240 KB`, `1,2 MB`: a size, as people read it. */
export function sizeText(bytes: number, language: Language): string {
  const size = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  if (bytes < megabyte) return `${size.format(bytes / 1024)} KB`;
  return bytes < gigabyte
    ? `${size.format(bytes / megabyte)} MB`
    : `${size.format(bytes / gigabyte)} GB`;
}
