import { fold } from "@/lib/records/imports/csv_values.ts";
import type { ColumnUse } from "@/lib/records/imports/heads/column_use.ts";
import { fieldNames, type ImportedNoun, type ImportFields } from "@/lib/records/imports/import.ts";

/** Words of a head that name a part of somebody's name, in the order in which parts are joined. */
const nameParts: string[][] = [
  ["nombre de pila", "given name", "first name", "firstname"],
  ["segundo nombre", "middle name"],
  ["apellidos", "apellido", "primer apellido", "last name", "lastname", "surname", "family name"],
  ["segundo apellido"],
];

export function columnUses(
  header: readonly string[],
  { noun, fields }: { noun: ImportedNoun; fields: ImportFields },
): (ColumnUse | null)[] {
  const names = fieldNames(fields);
  const heads = header.map(fold);
  const isPeople = noun !== "product";
  const parts = heads.map((head) =>
    isPeople ? nameParts.findIndex((those) => those.includes(head)) : -1
  );
  const isSurname = parts.some((part) => part > 1) && !parts.includes(0);
  return heads.map((head, at) => {
    if (parts[at]! >= 0) return { field: "name", part: parts[at]! + 1 };
    const field = names.get(head);
    if (field === "name" && isSurname && isGiven(head)) return { field, part: 1 };
    if (field === "address") return { field, part: 1 };
    if (field) return { field };
    const [, base, number] = /^(.*\D) ?([1-9])$/.exec(head) ?? [];
    const numbered = base && names.get(base.replace(/ (?:line|linea)$/, "").trim());
    if (!numbered) return null;
    return numbered === "address" ? { field: numbered, part: Number(number) } : { field: numbered };
  });
}

function isGiven(head: string): boolean {
  return head === "nombre" || head === "name";
}

/** Folded names by which a file's head row is found among its first rows. */
export function headNames({ fields }: { noun: ImportedNoun; fields: ImportFields }): Set<string> {
  return new Set([...fieldNames(fields).keys(), ...nameParts.flat()]);
}
