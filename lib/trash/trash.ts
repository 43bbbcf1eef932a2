import { type RawBuilder, sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type ListQuery, metaOf } from "@/lib/input/list.ts";
import { withMember } from "@/lib/records/joins.ts";
import { paged } from "@/lib/records/lists.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { type NounEntry, nouns } from "@/lib/records/nouns.ts";
import { trashDays } from "@/lib/records/records.ts";
import { trashable, type TrashNoun } from "@/lib/trash/trash_record.ts";

/** Notes are called by how they begin. */
const longestName = 200;

interface Trashed {
  noun: TrashNoun;
  id: number;
  company_id: number;
  name: string | null;
  client_id: number | null;
  deleted_at: Date;
  updated_by: number | null;
}

/** A page of what can be restored, of every noun. Two statements. */
export async function listTrash(db: Db, tenant: Tenant, query: ListQuery) {
  const { rows } = await sql<{ noun: TrashNoun; n: number }>`
    select noun, count(*) as n from (${narrowed(db, tenant, query, trashable)}) t
    group by noun`.execute(db);
  const wanted = query.noun as TrashNoun[] | undefined;
  const isWanted = (noun: TrashNoun) => !wanted || wanted.includes(noun);
  const nounsOf = trashable.filter((noun) => isWanted(nouns[noun].table));
  const matches = narrowed(db, tenant, query, nounsOf);
  const page = paged(db.selectFrom(matches.as("t")).selectAll("t"), query);
  const named = db.selectFrom(page.select([trashedBy.as("by_id"), clientOf.as("client")]).as("t"))
    .$call(withMember("deleted_by", "t.by_id"))
    .select(["t.noun", "t.id", "t.name", "t.client", "t.deleted_at"]);
  const records = await paged(named, { ...query, page: 1 }).execute();
  const total = rows.filter(({ noun }) => isWanted(noun)).reduce((sum, { n }) => sum + n, 0);
  const each = Object.fromEntries(rows.map(({ noun, n }) => [noun, n]));
  return { records: records.map(toTrashed), meta: { ...metaOf(query, total), nouns: each } };
}

/** Whether the record is in the trash and can be restored. One statement. */
export async function isInTrash(
  db: Db,
  { companyId }: Tenant,
  noun: TrashNoun,
  id: number,
): Promise<boolean> {
  const one = trashable.find((name) => nouns[name].table === noun)!;
  const { rows } = await sql`${trashed(one, companyId)} and t.id = ${id}`.execute(db);
  return rows.length > 0;
}

function narrowed(
  db: Db,
  { companyId }: Tenant,
  listQuery: ListQuery,
  among: readonly (typeof trashable)[number][],
) {
  const all = sql.join(among.map((noun) => trashed(noun, companyId)), sql` union all `);
  const text = listQuery.q?.trim();
  return db.selectFrom(sql<Trashed>`(${all})`.as("t")).selectAll("t")
    .$if(listQuery.id !== undefined, (query) => query.where("t.id", "=", listQuery.id as number))
    .$if(
      !!text,
      (query) =>
        query.where(sql<boolean>`position(relevo_fold(${text}) in relevo_fold(t.name)) > 0`),
    );
}

/** Trashed records, without merged ones: those come back by undoing the merge. */
function trashed(noun: (typeof trashable)[number], companyId: number): RawBuilder<Trashed> {
  const { table, client }: NounEntry = nouns[noun];
  const isMergeable = noun === "client" || noun === "contact";
  const of = client && client !== "id" ? sql.ref(`t.${client}`) : sql`null::int`;
  return sql<Trashed>`
    select ${sql.lit(table)} as noun, t.id, t.company_id,
      left(${labelOf(noun, "t")}, ${sql.lit(longestName)}) as name, ${of} as client_id,
      t.deleted_at, t.updated_by
    from ${sql.table(table)} t
    where t.company_id = ${companyId}
      and t.deleted_at > now() - make_interval(days => ${sql.lit(trashDays)})
      ${isMergeable ? sql`and t.merged_into_id is null` : sql``}`;
}

const keyed = trashable.filter((noun) => nouns[noun].key !== null);
const keyOf = sql.join(
  keyed.map((noun) =>
    sql`when ${sql.lit(nouns[noun].table)} then ${sql.ref(`a.${nouns[noun].key}`)}`
  ),
  sql` `,
);

/** The trasher, by the history: a hand-over in the trash sets another last author. */
const trashedBy = sql<number | null>`coalesce((
  select a.actor_id from activities a
  where a.company_id = t.company_id and a.at = t.deleted_at and a.verb = 'deleted'
    and case t.noun ${keyOf} end = t.id
  limit 1), t.updated_by)`;

const clientOf = sql<Named["client"]>`(
  select json_build_object('id', c.id, 'name', c.name) from clients c
  where c.company_id = t.company_id and c.id = t.client_id)`;

interface Named extends Pick<Trashed, "noun" | "id" | "name" | "deleted_at"> {
  client: { id: number; name: string | null } | null;
  deleted_by: { id: number; name: string | null } | null;
}

function toTrashed({ noun, id, name, client, deleted_at, deleted_by }: Named) {
  const restorable_until = new Date(deleted_at.getTime() + trashDays * 86_400_000);
  return { noun, id, name, client, deleted_at, deleted_by, restorable_until };
}
