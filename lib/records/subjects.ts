import { sql } from "kysely";
import type * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { SubjectField, subjectRecord } from "@/lib/records/subject.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Where each kind of subject is kept, and what its record is called by. */
const kept: Record<z.output<typeof subjectRecord>["type"], { table: string; name: string }> = {
  contact: { table: "contacts", name: "coalesce(name, email, phone, channel_contact_id)" },
  client: { table: "clients", name: "name" },
  opportunity: { table: "opportunities", name: "title" },
  quote: { table: "quotes", name: "number" },
  sale: { table: "sales", name: "number" },
  task: { table: "tasks", name: "title" },
  event: { table: "events", name: "title" },
  product: { table: "products", name: "name" },
};
type Kind = keyof typeof kept;

/** `{type, id, name}` of the subject of a row of notes or activities that goes by `alias`. */
export function namedSubject(alias: string, kinds: readonly Kind[]) {
  const cases = kinds.map((kind) => {
    const { table, name } = kept[kind];
    const id = sql.ref(`${alias}.${kind}_id`);
    return sql`when ${id} is not null then json_build_object('type', ${sql.lit(kind)}, 'id', ${id},
      'name', (select ${sql.raw(name)} from ${sql.table(table)} s
               where s.company_id = ${sql.ref(`${alias}.company_id`)} and s.id = ${id}))`;
  });
  return sql<z.output<typeof subjectRecord>>`case ${sql.join(cases, sql` `)} end`;
}

/** The client that each kind of subject belongs to. */
const clientOf: Record<SubjectField, { table: string; client: string }> = {
  contact_id: { table: "contacts", client: "converted_client_id" },
  client_id: { table: "clients", client: "id" },
  opportunity_id: { table: "opportunities", client: "client_id" },
  quote_id: { table: "quotes", client: "client_id" },
  sale_id: { table: "sales", client: "client_id" },
  task_id: { table: "tasks", client: "client_id" },
};

/** The client whose timeline a subject belongs to, if any, and whether the subject is live. */
export async function findSubject(
  db: Db,
  { companyId }: Tenant,
  { name, id }: { name: SubjectField; id: number },
): Promise<{ clientId: number | null; isLive: boolean }> {
  const { table, client } = clientOf[name];
  const { rows } = await sql<{ clientId: number | null; isLive: boolean }>`
    select ${sql.ref(client)} as "clientId", deleted_at is null as "isLive"
    from ${sql.table(table)} where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0] ?? { clientId: null, isLive: false };
}

/** @throws Problem validation_failed naming the field (the company has no such live record) */
export function requireLive({ name }: { name: SubjectField }, { isLive }: { isLive: boolean }) {
  if (isLive) return;
  throw problem("validation_failed", { fields: { [name]: inputWords.notOurs } });
}
