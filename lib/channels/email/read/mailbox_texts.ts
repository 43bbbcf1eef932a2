import { decodeWords } from "postal-mime";

export interface Mailbox {
  name: string | null;
  address: string;
}

/** Lists of addresses as they are written (RFC 5322, 3.4), broken ones included. */

const longestMailbox = 2_000;
const longestWord = 600;
const encodedWord = /^=\?[^?\s]{1,60}\?[bq]\?[^?]*\?=/i;
const closing: Record<string, string> = { '"': '"', "(": ")", "<": ">" };

/** Splits a list; names of groups are left out, a name with commas stays whole. */
export function* mailboxTexts(list: string): Generator<string> {
  let names: string[] = [];
  for (const { text, end } of pieces(list)) {
    if (end === ":") names = [];
    else if (text === "") continue;
    else if (end === "," && names.length < 10 && !/[@<]/.test(text)) names.push(text);
    else if (text.includes("<")) {
      yield [...names, text].join(", ");
      names = [];
    } else {
      yield* [...names.splice(0), text];
    }
  }
  yield* names;
}

function* pieces(list: string): Generator<{ text: string; end: string }> {
  let begin = 0;
  let open = 0;
  let until: string | undefined;
  for (let at = 0; at <= list.length; at++) {
    const char = list[at] ?? "";
    // The comma of a route belongs to its address, that behind an open bracket does not.
    if (until === ">" && char === "," && list[open + 1] !== "@") until = undefined;
    if (until !== undefined && char !== "") {
      if (char === "\\" && until === '"') at++;
      else if (char === until) until = undefined;
      continue;
    }
    if (char === "=" && list[at + 1] === "?") {
      at += Math.max(0, (encodedWord.exec(list.slice(at, at + longestWord))?.[0].length ?? 0) - 1);
    } else if (char === "" || ",;:".includes(char)) {
      const text = list.slice(begin, Math.min(at, begin + longestMailbox)).trim();
      yield { text, end: char };
      begin = at + 1;
    } else {
      until = closing[char];
      open = at;
    }
  }
}

/** Name and address of a mailbox, decoded; an address is not checked. */
export function readMailbox(text: string): { name: string; address: string } {
  const { outside, last } = angleIn(text);
  const written = last?.includes("@") ? { name: outside, address: last } : bare(text);
  if (written) {
    return { ...written, name: decoded(written.name), address: withoutRoute(written.address) };
  }
  const plain = decodeWords(text);
  const encoded = plain === text ? undefined : bare(plain) ?? bracketed(plain);
  return encoded
    ? { name: unquoted(encoded.name), address: withoutRoute(encoded.address) }
    : { name: decoded(outside), address: "" };
}

/** The last text in angle brackets that no quotes surround, and what is left without it. */
function angleIn(text: string): { outside: string; last?: string } {
  const isWhole = count(text, '"') % 2 === 0;
  let angle: { outside: string; last: string } | undefined;
  let until: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "\\") at++;
    else if (until !== undefined) {
      if (char === until) until = undefined;
    } else if (char === "<") {
      const close = text.indexOf(">", at);
      let end = close < 0 ? text.length : close;
      const last = text.slice(at + 1, end);
      while (text[end + 1] === ">") end++;
      const next = { outside: text.slice(0, at) + text.slice(end + 1), last };
      if (!angle?.last.includes("@") || next.last.includes("@")) angle = next;
      at = end;
    } else if (char === '"' && isWhole) until = '"';
  }
  return angle ?? { outside: text };
}

function bracketed(text: string) {
  const { outside, last } = angleIn(text);
  return last?.includes("@") ? { name: outside, address: last } : undefined;
}

/** An address without angle brackets, beside a name or a comment. */
function bare(text: string): { name: string; address: string } | undefined {
  const words = text.split(/\s/);
  const isAddress = (word: string) => word.indexOf("@") > 0 && !/["'()<>]/.test(word);
  const at = words.findLastIndex(isAddress);
  if (at < 0) return undefined;
  return { name: words.toSpliced(at, 1).join(" ").trim(), address: words[at]! };
}

function withoutRoute(address: string): string {
  return address.slice(address.lastIndexOf(":") + 1).replace(/^[<\s]+/, "").trim();
}

function decoded(name: string): string {
  return decodeWords(unquoted(name)).trim();
}

/** Without quotes around its parts, and without the brackets of one that is a comment alone. */
function unquoted(name: string): string {
  let plain = "";
  for (let at = 0; at < name.length; at++) {
    if (name[at] === "\\" && at + 1 < name.length) plain += name[++at];
    else if (name[at] !== '"') plain += name[at];
  }
  const text = plain.trim();
  const isComment = text.startsWith("(") && text.indexOf(")") === text.length - 1;
  return isComment ? text.slice(1, -1).trim() : text;
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}
