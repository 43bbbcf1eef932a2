import { type RawBuilder, sql } from "kysely";
import { holdFiling } from "@/lib/channels/in/erased_mail.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { fewOf } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { erase } from "@/lib/privacy/erase.ts";
import { lockScope } from "@/lib/privacy/lock_scope.ts";
import { noteRequest } from "@/lib/privacy/requests.ts";

/** Persons erased in one transaction. */
export const perBatch = 200;
const perLook = 1_000;

/** Counts the contacts that each of several ages would erase now. One statement. */
export async function countOld(db: Db, { companyId }: Tenant, months: readonly number[]) {
  const { rows } = await sql<{ months: number; contacts: number }>`
    select m.months, count(t.touched) as contacts
    from unnest(${[...months]}::integer[]) m (months)
    left join (
      select ${touched} as touched from contacts c ${joinedMarks(companyId)}
      where ${isUnconverted(companyId)}) t
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

export const hasRetention = sql<boolean>`c.retention_months is not null`;

/**
 * Erases old contacts among the company's next ones after `place`, an id, if it has a retention.
 * @returns the id to go on after
 */
export async function eraseOldContacts(
  trx: Trx,
  tenant: Tenant,
  place: string | null,
): Promise<string | null> {
  const { companyId } = tenant;
  const company = await trx.selectFrom("companies").select("retention_months")
    .where("id", "=", companyId).executeTakeFirst();
  const months = company?.retention_months;
  if (!months) return null;
  const page = await idsOf(
    trx,
    sql`select id from contacts where ${fewOf(companyId)} and id > ${Number(place ?? 0)}
    order by id limit ${sql.lit(perLook)}`,
  );
  const old = await findOld(trx, companyId, { months, ids: page });
  const ids = old.slice(0, perBatch);
  await eraseContacts(trx, tenant, months, ids);
  const last = ids.length < old.length ? ids.at(-1)! : page.at(-1);
  return ids.length === old.length && page.length < perLook ? null : String(last);
}

async function eraseContacts(trx: Trx, tenant: Tenant, months: number, old: number[]) {
  if (old.length === 0) return;
  const { companyId } = tenant;
  await holdFiling(trx, tenant);
  const lockRows = sql`order by c.id for no key update of c skip locked`;
  const ids = await findOld(trx, companyId, { months, ids: old, then: lockRows });
  const lock = (contacts: number[]) =>
    lockScope(trx, tenant, { contacts, clients: [] }, { together: false });
  let scope = await lock(ids);
  // A note may have been written, or changed, before it was locked.
  const remaining = await findOld(trx, companyId, { months, ids });
  if (remaining.length === 0) return;
  if (remaining.length < ids.length) scope = await lock(remaining);
  await erase(trx, tenant, scope);
  const actor = { companyId, userId: null };
  const noted = { kind: "retention", noun: "contact", outcome: "done" } as const;
  await noteRequest(trx, actor, { ...noted, records: remaining.length });
}

interface Among {
  months: number;
  ids: number[];
  then?: RawBuilder<unknown>;
}

/** Those of the contacts that are old, in order; the bounds leave the planner the index of ids. */
function findOld(
  trx: Trx,
  companyId: number,
  { months, ids, then = sql`order by c.id` }: Among,
): Promise<number[]> {
  return idsOf(
    trx,
    sql`select c.id from contacts c ${lookedUpMarks()}
    where ${isUnconverted(companyId)} and c.id = any (${ids}::integer[])
      and c.id between ${ids[0] ?? 0} and ${ids.at(-1) ?? 0}
      and ${touched} < now() - make_interval(months => ${months}::integer) ${then}`,
  );
}

async function idsOf(trx: Trx, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${query}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Records of a contact by which it is younger, and their instants. */
const marks = [["notes", "updated_at"], ["events", "ends_at"], ["tasks", "updated_at"]] as const;

const touched = sql<Date>`greatest(c.last_message_at, c.updated_at, c.next_action_at,
  notes.touched, events.touched, tasks.touched)`;

function joinedMarks(companyId: number) {
  return sql.join(
    marks.map(([table, column]) =>
      sql`left join (
        select contact_id, max(${sql.ref(column)}) as touched from ${sql.table(table)}
        where company_id = ${companyId} and contact_id is not null group by contact_id
      ) ${sql.table(table)} on ${sql.ref(`${table}.contact_id`)} = c.id`
    ),
    sql` `,
  );
}

/** For a few contacts; `offset 0` keeps `max` from walking through an index of all instants. */
function lookedUpMarks() {
  return sql.join(
    marks.map(([table, column]) =>
      sql`cross join lateral (
        select max(touched) as touched from (
          select ${sql.ref(column)} as touched from ${sql.table(table)} x
          where x.company_id = c.company_id and x.contact_id = c.id offset 0) each
      ) ${sql.table(table)}`
    ),
    sql` `,
  );
}

/** Contacts that never became a client and are in no business. */
function isUnconverted(companyId: number) {
  const isIn = (table: string, column: string) =>
    sql`exists (select from ${sql.table(table)} x
      where x.company_id = c.company_id and ${sql.ref(`x.${column}`)} = c.id offset 0)`;
  return sql`c.company_id = ${companyId} and c.deleted_at is null
    and c.converted_client_id is null and not ${isIn("opportunities", "contact_id")}
    and not ${isIn("clients", "source_contact_id")}`;
}
