import type { Selectable } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Contacts } from "@/lib/db/tables/crm.ts";

/** A contact holds the text of its first message, as many characters of it. */
export const longestFirst = 5_000;

export function firstText(text: string): string | null {
  return [...text.slice(0, 2 * longestFirst)].slice(0, longestFirst).join("") || null;
}

/** Changes the contact's copy of the text, if it is this one's. */
export async function replaceFirst(
  trx: Trx,
  { company_id, id, message }: Selectable<Contacts>,
  text: string,
  by: string,
): Promise<void> {
  if (message === null || message !== firstText(text)) return;
  await trx.updateTable("contacts").set({ message: firstText(by) })
    .where("company_id", "=", company_id).where("id", "=", id).execute();
}
