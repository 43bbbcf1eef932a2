import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { holdFiling } from "@/lib/channels/in/erased_mail.ts";
import {
  findScope,
  isAny,
  type Persons,
  type Scope,
  theirs,
  withMails,
} from "@/lib/privacy/scope.ts";

export interface LockedScope extends Scope {
  locked: true;
}

const lockedTables = [
  ...["clients", "contacts", "events", "sales", "tasks", "quotes", "opportunities"],
] as const satisfies (keyof Scope)[];

type Records = Omit<Scope, "mails">;

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
      return { ...await withMails(trx, tenant, now), locked: true };
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
async function lockRecords(trx: Trx, { companyId }: Tenant, scope: Records): Promise<void> {
  for (const table of lockedTables) {
    if (scope[table].length === 0) continue;
    const merged = table === "clients" || table === "contacts"
      ? sql`merged_into_id is null,`
      : sql``;
    await sql`select id from ${sql.table(table)} where company_id = ${companyId}
      and ${isAny("id", scope[table])} order by ${merged} id for no key update`.execute(trx);
  }
  await sql`select t.id from notes t where t.company_id = ${companyId} and ${
    theirs.notes!({ ...scope, mails: [] })
  }
    order by t.id for no key update`.execute(trx);
}
