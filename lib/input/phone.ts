export interface WrittenPhone {
  /** The number as it is stored: `+34 600 123 456 ext. 12`; null where there is none. */
  phone: string | null;
  /** Text beside the number, such as a name or a second number. */
  rest: string;
}

const longest = 200;
const most = { digits: 17, characters: 40 };

/** Finds the first phone number in what people write, or copy from a phone or a page. */
export function readPhone(written: string): WrittenPhone {
  const text = plain(written);
  if (text.length > longest) return { phone: null, rest: text };
  const runs = runsOf(text);
  const at = runs.findIndex((run) => isNumber(run));
  const run = runs[at];
  if (!run) return { phone: null, rest: trimmed(text) };
  const { extension, after } = extensionOf(text.slice(run.to));
  const before = withoutLabel(text.slice(0, run.from));
  const ending = extension ? ` ext. ${extension}` : "";
  const isLong = run.text.length + ending.length > most.characters;
  return {
    phone: (isLong ? run.text.replace(/[^+\d]/g, "") : run.text) + ending,
    rest: [before, after].map(trimmed).filter((part) => part !== "").join(" "),
  };
}

interface Run {
  from: number;
  to: number;
  text: string;
}

/** Digits and what may stand among them; a stroke or line end parts two long numbers. */
function runsOf(text: string): Run[] {
  return [...text.matchAll(/[+(\d][\d ().+\n-]*(?:\/[\d ().+\n-]*)*/g)].flatMap(
    ({ 0: run, index }) => {
      const parts = run.split(/[/\n]/);
      const isOne = parts.length === 1 || parts.slice(1).some((part) => digitsOf(part) < 5) ||
        digitsOf(parts[0]!) < 5;
      if (isOne && digitsOf(run) <= 15) return [runOf(run, index)];
      let from = index;
      return parts.map((part) => {
        const one = runOf(part, from);
        from += part.length + 1;
        return one;
      });
    },
  );
}

function runOf(written: string, at: number): Run {
  const second = written.indexOf("+", 1);
  const run = second > 0 && digitsOf(written.slice(0, second)) > 4
    ? written.slice(0, second)
    : written;
  const start = run.search(/[+(\d]/);
  const end = run.length - (/[^\d)]*$/.exec(run)?.[0].length ?? 0);
  const text = balanced(run.slice(Math.max(start, 0), end));
  const from = at + run.indexOf(text);
  return { from, to: from + text.length, text: text.replace(/[ \n]+/g, " ") };
}

/** Without a bracket at an end that has no other half. */
function balanced(text: string): string {
  const opens = text.split("(").length;
  const closes = text.split(")").length;
  if (opens === closes) return text;
  return opens < closes && text.endsWith(")")
    ? text.slice(0, -1).trimEnd()
    : opens > closes && text.startsWith("(")
    ? text.slice(1).trimStart()
    : text;
}

function isNumber({ text }: Run): boolean {
  const digits = digitsOf(text);
  return digits >= 3 && digits <= most.digits && text.length <= most.characters &&
    text.lastIndexOf("+") <= 1;
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, "").length;
}

const extensionWord =
  /^[ \n,;.(-]{0,4}(?:extensi[oó]n|extensi[oó]|extn|ext|anexo|interno|int|ramal|poste|x|#)[ .:=]{0,3}(\d{1,7})\)?(?!\d)/iu;

function extensionOf(text: string): { extension?: string; after: string } {
  const match = extensionWord.exec(text);
  return match ? { extension: match[1], after: text.slice(match[0].length) } : { after: text };
}

const label =
  /(?:^|[ (])(?:tel[eé]fono|telephone|phone|tel|tlf|tfno|tlfno|tf|m[oó]vil|mobile|cell|celular|cel|fijo|whatsapp|wa|t|m|p)[ .:]{0,3}$/iu;

function withoutLabel(text: string): string {
  return text.replace(label, "");
}

function plain(text: string): string {
  return text.replace(/[\p{Cf}\u034F\u115F\u3164]/gu, "")
    .replace(/[０-９＋（）．－／]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\s\p{Cc}]+/gu, (blanks) => /[\r\n]/.test(blanks) ? "\n" : " ").trim()
    .replace(/^(?:tel|callto|sms|whatsapp):(?:\/\/)?/i, "");
}

const edge = /[ \n,;:|/()[\]<>.·•–-]/;

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (to > from && edge.test(text[to - 1]!)) to--;
  while (from < to && edge.test(text[from]!)) from++;
  return text.slice(from, to).replaceAll("\n", " ");
}
