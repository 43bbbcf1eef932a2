import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { checkCounts, type Problem, problem } from "@/lib/input/errors.ts";
import { changeMany } from "@/lib/records/bulk/change_many.ts";
import { type LockedRow, lockMany } from "@/lib/records/bulk/many.ts";
import { reasonOf } from "@/lib/records/bulk/report.ts";
import { liveMembers } from "@/lib/records/bulk/undo_bulk.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import type { ImportedNoun } from "@/lib/records/imports/import.ts";
import { type ImportUndoSeen, namedKept } from "@/lib/records/imports/past_import.ts";
import { isUndoable } from "@/lib/records/imports/past_imports.ts";
import { changedSince } from "@/lib/records/imports/undo/made_values.ts";
import { subjectOf } from "@/lib/records/imports/subject_of.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { type Actor, type Changes, differences } from "@/lib/records/records.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { importWords } from "@/lib/words/imports.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Language, Text } from "@/lib/words/language.ts";

const perStatement = 1_000;

interface Entry {
  id: number;
  version: number;
  changes: Changes | null;
}

interface KeptRecord {
  id: number;
  name: string | null;
  why: Problem;
}

interface Undoing {
  id: number;
  kinds: Record<ImportedNoun, Importable<unknown>>;
}

/**
 * Trashes what an import made and restores what it replaced, in one transaction, once. A record whose
 * values somebody has changed since stays, and of one that was there before, the fields that they
 * changed. Notifies nobody.
 * @throws Problem not_found, invalid_transition (undone already, or after 30 days),
 * version_conflict (`counts` has other counts)
 */
export async function undoImport(
  trx: Trx,
  actor: Actor,
  { id, kinds, language, counts = {} }: Undoing & { language: Language; counts?: ImportUndoSeen },
) {
  const { companyId, userId } = actor;
  const noun = await lockUndoable(trx, actor, id);
  const done = { trashed: 0, restored: 0, kept: [] as KeptRecord[] };
  for await (const plan of plans(trx, actor, { id, kind: kinds[noun] })) {
    await carryOut(trx, actor, noun, plan);
    done.trashed += plan.trashed.length;
    done.restored += plan.restored.length;
    done.kept.push(...plan.kept);
  }
  checkCounts(counts, { trashed: done.trashed, restored: done.restored, kept: done.kept.length });
  await trx.updateTable("imports")
    .set({ undone_at: sql`now()`, undone_by: userId, kept: done.kept.length })
    .where("company_id", "=", companyId).where("id", "=", id).execute();
  await trx.deleteFrom("import_records")
    .where("company_id", "=", companyId).where("import_id", "=", id).execute();
  return {
    id,
    trashed: done.trashed,
    restored: done.restored,
    kept: done.kept.length,
    records: done.kept.slice(0, namedKept)
      .map(({ why, ...record }) => ({ ...record, ...reasonOf(why, language) })),
  };
}

/**
 * Counts what an undo would do now.
 * @throws Problem not_found, invalid_transition (undone already, or after 30 days)
 */
export async function previewUndo(trx: Trx, actor: Actor, { id, kinds }: Undoing) {
  const noun = await lockUndoable(trx, actor, id);
  const counts = { trashed: 0, restored: 0, kept: 0 };
  for await (const plan of plans(trx, actor, { id, kind: kinds[noun] })) {
    counts.trashed += plan.trashed.length;
    counts.restored += plan.restored.length;
    counts.kept += plan.kept.length;
  }
  return { id, ...counts };
}

async function lockUndoable(trx: Trx, { companyId }: Actor, id: number): Promise<ImportedNoun> {
  const past = await trx.selectFrom("imports as t").select(["noun", isUndoable.as("isUndoable")])
    .where("t.company_id", "=", companyId).where("t.id", "=", id).forUpdate().executeTakeFirst();
  if (!past) throw problem("not_found");
  if (!past.isUndoable) throw problem("invalid_transition", { details: { allowed: [] } });
  return past.noun;
}

interface Plan {
  values: Map<number, Record<string, unknown>>;
  trashed: LockedRow[];
  restored: LockedRow[];
  kept: KeptRecord[];
}

async function* plans(
  trx: Trx,
  actor: Actor,
  { id, kind }: { id: number; kind: Importable<unknown> },
): AsyncGenerator<Plan> {
  const key = sql.ref(nouns[kind.noun].key);
  const { rows: entries } = await sql<Entry>`
    select ${key} as id, version, changes from import_records
    where company_id = ${actor.companyId} and import_id = ${id} order by 1`.execute(trx);
  for (let at = 0; at < entries.length; at += perStatement) {
    yield await planSome(trx, actor, kind, { id, entries: entries.slice(at, at + perStatement) });
  }
}

