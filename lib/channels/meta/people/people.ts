import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** People as an account knows them. */

export interface HeardPerson {
  accountId: number;
  ids: readonly string[];
  /** Platform's time of what opens their window; null for what opens none. */
  heardAt: Date | null;
  username: string | null;
  /** Nobody has told their name, and the account may ask for it. */
  isNameless: boolean;
}

/** Keeps who was heard by which ids, and until when their window is open. One statement. */
export async function hearPeople(
  trx: Trx,
  { companyId }: Tenant,
  people: readonly HeardPerson[],
): Promise<void> {
  const rows = people.flatMap(({ ids, ...person }) =>
    ids.map((personId) => ({
      ...person,
      personId,
      joinedTo: personId === ids[0] ? null : ids[0],
    }))
  );
  if (rows.length === 0) return;
  await sql`
    insert into account_people as p
      (company_id, account_id, person_id, heard_at, username, name_due_at, joined_to)
    select ${companyId}, "accountId", "personId", max("heardAt"), max(username),
      case when bool_and("isNameless") then now() end, max("joinedTo")
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("accountId" int, "personId" text,
      "heardAt" timestamptz, username text, "isNameless" boolean, "joinedTo" text)
    group by "accountId", "personId" order by "accountId", "personId"
    on conflict (company_id, account_id, person_id) do update set
      heard_at = greatest(p.heard_at, excluded.heard_at),
      username = coalesce(excluded.username, p.username),
      joined_to = coalesce(excluded.joined_to, p.joined_to)
    where (p.heard_at, p.username, p.joined_to) is distinct from (
      greatest(p.heard_at, excluded.heard_at), coalesce(excluded.username, p.username),
      coalesce(excluded.joined_to, p.joined_to))`.execute(trx);
}

/** Whether the person wants messages that advertise, as they told the platform. */
export async function noteMarketing(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
  { ids, at, isStopped }: { ids: readonly string[]; at: Date; isStopped: boolean },
): Promise<void> {
  await hearPeople(trx, { companyId }, [
    { accountId, ids, heardAt: null, username: null, isNameless: false },
  ]);
  await trx.updateTable("account_people").set({ marketing_stopped_at: isStopped ? at : null })
    .where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("person_id", "in", [...ids])
    // An older wish comes late.
    .where((on) =>
      on.or([on("marketing_stopped_at", "is", null), on("marketing_stopped_at", "<=", at)])
    )
    .execute();
}
