import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

export interface HeardPerson {
  accountId: number;
  ids: readonly string[];
  /** Platform's time of what opens their window; null for what opens none. */
  heardAt: Date | null;
  username: string | null;
  /** Nobody has told their name, and the account may ask for it. */
  isNameless: boolean;
}

/** Keeps who was heard by which ids, and until when their window is open. At most four statements. */
export async function hearPeople(
  trx: Trx,
  tenant: Tenant,
  people: readonly HeardPerson[],
): Promise<void> {
  const rows = people.flatMap(({ ids, ...person }) =>
    ids.map((personId) => ({ ...person, personId }))
  );
  if (rows.length === 0) return;
  await sql`
    insert into account_people as p
      (company_id, account_id, person_id, heard_at, username, name_due_at)
    select ${tenant.companyId}, "accountId", "personId", max("heardAt"), max(username),
      case when bool_and("isNameless") then now() end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("accountId" int, "personId" text,
      "heardAt" timestamptz, username text, "isNameless" boolean)
    group by "accountId", "personId" order by "accountId", "personId"
    on conflict (company_id, account_id, person_id) do update set
      heard_at = greatest(p.heard_at, excluded.heard_at),
      username = coalesce(excluded.username, p.username)
    where (p.heard_at, p.username) is distinct from (
      greatest(p.heard_at, excluded.heard_at), coalesce(excluded.username, p.username))`
    .execute(trx);
  if (people.some(({ isNameless }) => isNameless)) {
    trx.afterCommit({ kind: "names_due", companyId: tenant.companyId });
  }
  await joinPeople(trx, tenant, people.filter(({ ids }) => ids.length > 1));
}

/** Ids that one event tells are of one person from now on, with all that each was joined to. */
async function joinPeople(
  trx: Trx,
  { companyId }: Tenant,
  people: readonly Pick<HeardPerson, "accountId" | "ids">[],
): Promise<void> {
  if (people.length === 0) return;
  const places = people.map(({ accountId, ids }, place) => ({ accountId, ids, place }));
  const { rows } = await sql<{ place: number; roots: string[]; isJoined: boolean }>`
    select a.place, array_remove(array_agg(distinct p.joined_to), null) as roots,
      count(p.joined_to) = count(*) and count(distinct p.joined_to) = 1 as "isJoined"
    from json_to_recordset(${JSON.stringify(places)}::json)
      as a(place int, "accountId" int, ids text[])
    join account_people p on p.company_id = ${companyId} and p.account_id = a."accountId"
      and p.person_id = any(a.ids)
    group by a.place`.execute(trx);
  for (const { place, roots, isJoined } of rows) {
    if (isJoined) continue;
    const { accountId, ids } = people[place]!;
    await sql`
      update account_people set joined_to = ${roots[0] ?? ids[0]!}
      where company_id = ${companyId} and account_id = ${accountId}
        and (person_id = any(${[...ids]}::text[]) or joined_to = any(${roots}::text[]))`
      .execute(trx);
  }
}

/** Whether the person wants messages that advertise, as they told the platform. */
export async function noteMarketing(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
  { ids, at, isStopped }: { ids: readonly string[]; at: Date; isStopped: boolean },
): Promise<void> {
  await trx.updateTable("account_people").set({ marketing_stopped_at: isStopped ? at : null })
    .where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("person_id", "in", [...ids])
    // An older wish comes late.
    .where((on) =>
      on.or([on("marketing_stopped_at", "is", null), on("marketing_stopped_at", "<=", at)])
    )
    .execute();
}
