/** Which pages the panel has: those below routes/panel/ that stand behind the member door. */
import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { listFiles, pathOf } from "@/lib/http/openapi.ts";

const folder = new URL("../../routes/", import.meta.url);
const parameter = /([\w-]+)\/\{\w+\}/g;

/** Paths in the order of their files, parameters in braces. */
export async function panelPages(): Promise<string[]> {
  const paths: string[] = [];
  for (const file of (await listFiles(folder)).sort()) {
    if (!file.startsWith("panel/")) continue;
    const { handler } = await import(new URL(file, folder).href);
    if (handler?.door === "member" && !handler.methods) paths.push(pathOf(file));
  }
  return paths;
}

/**
 * Puts a record of the company into a path: `/panel/contacts/{id}` gets the id of a contact.
 * @throws Error where the word before a parameter is no table with an id
 */
export async function addressOf(
  { db }: Database,
  companyId: number,
  path: string,
): Promise<string> {
  const nouns = [...path.matchAll(parameter)].map(([, noun]) => noun!);
  const ids: number[] = [];
  for (const noun of nouns) {
    const { rows } = await inCompany(
      db,
      companyId,
      (trx) =>
        sql<{ id: number }>`select min(id) as id from ${sql.table(noun.replaceAll("-", "_"))}
        where company_id = ${companyId} and deleted_at is null`.execute(trx),
    );
    ids.push(rows[0]!.id);
  }
  return path.replace(parameter, (_, noun) => `${noun}/${ids.shift()}`);
}
