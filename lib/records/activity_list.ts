import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { metaOf } from "@/lib/input/list.ts";
import type { ActivityQuery } from "@/lib/records/activity.ts";
import { withMember } from "@/lib/records/joins.ts";
import { subjectKinds, subjectOf } from "@/lib/records/subject.ts";
import { namedSubject } from "@/lib/records/subjects.ts";

/** A page of what happened to one record, the newest first. */
export async function listActivities(db: Db, { companyId }: Tenant, asked: ActivityQuery) {
  const { name, id } = subjectOf(asked);
  const of = () =>
    db.selectFrom("activities as a").where("a.company_id", "=", companyId)
      .where(`a.${name}`, "=", id);
  const records = await of().$call(withMember("actor", "a.actor_id"))
    .select(["a.id", "a.at", "a.verb", "a.changes", "a.actor_kind"])
    .select(namedSubject("a", subjectKinds).as("subject"))
    .orderBy("a.at", "desc").orderBy("a.id", "desc")
    .limit(asked.per_page).offset((asked.page - 1) * asked.per_page).execute();
  const { total } = await of().select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return { records, meta: metaOf(asked, total) };
}
