import { accentOf, contrast } from "@/lib/values/accent.ts";

type Scheme = "light" | "dark";

/** The surfaces of static/tokens.css on which the accent stands. */
const surfaces = {
  light: { l: 0.985, c: 0.002, h: 260 },
  dark: { l: 0.185, c: 0.008, h: 260 },
};

/** WCAG contrast of a company's colour as the panel shows it: of text on it, and of it as text. */
export function readableContrast(color: string, scheme: Scheme) {
  const { accent, onAccent } = accentOf(color, scheme);
  const fill = parse(accent);
  return { onFill: contrast(fill, parse(onAccent)), onPage: contrast(fill, surfaces[scheme]) };
}

/** `oklch(0.5 0.16 262)`. */
function parse(css: string) {
  const [l, c, h] = [...css.matchAll(/[\d.]+/g)].map(([number]) => Number(number));
  return { l: l!, c: c!, h: h! };
}
