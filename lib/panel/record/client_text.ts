import { withoutEdges, withoutEnd } from "@/lib/input/edges.ts";

/** Pure: what a typed text says of a new client. */

export interface SaidClient {
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
export function clientIn(text: string): SaidClient {
  if (text.length > longest) return { name: text.trim(), kind: "company" };
  let rest = text;
  const take = (pattern: RegExp) => taken(rest.match(pattern)?.[0]);
  const taken = (found: string | undefined) => {
    if (found) rest = rest.replace(found, " ");
    return found;
  };
  const said = { email: taken(emailIn(rest)), tax_id: take(taxId), phone: take(phone) };
  const near = rest.replace(/[<>()]/g, " ").replace(/\s+/g, " ").replaceAll(" ,", ",");
  const name = withoutEdges(near, /[\s,;:–-]/);
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value));
  return {
    name: name || said.email || said.phone || text.trim(),
    kind: isPerson(name, said.tax_id) ? "person" : "company",
    ...given,
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
