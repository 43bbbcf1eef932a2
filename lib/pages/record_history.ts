import type { Member } from "@/lib/access/members.ts";
import { noteQuery } from "@/lib/crm/notes/note.ts";
import { listNotes } from "@/lib/crm/notes/notes.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import { activityQuery } from "@/lib/records/activity.ts";
import { listActivities } from "@/lib/records/activities.ts";

const shown = 30;
/** Changes of one person that are no further apart count as one. */
const oneGoMs = 10 * 60_000;

/** What happened to one record and what was noted on it, the newest first. */
export async function readHistory(
  trx: Trx,
  member: Member,
  subject: { quote_id: number } | { sale_id: number },
) {
  const asked = {
    ...Object.fromEntries(Object.entries(subject).map(([name, id]) => [name, String(id)])),
    per_page: String(shown),
  };
  const happened = await listActivities(trx, member, activityQuery.parse(asked));
  const noted = await listNotes(trx, member, noteQuery.parse(asked) as unknown as ListQuery);
  const deeds = happened.records.filter(({ verb }) => verb !== "note_added");
  const told = deeds.filter((deed, at) => !continues(deeds[at - 1], deed));
  const entries = [
    ...told.map(({ actor, ...activity }) => ({ ...activity, kind: "activity", by: actor })),
    ...noted.records.map(({ id, created_at, author, body }) => ({
      kind: "note",
      id,
      at: created_at,
      by: author,
      body,
      subject: null,
    })),
  ];
  return {
    entries: entries.sort((a, b) => new Date(b.at).getTime() - new Date(a.at).getTime()),
    total: happened.meta.total + noted.meta.total - (happened.records.length - told.length),
  };
}

type Deed = Awaited<ReturnType<typeof listActivities>>["records"][number];

/** What saves itself while it is typed is one change, not one for each pause of the hands. */
function continues(later: Deed | undefined, deed: Deed): boolean {
  if (!later || later.verb !== "changed" || deed.verb !== "changed") return false;
  const apart = new Date(later.at).getTime() - new Date(deed.at).getTime();
  return later.actor?.id === deed.actor?.id && apart < oneGoMs;
}
