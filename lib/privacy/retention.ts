import { type RawBuilder, sql } from "kysely";
import { holdFiling } from "@/lib/channels/in/erased_mail.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { erase } from "@/lib/privacy/erase.ts";
import { lockScope } from "@/lib/privacy/lock_scope.ts";
import { noteRequest } from "@/lib/privacy/requests.ts";

export const perBatch = 200;

/** Counts the contacts that each of several ages would erase now. One statement. */
export async function countOld(db: Db, { companyId }: Tenant, months: readonly number[]) {
  const { rows } = await sql<{ months: number; contacts: number }>`
    select m.months, count(t.touched) as contacts
    from unnest(${[...months]}::integer[]) m (months)
    left join (select ${touched} as touched ${unconverted(companyId)}) t
      on t.touched < now() - make_interval(months => m.months)
    group by m.months order by m.months`.execute(db);
  return rows;
}

/** The company's setting, or other months, and how many contacts are that old. Two statements. */
export async function readRetention(db: Db, tenant: Tenant, months?: number) {
  const { companyId } = tenant;
  const { retention_months } = await db.selectFrom("companies").select("retention_months")
    .where("id", "=", companyId).executeTakeFirstOrThrow();
  const requested = months ?? retention_months;
  if (requested === null) return { months: null, contacts: 0 };
  return (await countOld(db, tenant, [requested]))[0]!;
}

/** Erases a batch of the company's old contacts, if it has a retention. @returns how many */
export async function eraseOldContacts(trx: Trx, tenant: Tenant): Promise<number> {
  const { companyId } = tenant;
  const company = await trx.selectFrom("companies").select("retention_months")
    .where("id", "=", companyId).executeTakeFirst();
  if (!company?.retention_months) return 0;
  await holdFiling(trx, tenant);
  const old = sql`select c.id ${unconverted(companyId)}
    and ${touched} < now() - make_interval(months => ${company.retention_months}::integer)`;
  const ids = await idsOf(
    trx,
    sql`${old} order by c.id limit ${perBatch}
    for no key update of c skip locked`,
  );
  if (ids.length === 0) return 0;
  const lock = (contacts: number[]) =>
    lockScope(trx, tenant, { contacts, clients: [] }, { together: false });
  let scope = await lock(ids);
  // A note may have been written, or changed, before it was locked.
  const remaining = await idsOf(trx, sql`${old} and c.id = any (${ids}::integer[])`);
  if (remaining.length === 0) return 0;
  if (remaining.length < ids.length) scope = await lock(remaining);
  await erase(trx, tenant, scope);
  const actor = { companyId, userId: null };
  const noted = { kind: "retention", noun: "contact", outcome: "done" } as const;
  await noteRequest(trx, actor, { ...noted, records: remaining.length });
  return remaining.length;
}

async function idsOf(trx: Trx, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${query}`.execute(trx);
  return rows.map(({ id }) => id);
}

const touched = sql<Date>`greatest(c.last_message_at, c.updated_at, c.next_action_at,
  notes.touched, events.touched, tasks.touched)`;

/** Contacts that never became a client and are in no business. */
function unconverted(companyId: number) {
  const last = (table: string, column: string) =>
    sql`left join (
      select contact_id, max(${sql.ref(column)}) as touched from ${sql.table(table)}
      where company_id = ${companyId} and contact_id is not null group by contact_id
    ) ${sql.table(table)} on ${sql.ref(`${table}.contact_id`)} = c.id`;
  const isIn = (table: string, column: string) =>
    sql`exists (select from ${sql.table(table)} x
      where x.company_id = c.company_id and ${sql.ref(`x.${column}`)} = c.id)`;
  return sql`
    from contacts c ${last("notes", "updated_at")} ${last("events", "ends_at")}
      ${last("tasks", "updated_at")}
    where c.company_id = ${companyId} and c.deleted_at is null and c.converted_client_id is null
      and not ${isIn("opportunities", "contact_id")} and not ${
    isIn("clients", "source_contact_id")
  }`;
}
