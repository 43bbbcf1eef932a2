/** `On Tue, 24 Nov 2026 at 9:00, Ana <ana@example.com> wrote:`, in the languages of mail programs. */

const mostLines = 4;
const longest = 1_000;
const longestOfName = 120;
const longestDoubtful = 160;

const verbs = [
  ...["wrote", "escribió", "escribiu", "escreveu", "va escriure", "ha escrit", "escrigué"],
  ...["schrieb", "écrit", "scritto", "schreef", "skrev", "kirjoitti", "hau idatzi du"],
  ...["idatzi zuen", "idatzi du", "pisze", "napisał", "napisał(a)", "napisała", "написал"],
  ...["написал(а)", "написа", "napsal", "napísal", "a scris", "írta", "şunu yazdı", "έγραψε"],
  ...["写道", "寫道", "작성", "のメッセージ"],
];

/** Words with which a program begins one that has the date first. */
const word =
  /^(?:On|Le|El|Il|In data|Em|No dia|A|Às|O|En|Am|Op|Den|Dnia|W dniu|Missatge de|Dne|La)\s/;
const date = /^(?:pe\s|[\p{L}]{2,4}\.?,?\s\d|[\p{L}]{2,4}\.,?\s|\d|在|于|於)/u;
const weekday = /^(?:пн|вт|ср|чт|пт|сб|вс),\s/;
const clock = /\d[:.h時时]\s?\d\d/;
const year = /(?:19|20)\d\d/;

export interface Introduction {
  behind: number;
  /** It is one whatever stands below, quoted line by line or not. */
  isCertain: boolean;
}

/** The introduction that begins at that line, over as many lines as a program breaks it. */
export function introductionAt(lines: readonly string[], at: number): Introduction | undefined {
  if (!lines.slice(at, at + mostLines).some(mayEnd)) return;
  let text = "";
  const isFramed = lines[at]!.trimStart().startsWith("--");
  for (let behind = at; behind < Math.min(lines.length, at + mostLines); behind++) {
    const line = trimmed(lines[behind]!);
    if (line === "" || line.startsWith(">") || text.length + line.length > longest) return;
    if (text !== "" && word.test(line) && isDated(line)) return;
    if (text !== "" && !(begins(text) && isDated(text)) && isWhole(line)) return;
    text = text === "" ? line : `${text} ${line}`;
    if (isFramed && lines[behind]!.trimEnd().endsWith("--") && !text.endsWith(":")) text += ":";
    if (!isIntroduction(text) || behind > at && !mayBreak(lines[at]!, text)) continue;
    const isOfProgram = isCertain(text);
    return isOfProgram || text.length <= longestDoubtful
      ? { behind: behind + 1, isCertain: isOfProgram }
      : undefined;
  }
}

function mayEnd(line: string): boolean {
  const text = line.trimEnd();
  return text.endsWith(":") || text.endsWith("：") || text.endsWith("-");
}

function trimmed(line: string): string {
  if (line.length > longest) return line;
  let [from, to] = [0, line.length];
  while (from < to && " \t-\u00a0".includes(line[from]!)) from++;
  while (to > from && " \t-\u00a0".includes(line[to - 1]!)) to--;
  return line.slice(from, to);
}

function begins(text: string): boolean {
  return word.test(text) || date.test(text) || weekday.test(text);
}

function isDated(text: string): boolean {
  return clock.test(text) || year.test(text);
}

function isWhole(line: string): boolean {
  return line.includes("<") && !line.startsWith("<") && isIntroduction(line);
}

/** A sentence above an introduction is no part of it. */
function mayBreak(first: string, text: string): boolean {
  const begin = trimmed(first);
  const isNamed = /[<(@]/.test(begin) && begin.length <= longestOfName;
  return (isNamed || begins(begin)) && (text.includes("@") || clock.test(text) && year.test(text));
}

function isIntroduction(text: string): boolean {
  const sentence = withoutColon(text);
  if (sentence === undefined) return false;
  if (hasVerb(sentence)) return true;
  // Some programs say who and when without a verb.
  const isOfPerson = sentence.endsWith(">") || sentence.startsWith("Missatge de ");
  return isOfPerson && text.includes("@") && clock.test(text) && year.test(text);
}

function isCertain(text: string): boolean {
  if (text.includes("@")) return isDated(text);
  return begins(text) && endsWithVerb(withoutColon(text)!) && clock.test(text) && year.test(text);
}

function withoutColon(text: string): string | undefined {
  if (!text.endsWith(":") && !text.endsWith("：")) return undefined;
  return text.slice(0, -1).trim();
}

function hasVerb(text: string): boolean {
  return endsWithVerb(text) || verbs.some((verb) => text.includes(` ${verb} `));
}

function endsWithVerb(text: string): boolean {
  return verbs.some((verb) => text.endsWith(verb) && !isLetter(text.at(-verb.length - 1)));
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && /[a-z\u00e0-\u024f]/i.test(char);
}
