import { type RawBuilder, sql } from "kysely";
import { type NounEntry, type NounName, nouns } from "@/lib/records/nouns.ts";

/** The SQL expression for a record's name; `alias` is its table's. */
export function labelOf(noun: NounName, alias: string): RawBuilder<string> {
  const columns = nouns[noun].label.map((column) => sql.ref(`${alias}.${column}`));
  return columns.length === 1 ? sql`${columns[0]!}` : sql`coalesce(${sql.join(columns)})`;
}

/** The tail of a SELECT that locks a record and reads its client, and if it is live or merged. */
export function lockOf(noun: NounName, companyId: number, id: number): RawBuilder<unknown> {
  const { table, trash, client }: NounEntry = nouns[noun];
  const isLive = trash ? sql`deleted_at is null` : sql`true`;
  const isPerson = noun === "client" || noun === "contact";
  const into = isPerson ? sql`merged_into_id` : sql`null::int`;
  const clientId = client && !isPerson ? sql.ref(client) : sql`null::int`;
  return sql`id, ${isLive} as "isLive", ${into} as "into", ${clientId} as "clientId"
    from ${sql.table(table)} where company_id = ${companyId} and id = ${id} ${lockMode(noun)}`;
}

/** Linking also updates an opportunity; two shared locks would then deadlock. */
function lockMode(noun: NounName): RawBuilder<unknown> {
  return noun === "opportunity" ? sql`for no key update` : sql`for share`;
}
