/** A company's colour as the panel's accent, in OKLCH (CSS Color 4), within what WCAG AA allows. */

interface Accent {
  /** Fills the primary button; also text on every surface and on `soft`. */
  accent: string;
  onAccent: string;
  soft: string;
}

interface Oklch {
  l: number;
  c: number;
  h: number;
}

interface Scheme {
  lightness: { min: number; max: number };
  maxChroma: number;
  step: 0.005 | -0.005;
  worstSurface: Oklch;
  onAccent: Oklch;
  soft: { l: number; maxChroma: number };
}

const schemes: Record<"light" | "dark", Scheme> = {
  light: {
    lightness: { min: 0.36, max: 0.56 },
    maxChroma: 0.19,
    step: -0.005,
    worstSurface: { l: 0.945, c: 0.006, h: 260 },
    onAccent: { l: 1, c: 0, h: 0 },
    soft: { l: 0.955, maxChroma: 0.024 },
  },
  dark: {
    lightness: { min: 0.7, max: 0.86 },
    maxChroma: 0.14,
    step: 0.005,
    worstSurface: { l: 0.29, c: 0.012, h: 260 },
    onAccent: { l: 0.185, c: 0.008, h: 260 },
    soft: { l: 0.28, maxChroma: 0.045 },
  },
};

/** 4.5:1 is AA for text of any size; the rest is for rounding. */
const leastContrast = 4.6;

/** A colour's accent in a scheme: its hue, moved until it has contrast as text and under text. */
export function accentOf(color: string, scheme: "light" | "dark"): Accent {
  const { accent, onAccent, soft } = fitted(color, scheme);
  return { accent: css(accent), onAccent: css(onAccent), soft: css(soft) };
}

/** The light scheme's accent, for paper; `#rrggbb`. */
export function printAccent(color: string): string {
  const channels = toLinear(fitted(color, "light").accent).map((channel) =>
    Math.round(encode(clamp(channel, 0, 1)) * 255).toString(16).padStart(2, "0")
  );
  return `#${channels.join("")}`;
}

function fitted(color: string, scheme: "light" | "dark") {
  const { lightness, maxChroma, step, worstSurface, onAccent, soft } = schemes[scheme];
  const { l, c, h } = fromHex(color);
  const fill = inGamut({ l: soft.l, c: Math.min(c, soft.maxChroma), h });
  const against = [worstSurface, fill, onAccent];
  const wanted = { l: clamp(l, lightness.min, lightness.max), c: Math.min(c, maxChroma), h };
  let accent = inGamut(wanted);
  while (against.some((other) => contrast(accent, other) < leastContrast)) {
    wanted.l += step;
    accent = inGamut(wanted);
  }
  return { accent, onAccent, soft: fill };
}

/** CSS rules that make a company's colour the accent in both schemes. */
export function accentRules(color: string): string {
  const rule = (scheme: "light" | "dark") => {
    const { accent, onAccent, soft } = accentOf(color, scheme);
    return `{--accent:${accent};--on-accent:${onAccent};--accent-soft:${soft}}`;
  };
  const dark = rule("dark");
  return `:root${rule("light")}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])${dark}}` +
    `@media screen{:root[data-theme=dark]${dark}}`;
}

/** WCAG 2.2 contrast of two OKLCH colours, 1 to 21. */
export function contrast(a: Oklch, b: Oklch): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

/** Takes away chroma until the colour exists in sRGB. */
function inGamut(color: Oklch): Oklch {
  const fits = (c: number) =>
    toLinear({ ...color, c }).every((channel) => channel > -1e-4 && channel < 1.0001);
  let { c } = color;
  while (c > 0 && !fits(c)) c = Math.max(0, c - 0.004);
  return { ...color, c };
}

function luminance(color: Oklch): number {
  const [r, g, b] = toLinear(color).map((channel) => clamp(channel, 0, 1));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function fromHex(color: string): Oklch {
  const [r, g, b] = [1, 3, 5].map((at) => decode(parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const alpha = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const beta = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const h = (Math.atan2(beta, alpha) * 180 / Math.PI + 360) % 360;
  return { l, c: Math.hypot(alpha, beta), h };
}

function toLinear({ l, c, h }: Oklch): [number, number, number] {
  const angle = h * Math.PI / 180;
  const [alpha, beta] = [c * Math.cos(angle), c * Math.sin(angle)];
  const long = (l + 0.3963377774 * alpha + 0.2158037573 * beta) ** 3;
  const medium = (l - 0.1055613458 * alpha - 0.0638541728 * beta) ** 3;
  const short = (l - 0.0894841775 * alpha - 1.291485548 * beta) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function encode(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

function css({ l, c, h }: Oklch): string {
  return `oklch(${l.toFixed(4)} ${c.toFixed(4)} ${h.toFixed(2)})`;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
