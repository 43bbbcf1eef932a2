import { type RawBuilder, sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { hasKey, idRows, keyRows, lookUp } from "@/lib/db/keys.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import type { DueWork, FoundDue, Wanted } from "@/lib/outbound/deliveries.ts";
import type { QueueName } from "@/lib/fairness/queues.ts";

/** A table with an index on (company_id, host, due_at) of what is pending. */
export interface DueTable {
  table: keyof Schema;
  id: string;
  isPending: RawBuilder<unknown>;
}

/** A row of a queue; with null ids nothing is due in it. */
type Row = (FoundDue | { id: null; delayMs: null }) & QueueName & {
  wanted: number;
  isCut: boolean;
};

/**
 * Deliveries due within `aheadMs`, a share of each company and host, so that none hides others.
 * Companies and hosts are found by one index step each, so it reads the rows that it returns.
 */
export async function findDueIn(db: Db, where: DueTable, wanted: Wanted): Promise<DueWork> {
  const table = sql.table(where.table);
  const { aheadMs, perQueue, perCompany } = wanted;
  const { rows } = await asWorker(db, (trx) =>
    sql<Row>`
    with recursive ${
      wanted.queues ? theseQueues(wanted.queues) : allQueues(table, where.isPending, wanted)
    }, sized as (
      select *, least(${perQueue}, greatest(1, ${perCompany} / count(*) over (partition by company_id)))
        as wanted
      from queues
    )
    select l.company_id as "companyId", l.host, l.wanted::int, l.is_cut as "isCut", due.id,
      greatest(0, extract(epoch from due.free_at - now()) * 1000)::float8 as "delayMs"
    from sized l left join lateral (
      select ${sql.ref(where.id)} as id, due_at,
        greatest(due_at, leased_until + interval '100 milliseconds') as free_at
      from ${table}
      where company_id = l.company_id and host = l.host and ${where.isPending}
        and due_at <= now() + ${aheadMs} * interval '1 millisecond'
      order by due_at limit l.wanted
    ) due on true
    where due.id is not null or l.is_cut
    order by due.due_at`.execute(trx));
  return toBatch(rows);
}

// The queue's clock may run ahead of the database's.
const early = "1 second";

/** Locks which of the ids are due and free, or leased by `holder`, as rows of a CTE. */
export function lockDue(
  { table, id, isPending }: DueTable,
  ids: readonly string[],
  holder: string,
): RawBuilder<unknown> {
  const row = sql`select * from ${sql.table(table)} where ${sql.ref(id)} = k.id
    for update skip locked`;
  return sql`
    select t.* from ${idRows(ids)} k cross join ${lookUp(row)} t
    where ${isPending} and t.due_at <= now() + ${early}::interval
      and (t.leased_until is null or t.leased_until < now() or t.lease = ${holder}::uuid)`;
}

export async function returnLeasesIn(
  db: Db,
  { table, id }: DueTable,
  pending: readonly { id: string; lease: string }[],
): Promise<void> {
  if (pending.length === 0) return;
  await asWorker(db, (trx) =>
    sql`
      update ${sql.table(table)} t set lease = null, leased_until = null
      from ${
      keyRows(pending.map(({ id, lease }) => ({ id, lease })), { id: "uuid", lease: "uuid" })
    } k
      where ${hasKey([`t.${id}`], ["k.id"])} and t.lease = k.lease`.execute(trx));
}

/** Ends the holders' leases. @returns how many */
export async function freeLeases(
  trx: BareTrx,
  { table, isPending }: Omit<DueTable, "id">,
  holders: string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set lease = null, leased_until = null
    where lease = any(${holders}::uuid[]) and ${isPending}`.execute(trx);
  return Number(numAffectedRows);
}

function theseQueues(queues: QueueName[]) {
  const names = JSON.stringify(queues.map(({ companyId, host }) => ({ companyId, host })));
  return sql`queues as (
    select "companyId" as company_id, host, false as is_cut
    from json_to_recordset(${names}::json) as given("companyId" int, host text)
  )`;
}

function allQueues(
  table: RawBuilder<unknown>,
  isPending: RawBuilder<unknown>,
  { after = [], mostQueues }: Wanted,
) {
  return sql`companies as (
    select (
      select company_id from ${table} where ${isPending}
      order by company_id, host, due_at limit 1) as id
    union all
    select (
      select company_id from ${table} where company_id > c.id and ${isPending}
      order by company_id, host, due_at limit 1)
    from companies c where c.id is not null
  ), queues as (
    select c.id as company_id, l.host,
      row_number() over (partition by c.id order by l.host) = ${mostQueues} as is_cut
    from companies c
    left join json_to_recordset(${JSON.stringify(after)}::json) as a("companyId" int, host text)
      on a."companyId" = c.id
    cross join lateral (
      with recursive hosts as (
        select (
          select host from ${table}
          where company_id = c.id and host > coalesce(a.host, '') and ${isPending}
          order by company_id, host, due_at limit 1
        ) as host
        union all
        select (
          select host from ${table} where company_id = c.id and host > h.host and ${isPending}
          order by company_id, host, due_at limit 1
        ) from hosts h where h.host is not null
      )
      select host from hosts where host is not null limit ${mostQueues}
    ) l
    where c.id is not null
  )`;
}

function toBatch(rows: Row[]): DueWork {
  const batch: DueWork = { due: [], full: [], cutAfter: [] };
  const counts = new Map<string, number>();
  for (const { companyId, host, wanted, isCut, id, delayMs } of rows) {
    const name = `${companyId} ${host}`;
    const count = counts.get(name) ?? 0;
    if (isCut && count === 0) batch.cutAfter.push({ companyId, host });
    counts.set(name, count + 1);
    if (id === null) continue;
    batch.due.push({ id, companyId, host, delayMs });
    if (count + 1 === wanted) batch.full.push({ companyId, host });
  }
  return batch;
}
