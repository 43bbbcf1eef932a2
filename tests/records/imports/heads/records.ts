/** The texts of the fields that a file's columns give a record. */
import { clientFile } from "@/lib/crm/clients/client_file.ts";
import { contactFile } from "@/lib/crm/contacts/contact_file.ts";
import { columnUses } from "@/lib/records/imports/heads/column_uses.ts";
import type { ColumnUse } from "@/lib/records/imports/heads/column_use.ts";
import type { ImportedNoun } from "@/lib/records/imports/import.ts";
import { productFile } from "@/lib/sales/products/product_file.ts";
import { tableIn } from "../formats/tables.ts";

const kinds = { contact: contactFile, client: clientFile, product: productFile };

export function usesIn(noun: ImportedNoun, header: readonly string[]) {
  return columnUses(header, kinds[noun]);
}

export type Fields = Record<string, string>;

/** Whole values go before those that are joined, by their ranks. */
export function fieldsIn(noun: ImportedNoun, file: string | Uint8Array): Fields[] {
  const { header, rows } = tableIn(file);
  const uses = usesIn(noun, header);
  return rows.map(({ cells }) => {
    const filled = uses.flatMap((use, at) => use && cells[at] ? [{ ...use, cell: cells[at] }] : []);
    const fields = Map.groupBy(filled, ({ field }) => field);
    return Object.fromEntries([...fields].map(([field, those]) => [field, valueOf(those)]));
  });
}

function valueOf(those: (ColumnUse & { cell: string })[]): string {
  const [whole] = those.filter(({ part }) => part === undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  if (whole) return whole.cell;
  return those.sort((a, b) => a.part! - b.part!).map(({ cell }) => cell).join(" ");
}
