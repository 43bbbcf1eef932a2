import type { Property } from "@/lib/records/imports/formats/vcard/lines.ts";
import { splitValue, textOf } from "@/lib/records/imports/formats/vcard/values.ts";
import type { cardHeads } from "@/lib/records/imports/formats/words.ts";

type Head = keyof typeof cardHeads;

export type Card = Partial<Record<Head, string[]>>;

export function readCard(properties: Property[]): Card | undefined {
  const version = properties.find(({ name }) => name === "VERSION")?.value.trim() ?? "3.0";
  const read = (property: Property, part = property.value) =>
    textOf(property, version.startsWith("2") ? "2" : "3", part);
  const parts = (property: Property, sign: ";" | ",") =>
    splitValue(property.value, sign).map((part) => read(property, part));
  const all = (name: string) => preferredFirst(properties.filter((one) => one.name === name));
  const first = (name: string) => all(name).map((one) => read(one)).find((text) => text !== "");
  if (["KIND", "X-ADDRESSBOOKSERVER-KIND"].some((name) => /^group$/i.test(first(name) ?? ""))) {
    return undefined;
  }
  const labels = new Map(all("X-ABLABEL").map((one) => [one.group, read(one)]));
  const isFax = (one: Property) =>
    /\b(?:FAX|PAGER|MODEM|BBS)\b/.test(one.parameters.get("TYPE") ?? "") ||
    one.group !== "" && /fax/i.test(labels.get(one.group) ?? "");
  const numbers = (those: Property[]) => those.map((one) => phoneOf(read(one)));
  const [company, ...units] = all("ORG").map((one) => parts(one, ";"))[0] ?? [];
  const card = {
    name: [first("FN") ?? nameOf(all("N")[0], read)],
    company: [company],
    department: [units.filter((unit) => unit !== "").join(", ")],
    position: [first("TITLE") ?? first("ROLE")],
    email: all("EMAIL").map((one) => read(one).replace(/^mailto:/i, "")),
    phone: numbers(all("TEL").filter((one) => !isFax(one))),
    fax: numbers(all("TEL").filter(isFax)),
    ...addressOf(all("ADR").map((one) => ({ type: typeOf(one), parts: parts(one, ";") }))),
    website: [first("URL")],
    tags: [all("CATEGORIES").flatMap((one) => parts(one, ",")).filter(Boolean).join("; ")],
    notes: [all("NOTE").map((one) => read(one)).filter(Boolean).join("\n")],
  };
  return Object.fromEntries(
    Object.entries(card).map(([head, texts]) => [head, filledOf(texts)]),
  );
}

function filledOf(texts: (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => text ? [text] : []))];
}

function typeOf({ parameters }: Property): string {
  return parameters.get("TYPE") ?? "";
}

/** `TYPE=PREF` or, in version 4, `PREF=1` before `PREF=2`. */
function preferredFirst(properties: Property[]): Property[] {
  const rank = (one: Property) => {
    if (/\bPREF\b/.test(typeOf(one))) return 0;
    return Number.parseInt(one.parameters.get("PREF") ?? "", 10) || 101;
  };
  return properties.sort((a, b) => rank(a) - rank(b));
}

/** `family;given;additional;prefix;suffix`, each a list. */
function nameOf(
  property: Property | undefined,
  read: (property: Property, part: string) => string,
): string {
  if (!property) return "";
  const [family, first, additional, prefix, suffix] = splitValue(property.value, ";")
    .map((part) => splitValue(part, ",").map((one) => read(property, one)).join(" "));
  return [prefix, first, additional, family, suffix].filter(Boolean).join(" ");
}

/** `tel:+34-600-000-000;ext=12` (RFC 3966). */
function phoneOf(text: string): string {
  const match = /^tel:([^;]*)(.*)$/i.exec(text);
  if (!match) return text;
  const extension = /;ext=([^;]*)/i.exec(match[2]!)?.[1];
  return extension ? `${match[1]} ext. ${extension}` : match[1]!;
}

interface Address {
  type: string;
  parts: string[];
}

/** Chooses the address at work: box, more, street, city, region, postcode, country. */
function addressOf(addresses: Address[]) {
  const filled = addresses.filter(({ parts }) => parts.some((part) => part !== ""));
  const one = filled.find(({ type }) => /\bWORK\b/.test(type)) ?? filled[0];
  const [cipher, more, street, city, region, postcode, country] = one?.parts ?? [];
  const lines = [street, more, cipher].filter((line) => line !== undefined && line !== "");
  return {
    street: [lines.join("\n")],
    city: [city],
    region: [region],
    postcode: [postcode],
    country: [country],
  };
}
