import { sql } from "kysely";
import { hasKey, keyRows, lookUp } from "@/lib/db/keys.ts";
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
  const keys = people.flatMap(({ accountId, ids }, place) =>
    ids.map((personId) => ({ place, companyId, accountId, personId }))
  );
  const columns = { companyId: "int", accountId: "int", personId: "text" } as const;
  const key = hasKey(["p.company_id", "p.account_id", "p.person_id"], [
    "k.companyId",
    "k.accountId",
    "k.personId",
  ]);
  const { rows } = await sql<{ place: number; personId: string; root: string | null }>`
    select k.place, k."personId", p.joined_to as root
    from ${keyRows(keys, { place: "int", ...columns })} k
    cross join ${
    lookUp(sql`select joined_to from account_people
      where company_id = ${companyId} and account_id = k."accountId"
        and person_id = k."personId"`)
  } p`
    .execute(trx);
  for (const { accountId, root, ids, otherRoots } of joinedSets(people, rows)) {
    const own = ids.map((personId) => ({ companyId, accountId, personId }));
    await sql`
      update account_people p set joined_to = ${root}
      from ${keyRows(own, columns)} k where ${key}`.execute(trx);
    if (otherRoots.length === 0) continue;
    const others = otherRoots.map((personId) => ({ accountId, personId }));
    await sql`
      with k as materialized (
        select ${companyId}::int as "companyId", o."accountId", p.person_id as "personId"
        from ${keyRows(others, { accountId: "int", personId: "text" })} o
        cross join ${
      lookUp(sql`select person_id from account_people
        where company_id = ${companyId} and account_id = o."accountId"
          and joined_to = o."personId" for update`)
    } p)
      update account_people p set joined_to = ${root} from k where ${key}`.execute(trx);
  }
}

/** Ids to be given a common root, and roots that another one replaces. */
function joinedSets(
  people: readonly Pick<HeardPerson, "accountId" | "ids">[],
  rows: readonly { place: number; root: string | null }[],
) {
  const roots = Map.groupBy(rows, ({ place }) => place);
  return people.flatMap(({ accountId, ids }, place) => {
    const own = roots.get(place)?.map(({ root }) => root) ?? [];
    const [root = ids[0]!, ...otherRoots] = new Set(own.filter((one) => one !== null));
    const isJoined = own.length > 0 && own.every((one) => one === root);
    return isJoined ? [] : [{ accountId, root, ids, otherRoots }];
  });
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
