import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { type BulkReport, undoHours } from "@/lib/records/bulk/bulk.ts";
import type { BulkCall, BulkEntry, BulkNoun } from "@/lib/records/bulk/bulk_noun.ts";
import { changeMany } from "@/lib/records/bulk/change_many.ts";
import { type LockedRow, lockMany } from "@/lib/records/bulk/many.ts";
import { checkRoom } from "@/lib/records/room.ts";
import { checkVersion, differences } from "@/lib/records/records.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Restores the values of records where what the change left still stands, once, for the person who changed them.
 * @throws Problem not_found (another person's, or after 24 hours), invalid_transition (undone),
 *   limit_reached
 */
export async function undoBulk(call: BulkCall, noun: BulkNoun, id: number): Promise<BulkReport> {
  const { trx, member } = call;
  const bulk = await trx.selectFrom("bulk_changes").select(["records", "further", "undone_at"])
    .where("company_id", "=", member.companyId).where("id", "=", id)
    .where("noun", "=", noun.noun).where("created_by", "=", member.userId)
    .where("created_at", ">", sql<Date>`now() - make_interval(hours => ${undoHours})`)
    .forUpdate().executeTakeFirst();
  if (!bulk) throw problem("not_found");
  if (bulk.undone_at) throw problem("invalid_transition", { details: { allowed: [] } });
  const entries = new Map(bulk.records.map((entry) => [entry.id, entry]));
  const ids = [...entries.keys()].sort((a, b) => a - b);
  const further = await noun.undo?.(call, bulk.records, bulk.further) ?? {};
  const members = await liveMembers(trx, member, bulk.records.map(({ was }) => was.assignee_id));
  const columns = noun.columns;
  const rows = await lockMany(trx, noun.noun, member, { ids, columns, trashed: true });
  const back = rows.filter(({ id, was }) =>
    was.deleted_at !== null && entries.get(id)!.was.deleted_at === null
  );
  if (back.length > 0) await checkRoom(trx, member, noun.noun, call.maxRecords, back.length);
  const { records } = await changeMany(call, noun, {
    ...further,
    values(row) {
      const entry = entries.get(row.id)!;
      const { was } = entry;
      checkStanding(row, entry);
      further.check?.(row, was);
      if (typeof was.assignee_id === "number" && !members.has(was.assignee_id)) {
        throw problem("validation_failed", { fields: { assignee_id: inputWords.notOurs } });
      }
      return was;
    },
  }, { ids, rows });
  await trx.updateTable("bulk_changes").set({ undone_at: sql`now()` })
    .where("company_id", "=", member.companyId).where("id", "=", id).execute();
  return { undo_id: null, undo_until: null, records };
}

/** Fields that others' moves change: the card's position and since when. */
const passing = ["position", "stage_changed_at"];

/**
 * Checks that values are as the change left them, or as before. @throws Problem version_conflict
 */
function checkStanding({ version, was }: LockedRow, entry: BulkEntry): void {
  const { now } = entry;
  if (!now) return checkVersion({ version, status: was.status }, entry.version);
  const current = { deleted_at: null, ...now };
  const isChanged = Object.entries(differences(was, current)).some(([name, [value]]) =>
    !passing.includes(name) &&
    (!Object.hasOwn(entry.was, name) || isOther(value, entry.was[name]))
  );
  if (isChanged) {
    throw problem("version_conflict", { details: { current: version, status: was.status } });
  }
}

function isOther(one: unknown, other: unknown): boolean {
  return Object.keys(differences({ one }, { one: other })).length > 0;
}

/** Earlier assignees who are still in the company, locked against leaving it. */
export async function liveMembers(
  trx: Trx,
  { companyId }: Tenant,
  assignees: readonly unknown[],
): Promise<Set<number>> {
  const ids = [...new Set(assignees)].filter((id) => typeof id === "number");
  if (ids.length === 0) return new Set<number>();
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_companies
    where company_id = ${companyId} and user_id = any (${ids}::integer[])
      and disabled_at is null order by user_id for key share`.execute(trx);
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function removeOldBulkChanges(db: Db): Promise<void> {
  await asWorker(db, (trx) =>
    trx.deleteFrom("bulk_changes")
      .where("created_at", "<", sql<Date>`now() - make_interval(hours => ${undoHours})`).execute());
}
