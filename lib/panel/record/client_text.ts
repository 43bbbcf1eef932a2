/** Pure: what a typed text says of a new client. */

export interface SaidClient {
  name: string;
  kind: "company" | "person";
  email?: string;
  phone?: string;
  tax_id?: string;
}

const email = /[^\s<>(),;:]+@[^\s<>(),;:]+\.[^\s<>(),;:.]+/u;
/** Spanish NIF, NIE and CIF, also written with dots, spaces or a hyphen. */
const taxId =
  /(?<![\p{L}\p{N}])(?:[A-HJNP-SUVW][-.\s]?\d{2}\.?\d{3}\.?\d{2}[-.\s]?[0-9A-J]|\d{2}\.?\d{3}\.?\d{3}[-.\s]?[A-Z]|[XYZ][-.\s]?\d{7}[-.\s]?[A-Z])(?![\p{L}\p{N}])/iu;
const phone = /(?<![\p{L}\p{N}])\+?\d(?:[\s.()-]?\d){8,14}(?![\p{L}\p{N}])/u;
const companyForms =
  /(?:^|[\s,])(?:s\.?\s?l\.?\s?[upl]?\.?|s\.?\s?a\.?\s?u?\.?|s\.?\s?coop\.?|c\.?\s?b\.?|ltd\.?|llc|inc\.?|gmbh|plc)$/iu;

/** Name, e-mail, phone and tax id in a text such as `Bodegas Nuevas SL, B12345674 612 345 678`. */
export function clientIn(text: string): SaidClient {
  let rest = text;
  const take = (pattern: RegExp) => {
    const found = rest.match(pattern)?.[0];
    if (found) rest = rest.replace(found, " ");
    return found;
  };
  const said = { email: take(email), tax_id: take(taxId), phone: take(phone) };
  const name = rest.replace(/[<>()]/g, " ").replace(/\s+/g, " ").replace(/\s+,/g, ",")
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, "");
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value));
  return {
    name: name || said.email || said.phone || text.trim(),
    kind: isPerson(name, said.tax_id) ? "person" : "company",
    ...given,
  };
}

/** A NIF or NIE is a person's; a CIF begins with another letter. */
function isPerson(name: string, taxId: string | undefined): boolean {
  return !companyForms.test(name) && taxId !== undefined && /^[\dXYZ]/i.test(taxId);
}
