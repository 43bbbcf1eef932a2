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

/**
 * Removes a batch of what was trashed 30 days ago; people are erased first, and what others refer
 * to stays as an anonymous row. @returns how many
 */
export async function emptyTrash(
  trx: Trx,
  tenant: Tenant,
  references: References,
): Promise<number> {
  const { companyId } = tenant;
  let count = await eraseTrashed(trx, tenant);
  for (const table of tables) {
    const free = (references.get(table) ?? []).map((from) => isFree(from));
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where company_id = ${companyId} and id = any (array(
        select t.id from ${sql.table(table)} t where t.company_id = ${companyId} and ${isOver}
          ${isErased(table)} and ${sql.join([sql`true`, ...free, lines(table)], sql` and `)}
        order by t.id limit ${perBatch} for update skip locked))`.execute(trx);
    count += Number(numAffectedRows);
  }
  if (count > 0) {
    const noted = { kind: "trash", noun: "other", outcome: "done" } as const;
    await noteRequest(trx, { companyId, userId: null }, { ...noted, records: count });
  }
  return count;
}

/** A merged record stays: its old address leads to the other. */
function isErased(table: TrashTable) {
  if (table !== "contacts" && table !== "clients") return sql``;
  return sql`and t.erased_at is not null and t.merged_into_id is null`;
}

function isFree({ table, columns }: { table: string; columns: string[] }): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from ${sql.table(table)} r
    where r.company_id = t.company_id and ${sql.ref(`r.${columns[0]}`)} = t.id)`;
}

/** Lines go with their quotation, unless a task delivers one. */
function lines(table: TrashTable): RawBuilder<boolean> {
  if (table !== "quotes") return sql<boolean>`true`;
  return sql<boolean>`not exists (
    select from quote_lines l join tasks k
      on k.company_id = l.company_id and k.quote_line_id = l.id
    where l.company_id = t.company_id and l.quote_id = t.id)`;
}

/** A client with live business waits: somebody has given it work since. */
async function eraseTrashed(trx: Trx, tenant: Tenant): Promise<number> {
  const { companyId } = tenant;
  await holdFiling(trx, tenant);
  const [clients, contacts] = [
    await overdue(trx, companyId, "clients"),
    await overdue(trx, companyId, "contacts"),
  ];
  if (clients.length + contacts.length === 0) return 0;
  // A contact that is still in the inbox outlives its trashed client.
  const lock = (clients: number[]) =>
    lockScope(trx, tenant, { contacts, clients }, { together: false });
  let scope = await lock(clients);
  const busy = await liveBusiness(trx, tenant, clients);
  const idle = clients.filter((id) => !busy.has(id));
  if (busy.size > 0) scope = await lock(idle);
  await erase(trx, tenant, scope);
  return idle.length + contacts.length;
}

async function overdue(trx: Trx, companyId: number, table: "clients" | "contacts") {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(table)} t
    where t.company_id = ${companyId} and ${isOver} and t.erased_at is null
    order by t.id limit ${perBatch} for no key update skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}
