import type { Trx } from "@/lib/db/connection.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import type { BulkOutcome, BulkRecord } from "@/lib/records/bulk/bulk.ts";
import type {
  BulkEntry,
  BulkNoun,
  BulkVerb,
  ChangedRow,
  Telling,
} from "@/lib/records/bulk/bulk_noun.ts";
import { type LockedRow, recordMany, updateMany } from "@/lib/records/bulk/many.ts";
import { type Actor, differences } from "@/lib/records/records.ts";

/** Changes the rows that the rules allow. @param ids requested ids; one without a row is gone */
export async function changeMany(
  { trx, member }: { trx: Trx; member: Actor },
  { noun, about }: Pick<BulkNoun, "noun" | "about">,
  verb: BulkVerb,
  { ids, rows }: { ids: readonly number[]; rows: LockedRow[] },
): Promise<{ records: BulkRecord[]; entries: BulkEntry[] }> {
  await verb.gather?.(rows);
  const decided = rows.map((row) => decide(verb, row));
  const changed = decided.filter((one): one is ChangedRow => "changes" in one);
  const updated = await updateMany(trx, noun, member, valuesOf(changed));
  const happenings = changed.map((row) => (verb.tell ?? tellOf)(row, row.changes));
  await recordMany(
    trx,
    noun,
    member,
    changed.map((row, at) => ({ ...about(row, row.changes), ...happenings[at]! })),
  );
  await verb.after?.(changed);
  const outcomes = new Map(changed.map(({ id }, at) => [id, outcomeOf(happenings[at]!.verb)]));
  const byId = new Map(decided.map((one) => [one.id, one]));
  const records = ids.map((id): BulkRecord => {
    const one = byId.get(id);
    const why = one ? "why" in one ? one.why : undefined : problem("not_found");
    const { name = null, version = null } = one ?? {};
    if (why) return { id, name, outcome: "skipped", version: null, why };
    return {
      id,
      name,
      outcome: outcomes.get(id) ?? "unchanged",
      version: updated.get(id)?.version ?? version,
    };
  });
  const entries = changed.map(({ id, was, changes }) => {
    const { version, now } = updated.get(id)!;
    const names = Object.keys(changes);
    return { id, version, was: only(was, names), now: only(now, names) };
  });
  return { records, entries };
}

function only(values: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

type Decided = LockedRow | ChangedRow | (LockedRow & { why: Problem });

function decide(verb: BulkVerb, row: LockedRow): Decided {
  try {
    const changes = differences(row.was, verb.values(row));
    return Object.keys(changes).length > 0 ? { ...row, changes } : row;
  } catch (error) {
    if (error instanceof Problem) return { ...row, why: error };
    throw error;
  }
}

function valuesOf(changed: ChangedRow[]) {
  const columns = [...new Set(changed.flatMap(({ changes }) => Object.keys(changes)))];
  return changed.map(({ id, was, changes }) => ({
    id,
    values: Object.fromEntries(
      columns.map((name) => [name, changes[name] ? changes[name][1] : was[name]]),
    ),
  }));
}

export const tellOf: Telling = (_, changes) => {
  const { deleted_at: trashed } = changes;
  if (!trashed) return { verb: "changed", changes };
  return { verb: trashed[1] === null ? "restored" : "deleted" };
};

const outcomes: Record<string, BulkOutcome> = {
  archived: "archived",
  deleted: "trashed",
  restored: "restored",
};

function outcomeOf(verb: string): BulkOutcome {
  return outcomes[verb] ?? "changed";
}
