import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { erase, lockPersons } from "@/lib/reports/privacy/erase.ts";
import { noteRequest } from "@/lib/reports/privacy/requests.ts";
import { findScope } from "@/lib/reports/privacy/scope.ts";

/** Contacts erased in one transaction. */
export const perBatch = 200;

/** How many contacts an age of so many months would erase now. One statement. */
export async function countOld(db: Db, { companyId }: Tenant, months: readonly number[]) {
  const each = months.map((one) =>
    sql`select ${sql.lit(one)} as months, count(*) as contacts ${old(companyId, one)}`
  );
  const { rows } = await sql<{ months: number; contacts: number }>`
    ${sql.join(each, sql` union all `)} order by months`.execute(db);
  return rows;
}

/** The company's setting, or other months, and how many contacts are that old. Two statements. */
export async function readRetention(db: Db, { companyId }: Tenant, months?: number) {
  const { retention_months } = await db.selectFrom("companies").select("retention_months")
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  const asked = months ?? retention_months;
  if (asked === null) return { months: null, contacts: 0 };
  return (await countOld(db, { companyId }, [asked]))[0]!;
}

/** Erases a batch of the company's old contacts, if it says how old. @returns how many */
export async function eraseOldContacts(trx: Trx, { companyId }: Tenant): Promise<number> {
  const company = await trx.selectFrom("companies").select("retention_months")
    .where("id", "=", companyId).executeTakeFirst();
  if (!company?.retention_months) return 0;
  const { rows } = await sql<{ id: number }>`
    select c.id ${old(companyId, company.retention_months)}
    order by c.id limit ${perBatch} for update of c skip locked`.execute(trx);
  if (rows.length === 0) return 0;
  const persons = { contacts: rows.map(({ id }) => id), clients: [] };
  const scope = await findScope(trx, { companyId }, persons, { together: false });
  await lockPersons(trx, { companyId }, scope);
  await erase(trx, { companyId }, scope);
  const actor = { companyId, userId: null };
  const noted = { kind: "retention", noun: "contact", outcome: "done" } as const;
  await noteRequest(trx, actor, { ...noted, records: rows.length });
  return rows.length;
}

/** Never a client, in no business, and untouched for so long. */
function old(companyId: number, months: number) {
  const since = sql`now() - make_interval(months => ${sql.lit(months)})`;
  const has = (table: string, more = sql``) =>
    sql`exists (select from ${sql.table(table)} x
      where x.company_id = c.company_id and x.contact_id = c.id ${more})`;
  return sql`
    from contacts c
    where c.company_id = ${companyId} and c.deleted_at is null and c.converted_client_id is null
      and c.last_message_at < ${since} and c.updated_at < ${since}
      and (c.next_action_at is null or c.next_action_at < ${since})
      and not ${has("opportunities")}
      and not ${has("notes", sql`and x.updated_at >= ${since}`)}
      and not ${has("events", sql`and x.ends_at >= ${since}`)}
      and not exists (select from clients x
        where x.company_id = c.company_id and x.source_contact_id = c.id)`;
}
