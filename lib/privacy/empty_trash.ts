import { type RawBuilder, sql } from "kysely";
import { liveBusiness } from "@/lib/crm/clients/live_business.ts";
import { holdFiling } from "@/lib/channels/in/erased_mail.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { trashDays } from "@/lib/records/records.ts";
import { erase } from "@/lib/privacy/erase.ts";
import { lockScope } from "@/lib/privacy/lock_scope.ts";
import { noteRequest } from "@/lib/privacy/requests.ts";
import { perBatch } from "@/lib/privacy/retention.ts";

/** Dependent records first. */
const tables = [
  ...["notes", "tasks", "events", "quotes", "opportunities", "products", "contacts"],
  "clients",
] as const;
type TrashTable = (typeof tables)[number];

const isOver = sql<boolean>`t.deleted_at <= now() - make_interval(days => ${sql.lit(trashDays)})`;

export type References = Map<string, { table: string; columns: string[] }[]>;

/** Read from the catalogue, so that no new link is forgotten. One statement. */
export async function findReferences(db: Db): Promise<References> {
  const { rows } = await sql<{ to: string; table: string; columns: string[] }>`
    select c.confrelid::regclass::text as to, c.conrelid::regclass::text as table,
      array(select a.attname::text from unnest(c.conkey) k
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k
        where a.attname <> 'company_id') as columns
    from pg_constraint c
    where c.contype = 'f' and c.confdeltype not in ('c', 'n')
      and c.connamespace = 'public'::regnamespace`.execute(db);
  const references: References = new Map();
  for (const { to, ...from } of rows) references.set(to, [...references.get(to) ?? [], from]);
  return references;
}

/** People are erased before anything is removed, so that what others refer to is anonymous. */
const stages = ["erase clients", "erase contacts", ...tables] as const;

interface Progress {
  stage: number;
  after: string[] | null;
}

/**
 * Removes what the company trashed 30 days ago, after `place`; people are erased first, and what
 * others refer to stays as an anonymous row. @returns where to go on, if it was more than a batch
 */
export async function emptyTrash(
  trx: Trx,
  tenant: Tenant,
  place: string | null,
  references: References,
): Promise<string | null> {
  const overdue = await findTables(trx, tenant);
  if (overdue.size === 0) return null;
  await holdFiling(trx, tenant);
  let { stage, after } = readPlace(place);
  let [size, count] = [0, 0];
  for (; stage < stages.length && size < perBatch; stage++, after = null) {
    if (!overdue.has(tableOf(stages[stage]!))) continue;
    const rows = await findOverdue(trx, tenant, stages[stage]!, { after, most: perBatch - size });
    if (rows.length > 0) count += await empty(trx, tenant, stages[stage]!, { rows, references });
    size += rows.length;
    if (size < perBatch) continue;
    const { at, id } = rows.at(-1)!;
    after = [at, String(id)];
    break;
  }
  if (count > 0) {
    const noted = { kind: "trash", noun: "other", outcome: "done" } as const;
    await noteRequest(trx, { companyId: tenant.companyId, userId: null }, {
      ...noted,
      records: count,
    });
  }
  return stage < stages.length ? [stage, ...after ?? []].join(" ") : null;
}

function readPlace(place: string | null): Progress {
  const [stage = "0", ...after] = place?.split(" ") ?? [];
  return { stage: Number(stage), after: after.length > 0 ? after : null };
}

type Stage = (typeof stages)[number];

const tableOf = (stage: Stage) => stage.replace("erase ", "") as TrashTable;
const isErasing = (stage: Stage) => stage.startsWith("erase ");

