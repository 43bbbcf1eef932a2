import { readEntries } from "@/lib/crm/timeline/timeline.ts";
import type { Spoken } from "@/lib/crm/contacts/conversation/message_records.ts";
import type { TimelineNoun } from "@/lib/crm/timeline/timeline_entry.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

const pageSize = 30;
/** Changes of one person that are no further apart count as one. */
const oneGoMs = 10 * 60_000;

/** The timeline of a record that was found. What saved itself while it was typed is one change. */
export async function readHistory(
  trx: Trx,
  member: Tenant & Spoken,
  noun: TimelineNoun,
  id: number,
) {
  const page = { page: 1, per_page: pageSize };
  const { records, meta } = await readEntries(trx, member, { noun, id }, page);
  const entries = records.filter((entry, at) => !continues(records[at - 1], entry));
  return { entries, total: meta.total - (records.length - entries.length) };
}

type Entry = Awaited<ReturnType<typeof readEntries>>["records"][number] & { verb?: string };

function continues(later: Entry | undefined, entry: Entry): boolean {
  if (later?.verb !== "changed" || entry.verb !== "changed") return false;
  return later.by?.id === entry.by?.id && later.at.getTime() - entry.at.getTime() < oneGoMs;
}
