import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { lockLinked } from "@/lib/records/links.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";
import {
  nounOf,
  type SubjectField,
  type SubjectKind,
  type subjectRecord,
} from "@/lib/records/subject.ts";
import { problem } from "@/lib/input/errors.ts";
import { inputWords } from "@/lib/words/input.ts";

/** `{type, id, name}` of the subject of a note or activity joined as `alias`, or `none`. */
export function namedSubject(
  alias: string,
  kinds: readonly SubjectKind[],
  none: RawBuilder<unknown> = sql`null`,
) {
  const cases = kinds.map((kind) => {
    const { table, key } = nouns[kind];
    const id = sql.ref(`${alias}.${key}`);
    return sql`when ${id} is not null then json_build_object('type', ${sql.lit(kind)}, 'id', ${id},
      'name', (select ${labelOf(kind, "s")} from ${sql.table(table)} s
               where s.company_id = ${sql.ref(`${alias}.company_id`)} and s.id = ${id}))`;
  });
  return sql<z.output<typeof subjectRecord>>`case ${sql.join(cases, sql` `)} else ${none} end`;
}

export async function findSubject(
  db: Db,
  { companyId }: Tenant,
  { name, id }: { name: SubjectField; id: number },
): Promise<{ clientId: number | null; isLive: boolean }> {
  const { table, client } = nouns[nounOf(name)];
  const { rows } = await sql<{ clientId: number | null; isLive: boolean }>`
    select ${sql.ref(client)} as "clientId", deleted_at is null as "isLive"
    from ${sql.table(table)} where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0] ?? { clientId: null, isLive: false };
}

/** Follows merges. @throws Problem validation_failed (no such live record), naming the field */
export async function lockSubject(
  trx: Trx,
  tenant: Tenant,
  { name, id }: { name: SubjectField; id: number },
): Promise<{ name: SubjectField; id: number }> {
  const subject = (await lockLinked(trx, tenant, [{ name, noun: nounOf(name), id }])).get(name);
  if (subject?.isLive) return { name, id: subject.id };
  throw problem("validation_failed", { fields: { [name]: inputWords.notOurs } });
}
