import { type RawBuilder, sql } from "kysely";
import { idRows, lookUp } from "@/lib/db/keys.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { holdFiling } from "@/lib/channels/in/erased_mail.ts";
import type { Persons, Records, Scope } from "@/lib/privacy/persons.ts";
import { findScope, withAddresses } from "@/lib/privacy/scope.ts";
import { theirKeys } from "@/lib/privacy/their_keys.ts";

export interface LockedScope extends Scope {
  locked: true;
}

const lockedTables = [
  ...["clients", "contacts", "events", "sales", "tasks", "quotes", "opportunities"],
] as const satisfies (keyof Records)[];

/**
 * Finds everything of the persons and locks it, again until nothing was added. Locks leave the key
 * free, as merges do: history refers to records. About a dozen statements.
 */
export async function lockScope(
  trx: Trx,
  tenant: Tenant,
  persons: Persons,
  options: { together: boolean },
): Promise<LockedScope> {
  await holdFiling(trx, tenant);
  await lockUndo(trx, tenant);
  let scope = await findScope(trx, tenant, persons, options);
  for (;;) {
    await lockRecords(trx, tenant, scope);
    const now = await findScope(trx, tenant, persons, options);
    if (lockedTables.every((table) => now[table].join() === scope[table].join())) {
      return { ...await withAddresses(trx, tenant, now), locked: true };
    }
    scope = now;
  }
}

/** An undo locks its change before the records. */
async function lockUndo(trx: Trx, { companyId }: Tenant): Promise<void> {
  await sql`select id from bulk_changes where company_id = ${companyId}
    order by id for no key update`.execute(trx);
}

/** A merged record comes before its target, as for links and unmerges. */
async function lockRecords(trx: Trx, tenant: Tenant, scope: Records): Promise<void> {
  const { companyId } = tenant;
  for (const table of lockedTables) {
    if (scope[table].length === 0) continue;
    const keys = idRows(scope[table], "int");
    const isMergeable = table === "clients" || table === "contacts";
    await lockRows(trx, tenant, table, isMergeable ? mergedFirst(companyId, table, keys) : keys);
  }
  const notes = theirKeys.notes!(companyId, { ...scope, addresses: [], mails: [] });
  await lockRows(trx, tenant, "notes", sql`(select id from (${notes}) k order by id offset 0)`);
}

function mergedFirst(companyId: number, table: string, keys: RawBuilder<unknown>) {
  const row = sql`select merged_into_id from ${sql.table(table)}
    where company_id = ${companyId} and id = k.id`;
  return sql`(select k.id from ${keys} k cross join ${lookUp(row)} r
    order by r.merged_into_id is null, k.id offset 0)`;
}

async function lockRows(
  trx: Trx,
  { companyId }: Tenant,
  table: string,
  keys: RawBuilder<unknown>,
): Promise<void> {
  const row = sql`select id from ${sql.table(table)}
    where company_id = ${companyId} and id = k.id for no key update`;
  await sql`select l.id from ${keys} k cross join ${lookUp(row)} l`.execute(trx);
}
