import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { withMember } from "@/lib/records/joins.ts";

/** Newest first, with the total. Notes replace their activities. Two statements. */
export async function readHistory(
  db: Db,
  { companyId }: Tenant,
  opportunityId: number,
  { limit }: { limit: number },
) {
  const total = sql<number>`count(*) over ()`.as("total");
  const deeds = await db.selectFrom("activities as t").$call(withMember("by", "t.actor_id"))
    .select(["t.id", "t.at", "t.verb", "t.changes", "t.actor_kind", total])
    .where("t.company_id", "=", companyId).where("t.opportunity_id", "=", opportunityId)
    .where("t.verb", "!=", "note_added")
    .orderBy("t.at", "desc").orderBy("t.id", "desc").limit(limit).execute();
  const notes = await db.selectFrom("notes as t").$call(withMember("by", "t.author_id"))
    .select(["t.id", "t.created_at as at", "t.body", total])
    .where("t.company_id", "=", companyId).where("t.opportunity_id", "=", opportunityId)
    .where("t.deleted_at", "is", null)
    .orderBy("t.created_at", "desc").orderBy("t.id", "desc").limit(limit).execute();
  const entries = [
    ...deeds.map(({ total: _, ...deed }) => ({ kind: "activity", subject: null, ...deed })),
    ...notes.map(({ total: _, ...note }) => ({ kind: "note", subject: null, ...note })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  return {
    entries: entries.slice(0, limit),
    total: (deeds[0]?.total ?? 0) + (notes[0]?.total ?? 0),
  };
}
