/** Lists the panel's pages: routes below routes/panel/ behind the member guard. */
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
    if (handler?.guard === "member" && !handler.methods) paths.push(pathOf(file));
  }
  return paths;
}

/** Source of a noun's ids, where it is not the table of the same name. */
const others: Record<string, { table: string; id: string }> = {
  channels: { table: "channel_accounts", id: "id" },
  "meta-apps": { table: "meta_apps", id: "id" },
  employees: { table: "user_companies", id: "user_id" },
};

/** A parameter that names no record: the provider of a mailbox's sign-in. */
const provider = { noun: "oauth", name: "google" };

/**
 * Puts a record of the company into a path: `/panel/contacts/{id}` gets the id of a contact.
 * @throws Error where the word before a parameter is no table with an id, or an empty one
 */
export async function addressOf(
  { db }: Database,
  companyId: number,
  path: string,
): Promise<string> {
  const nouns = [...path.matchAll(parameter)].map(([, noun]) => noun!)
    .filter((noun) => noun !== provider.noun);
  const ids: string[] = [];
  for (const noun of nouns) {
    const { table, id } = others[noun] ?? { table: noun, id: "id" };
    const { rows } = await inCompany(
      db,
      companyId,
      (trx) =>
        sql<{ id: string }>`select ${sql.ref(id)} as id from ${sql.table(table)}
        where company_id = ${companyId} order by 1 limit 1`.execute(trx),
    );
    if (!rows[0]) throw new Error(`${table} is empty`);
    ids.push(rows[0].id);
  }
  return path.replace(
    parameter,
    (_, noun) => `${noun}/${noun === provider.noun ? provider.name : ids.shift()}`,
  );
}
