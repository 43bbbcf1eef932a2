import { listNotes } from "@/lib/crm/notes/notes.ts";
import type { Db } from "@/lib/db/connection.ts";
import { listActivities } from "@/lib/records/activity_list.ts";
import type { Reader } from "@/lib/records/lists.ts";

const page = { page: 1, per_page: 30 };

/** The latest deeds and notes of an opportunity, the newest first, as a timeline shows them. */
export async function readHistory(db: Db, reader: Reader, opportunityId: number) {
  const activities = await listActivities(db, reader, {
    ...page,
    opportunity_id: opportunityId,
  });
  const notes = await listNotes(db, reader, {
    ...page,
    opportunity_id: [opportunityId],
    sort: [{ column: "t.created_at", descending: true }],
  });
  const entries = [
    // A note is shown itself, not that it was written.
    ...activities.records.filter(({ verb }) => verb !== "note_added").map((activity) => ({
      ...activity,
      kind: "activity",
      by: activity.actor,
    })),
    ...notes.records.map(({ id, created_at, author, body }) => ({
      kind: "note",
      id,
      at: created_at,
      by: author,
      subject: null,
      body,
    })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  return { entries, total: Math.max(activities.meta.total, entries.length) };
}
