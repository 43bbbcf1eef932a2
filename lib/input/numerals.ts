export type Sign = "," | ".";

interface Numeral {
  minus: string;
  digits: string;
  decimals: string;
  /** The decimal sign that it shows, or in `1.234` may show. */
  sign?: string;
  isOpen?: boolean;
}

/** @param sign what counts as the decimal sign in `1.234`. @returns undefined where it is no number */
export function readNumeral(text: string, sign: Sign): number | undefined {
  const numeral = parse(text);
  if (!numeral) return undefined;
  const { minus, digits, decimals, isOpen } = numeral;
  const point = isOpen && numeral.sign !== sign ? "" : ".";
  return Number(`${minus}0${digits}${point}${decimals}`) + 0;
}

/** The decimal sign that a number shows by itself: `1.234,5`, `0.125`, `1.234.567`. */
export function signOf(text: string): Sign | undefined {
  const { sign, isOpen } = parse(text) ?? {};
  return isOpen ? undefined : sign as Sign | undefined;
}

/** Reports whether it can be read in two ways, as `1.234` can. */
export function isEither(text: string): boolean {
  return parse(text)?.isOpen === true;
}

const longest = 60;
const grouped = /^([1-9]\d{0,2}([.,'’ ])\d{3}(?:\2\d{3})*)(?:([.,])(\d+))?$/;

function parse(text: string): Numeral | undefined {
  if (text.length > longest) return undefined;
  const { bare, minus } = withoutUnits(text);
  const [, digits = "", sign, decimals = ""] = /^(\d*)([.,]?)(\d*)$/.exec(bare) ?? [];
  if (digits || decimals) {
    // No group of thousands begins with 0.
    const isOpen = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(digits);
    return { minus, digits, decimals, sign: sign || undefined, isOpen };
  }
  const [, groups, group, point, rest = ""] = grouped.exec(bare) ?? [];
  if (!groups || group === point) return undefined;
  const other: Record<string, string> = { ".": ",", ",": "." };
  return { minus, digits: groups.replace(/\D/g, ""), decimals: rest, sign: point ?? other[group!] };
}

const unit = String.raw`([A-Z]{0,2}\p{Sc}|[A-Z]{3}|euros?|) ?`;
const written = new RegExp(`^([(+-]?) ?${unit}([+-]?) ?([\\d.,'’ ]*?) ?(-?) ?${unit}(\\)?)$`, "iu");

function withoutUnits(text: string): { bare: string; minus: string } {
  const plain = text.replace(/[\u2212\u2012\u2013]/g, "-").replace(/[０-９．，－]/g, narrow)
    .replace(/[\p{Cf}%]/gu, "").replace(/\s+/g, " ").trim();
  const [, first, before, second, bare, last, after, close] = written.exec(plain) ?? [];
  const isSound = !(before && after) && isMoney(before || after) &&
    (first + second! + last).length < 2 && (first === "(") === (close === ")");
  return { bare: isSound ? bare! : "", minus: /[(-]/.test(first + second! + last) ? "-" : "" };
}

function isMoney(unit = ""): boolean {
  return !/^[a-z]{3}$/i.test(unit) ||
    Intl.supportedValuesOf("currency").includes(unit.toUpperCase());
}

/** Full width, as East Asian keyboards have it. */
function narrow(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
}