async function planSome(
  trx: Trx,
  actor: Actor,
  kind: Importable<unknown>,
  { id: importId, entries }: { id: number; entries: Entry[] },
): Promise<Plan> {
  const { noun, inUse } = kind;
  const { client } = nouns[noun];
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const fields = new Set(entries.flatMap(({ changes }) => Object.keys(changes ?? {})));
  const columns = [...fields, ...client ? [client] : []];
  const ids = entries.map(({ id }) => id);
  const assignees = entries.map(({ changes }) => changes?.assignee_id?.[0]);
  const members = await liveMembers(trx, actor, assignees);
  // Only live ones: merges lock those that are merged before the others.
  const rows = await lockMany(trx, noun, actor, { ids, columns });
  const createdIds = rows.filter(({ id }) => byId.get(id)!.changes === null).map(({ id }) => id);
  const used = createdIds.length > 0 ? await inUse?.(trx, actor, createdIds) : undefined;
  const others = await changedSince(trx, actor, noun, { importId, ids: createdIds });
  const now = currentTime().toISOString();
  const plan: Plan = { values: new Map(), trashed: [], restored: [], kept: [] };
  for (const row of rows) {
    const { id, name, was } = row;
    const { changes } = byId.get(id)!;
    if (changes === null) {
      const isChanged = others.has(id);
      const why = used?.get(id) ??
        (isChanged ? problem("version_conflict", { sentence: importWords.keptWhole }) : undefined);
      if (why) plan.kept.push({ id, name, why });
      else {
        plan.values.set(id, { deleted_at: now });
        plan.trashed.push(row);
      }
      continue;
    }
    const { values, why } = earlierValues(kind, row, changes, members);
    if (why) plan.kept.push({ id, name, why });
    if (Object.keys(differences(was, values)).length === 0) continue;
    plan.values.set(id, values);
    plan.restored.push(row);
  }
  const live = new Set(rows.map(({ id }) => id));
  const gone = entries.filter(({ id, changes }) => changes !== null && !live.has(id));
  plan.kept.push(...await namesOf(trx, actor, noun, gone.map(({ id }) => id)));
  plan.kept.sort((a, b) => a.id - b.id);
  return plan;
}

async function carryOut(
  trx: Trx,
  actor: Actor,
  noun: ImportedNoun,
  { values, trashed, restored }: Plan,
): Promise<void> {
  const rows = [...trashed, ...restored].sort((a, b) => a.id - b.id);
  await changeMany({ trx, member: actor }, { noun, about: subjectOf(noun) }, {
    values: ({ id }) => values.get(id)!,
    tell: (_, changes) =>
      changes.deleted_at ? { verb: "deleted" } : { verb: "import_undone", changes },
  }, { ids: rows.map(({ id }) => id), rows });
}

/** Records that were changed and have been trashed or merged since. */
async function namesOf(
  trx: Trx,
  { companyId }: Actor,
  noun: ImportedNoun,
  ids: number[],
): Promise<KeptRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<KeptRecord, "why">>`
    select t.id, ${labelOf(noun, "t")} as name from ${sql.table(nouns[noun].table)} t
    where t.company_id = ${companyId} and t.id = any (${ids}::integer[])`.execute(trx);
  const why = problem("not_found", { sentence: importWords.keptTrashed });
  return rows.map((row) => ({ ...row, why }));
}

/** The old values of the fields that still are as the import left them, and why the others stay. */
function earlierValues(
  { fields, follows = {} }: Importable<unknown>,
  { was }: LockedRow,
  changes: Changes,
  members: Set<number>,
) {
  const values: Record<string, unknown> = {};
  const reasons: Record<string, Text> = {};
  for (const field of Object.keys(changes).filter((name) => Object.hasOwn(fields, name))) {
    const [old, next] = changes[field]!;
    const isGone = field === "assignee_id" && typeof old === "number" && !members.has(old);
    const isChanged = Object.keys(differences({ of: next }, { of: was[field] })).length > 0;
    if (isChanged) reasons[field] = inputWords.changedSince;
    else if (isGone) reasons[field] = inputWords.notOurs;
    else {
      for (const name of [field, ...follows[field] ?? []]) {
        if (changes[name]) values[name] = changes[name][0];
      }
    }
  }
  const why = Object.keys(reasons).length > 0
    ? problem("version_conflict", { fields: reasons, sentence: importWords.keptInPart })
    : null;
  return { values, why };
}
