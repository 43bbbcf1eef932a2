import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { metaOf } from "@/lib/input/list.ts";
import type { ActivityQuery } from "@/lib/records/activity.ts";
import { subjectKinds, subjectOf } from "@/lib/records/subject.ts";
import { namedSubject } from "@/lib/records/subjects.ts";

/** A page of what happened to one record, the newest first. */
export async function listActivities(db: Db, { companyId }: Tenant, asked: ActivityQuery) {
  const { name, id } = subjectOf(asked);
  const of = () =>
    db.selectFrom("activities as a").where("a.company_id", "=", companyId)
      .where(`a.${name}`, "=", id);
  const rows = await of().leftJoin("users as u", "u.id", "a.actor_id")
    .select(["a.id", "a.at", "a.verb", "a.changes", "a.actor_id", "a.actor_kind"])
    .select(["u.name as actor_name", "u.email as actor_email"])
    .select(namedSubject("a", subjectKinds).as("subject"))
    .orderBy("a.at", "desc").orderBy("a.id", "desc")
    .limit(asked.per_page).offset((asked.page - 1) * asked.per_page).execute();
  const { total } = await of().select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return {
    records: rows.map(({ actor_id, actor_name, actor_email, ...row }) => ({
      ...row,
      actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? actor_email },
    })),
    meta: metaOf(asked, total),
  };
}
