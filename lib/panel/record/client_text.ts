import { withoutEdges, withoutEnd } from "@/lib/input/edges.ts";

/** Pure: what a typed text says of a new client. */

export interface ClientText {
  name: string;
  kind: "company" | "person";
  email?: string;
  phone?: string;
  tax_id?: string;
}

const longest = 1_000;
/** Spanish NIF, NIE and CIF, also written with dots, spaces or a hyphen. */
const taxId =
  /(?<![\p{L}\p{N}])(?:[A-HJNP-SUVW][-.\s]?\d{2}\.?\d{3}\.?\d{2}[-.\s]?[0-9A-J]|\d{2}\.?\d{3}\.?\d{3}[-.\s]?[A-Z]|[XYZ][-.\s]?\d{7}[-.\s]?[A-Z])(?![\p{L}\p{N}])/iu;
const phone = /(?<![\p{L}\p{N}])\+?\d(?:[\s.()-]?\d){8,14}(?![\p{L}\p{N}])/u;
const companyForms =
  /(?:^|[\s,])(?:s\.?\s?l\.?\s?[upl]?\.?|s\.?\s?a\.?\s?u?\.?|s\.?\s?coop\.?|c\.?\s?b\.?|ltd\.?|llc|inc\.?|gmbh|plc)$/iu;

/** Name, e-mail, phone and tax id in a text such as `Bodegas Nuevas SL, B12345674 612 345 678`. */
export function clientIn(text: string): ClientText {
  if (text.length > longest) return { name: text.trim(), kind: "company" };
  let rest = text;
  const take = (pattern: RegExp) => cut(rest.match(pattern)?.[0]);
  const cut = (match: string | undefined) => {
    if (match) rest = rest.replace(match, " ");
    return match;
  };
  const parts = { email: cut(emailIn(rest)), tax_id: take(taxId), phone: take(phone) };
  const near = rest.replace(/[<>()]/g, " ").replace(/\s+/g, " ").replaceAll(" ,", ",");
  const name = withoutEdges(near, /[\s,;:–-]/);
  const present = Object.fromEntries(Object.entries(parts).filter(([, value]) => value));
  return {
    name: name || parts.email || parts.phone || text.trim(),
    kind: isPerson(name, parts.tax_id) ? "person" : "company",
    ...present,
  };
}

function emailIn(text: string): string | undefined {
  for (const part of text.split(/[\s<>(),;:]/)) {
    const address = withoutEnd(part, /\./);
    const at = address.indexOf("@", 1);
    if (at > 0 && address.lastIndexOf(".") > at + 1) return address;
  }
  return undefined;
}

/** A NIF or NIE is a person's; a CIF begins with another letter. */
function isPerson(name: string, taxId: string | undefined): boolean {
  return !companyForms.test(name) && taxId !== undefined && /^[\dXYZ]/i.test(taxId);
}
