import { comparedAddress, isAddress, typedAddress } from "@/lib/input/addresses/email_address.ts";

export interface WrittenAddress {
  email: string | null;
  name: string | null;
  rest: string;
}

const longest = 500;

/** Finds the e-mail address in what people write, or copy from a mail, a page or a link. */
export function readAddress(written: string): WrittenAddress {
  const text = plain(written);
  const nothing = { email: null, name: null, rest: text };
  if (text.length > longest) return nothing;
  if (isAddress(text)) return { email: typedAddress(text), name: null, rest: "" };
  const pieces = text.split(between).map((piece) => trimmed(piece));
  const email = pieces.find((piece) => piece.includes("@") && isAddress(piece));
  if (email === undefined) return nothing;
  const address = comparedAddress(email);
  const isSame = (piece: string) => piece.includes("@") && comparedAddress(piece) === address;
  const rest = pieces.filter((piece) => piece !== "" && !isSame(piece)).join(" ");
  const name = /^([^<>@]*)<[^<>]*>$/.exec(trimmed(text, /[\s,;.]/))?.[1];
  return name === undefined || rest === ""
    ? { email: typedAddress(email), name: null, rest }
    : { email: typedAddress(email), name: rest, rest: "" };
}

/** The address where nothing else is written but a name before it in brackets; else the text. */
export function onlyAddress(written: string): string {
  const { email, rest } = readAddress(written);
  return email !== null && rest === "" ? email : typedAddress(written);
}

const between = /[\s<>,;|()[\]"“”«»]+/;
/** Marks that mean nothing in an address. Joiners and overrides of direction change what is read. */
const marks = /[\u00ad\u034f\u061c\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/g;
const label = /^(?:e-?mail|mail|correo|correo electr[oó]nico|smtp) ?: ?/i;

function plain(text: string): string {
  const near = text.replace(marks, "").replace(/[\uff01-\uff5e]/g, narrow)
    .replace(/\s+/g, " ").trim().replace(label, "");
  const bare = /mailto:/i.test(near) ? near.split(/mailto:/i).map(withoutQuery).join(" ") : near;
  return /^[^\s@<>]+ ?@ ?[^\s@<>]+$/.test(bare.trim()) ? bare.replace(/ /g, "") : bare.trim();
}

function withoutQuery(link: string, at: number): string {
  return at === 0 ? link : link.replace(/\?[^\s<>)\]"]*/, "").replace(/%40/, "@");
}

function trimmed(text: string, edge = /[.:!?…/*_'’‘`\u3002\uff61]/): string {
  let [from, to] = [0, text.length];
  while (to > from && edge.test(text[to - 1]!)) to--;
  while (from < to && edge.test(text[from]!) && !/[._]/.test(text[from]!)) from++;
  return text.slice(from, to);
}

function narrow(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
}
