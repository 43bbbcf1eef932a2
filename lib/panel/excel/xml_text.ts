/** Matches what XML 1.0 (section 2.2) refuses: controls, lone surrogates, U+FFFE, U+FFFF. */
const refused = /[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g; // `_x0041_` means "A" (ECMA-376, 22.9.2.19)

export function xmlText(text: string): string {
  return text.replace(refused, "\uFFFD").replace(escapeLike, "_x005F_");
}