/** The tables with rows whose days are over. One statement, of look-ups as below. */
async function findTables(trx: Trx, { companyId }: Tenant): Promise<Set<TrashTable>> {
  const each = tables.map((table) =>
    sql`select ${sql.lit(table)} as name where exists (
      select from ${sql.table(table)} t where t.company_id = ${companyId} and ${isOver}
      order by t.deleted_at, t.id offset 0)`
  );
  const { rows } = await sql<{ name: TrashTable }>`${sql.join(each, sql` union all `)}`.execute(
    trx,
  );
  return new Set(rows.map(({ name }) => name));
}

interface Page {
  after: string[] | null;
  most: number;
}

/** The next rows whose days are over: the order leaves the planner one index. */
async function findOverdue(trx: Trx, { companyId }: Tenant, stage: Stage, { after, most }: Page) {
  const { rows } = await sql<{ id: number; at: string }>`
    select t.id, to_json(t.deleted_at) #>> '{}' as at from ${sql.table(tableOf(stage))} t
    where t.company_id = ${companyId} and ${isOver}
      and ${
    after ? sql`(t.deleted_at, t.id) > (${after[0]}::timestamptz, ${after[1]}::int)` : sql`true`
  }
    order by t.deleted_at, t.id limit ${most}`.execute(trx);
  return rows;
}

interface Batch {
  rows: { id: number; at: string }[];
  references: References;
}

async function empty(trx: Trx, tenant: Tenant, stage: Stage, { rows, references }: Batch) {
  const { companyId } = tenant;
  const table = tableOf(stage);
  // The bounds leave the planner the index that the rows were found by.
  const isOne = sql`t.company_id = ${companyId} and ${isOver}
    and t.deleted_at between ${rows[0]!.at}::timestamptz and ${rows.at(-1)!.at}::timestamptz
    and t.id = any (${rows.map(({ id }) => id)}::integer[])`;
  if (isErasing(stage)) {
    const persons = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t where ${isOne} and t.erased_at is null
      order by t.id for no key update skip locked`.execute(trx);
    return await eraseTrashed(trx, tenant, table, persons.rows.map(({ id }) => id));
  }
  const free = (references.get(table) ?? []).map((from) => isFree(from));
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} t where ${isOne} and t.id = any (array(
      select t.id from ${sql.table(table)} t where ${isOne} ${isErased(table)}
        and ${sql.join([sql`true`, ...free, lines(table)], sql` and `)}
      order by t.id for update skip locked))`.execute(trx);
  return Number(numAffectedRows);
}

/** A merged record stays: its old address leads to the other. */
function isErased(table: TrashTable) {
  if (table !== "contacts" && table !== "clients") return sql``;
  return sql`and t.erased_at is not null and t.merged_into_id is null`;
}

function isFree({ table, columns }: { table: string; columns: string[] }): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from ${sql.table(table)} r
    where r.company_id = t.company_id and ${sql.ref(`r.${columns[0]}`)} = t.id offset 0)`;
}

/** Lines go with their quotation, unless a task delivers one. */
function lines(table: TrashTable): RawBuilder<boolean> {
  if (table !== "quotes") return sql<boolean>`true`;
  return sql<boolean>`not exists (
    select from quote_lines l cross join lateral (
      select from tasks k
      where k.company_id = l.company_id and k.quote_line_id = l.id offset 0) k
    where l.company_id = t.company_id and l.quote_id = t.id offset 0)`;
}

/** A client with live business waits: somebody has given it work since. */
async function eraseTrashed(trx: Trx, tenant: Tenant, table: TrashTable, ids: number[]) {
  if (ids.length === 0) return 0;
  // A contact that is still in the inbox outlives its trashed client.
  const lock = (ids: number[]) =>
    lockScope(trx, tenant, { contacts: [], clients: [], [table]: ids }, { together: false });
  let scope = await lock(ids);
  const busy = table === "clients" ? await liveBusiness(trx, tenant, ids) : new Map();
  const idle = ids.filter((id) => !busy.has(id));
  if (busy.size > 0) scope = await lock(idle);
  if (idle.length > 0) await erase(trx, tenant, scope);
  return idle.length;
}
