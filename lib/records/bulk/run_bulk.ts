import { sql } from "kysely";
import type { ListQuery } from "@/lib/input/list.ts";
import { problem } from "@/lib/input/errors.ts";
import {
  type BulkBody,
  type BulkReport,
  changedTags,
  maxMatches,
  type TagChanges,
  undoHours,
} from "@/lib/records/bulk/bulk.ts";
import type { BulkCall, BulkEntry, BulkNoun, BulkVerb } from "@/lib/records/bulk/bulk_noun.ts";
import { changeMany } from "@/lib/records/bulk/change_many.ts";
import { lockMany } from "@/lib/records/bulk/many.ts";
import { toReport } from "@/lib/records/bulk/report.ts";
import { undoBulk } from "@/lib/records/bulk/undo_bulk.ts";
import { maxTags } from "@/lib/input/fields.ts";
import { checkLinks } from "@/lib/records/links.ts";
import { countIds, findIds } from "@/lib/records/listing/listing.ts";
import { inputWords } from "@/lib/words/input.ts";

/**
 * Runs one verb on many records, or undoes an earlier one, in a handful of statements.
 * @throws Problem validation_failed (too many matches, a value that is wrong for all of them),
 * version_conflict (other matches than `matches`), not_found and invalid_transition (an undo)
 */
export async function runBulk(call: BulkCall, noun: BulkNoun, body: BulkBody) {
  const { undo_id } = body;
  const report = undo_id === undefined
    ? await changeAsked(call, noun, body)
    : await undoBulk(call, noun, undo_id);
  return toReport(report, call.language);
}

async function changeAsked(
  call: BulkCall,
  noun: BulkNoun,
  body: BulkBody,
): Promise<BulkReport> {
  const ids = await findAsked(call, noun, body);
  const name = Object.keys(noun.verbs).find((name) => body[name] !== undefined)!;
  const verb = await noun.verbs[name]!(call, body[name]);
  const { trx, member } = call;
  const rows = await lockMany(trx, noun.noun, member, { ids, columns: noun.columns });
  const { records, entries } = await changeMany(call, noun, verb, { ids, rows });
  return { ...await keepUndo(call, noun, entries), records };
}

export async function findAsked(
  call: BulkCall,
  noun: Pick<BulkNoun, "listing">,
  { ids, filter, matches }: BulkBody,
  most = maxMatches,
): Promise<number[]> {
  if (ids) return [...new Set(ids)].sort((a, b) => a - b);
  const query = { ...filter, page: 1, per_page: 1, sort: [] } as ListQuery;
  const listing = await noun.listing(call, query);
  const hits = await findIds(call.trx, call.member, query, { ...listing, max: most + 1 });
  if (matches !== undefined && hits.length <= most && hits.length !== matches) {
    throw problem("version_conflict", { details: { count: hits.length } });
  }
  if (hits.length <= most) return hits;
  const count = await countIds(call.member, query, listing);
  throw problem("validation_failed", {
    fields: { filter: inputWords.tooManyMatches(count, most) },
    details: { count, max: most },
  });
}

/** @param further values that the noun's undo needs beside the records */
export async function keepUndo(
  { trx, member }: Pick<BulkCall, "trx" | "member">,
  { noun }: Pick<BulkNoun, "noun">,
  entries: BulkEntry[],
  further?: unknown,
) {
  if (entries.length === 0) return { undo_id: null, undo_until: null };
  return await trx.insertInto("bulk_changes").values({
    company_id: member.companyId,
    created_by: member.userId,
    noun,
    records: JSON.stringify(entries),
    further: further === undefined ? null : JSON.stringify(further),
  }).returning("id as undo_id")
    .returning(sql<Date>`created_at + make_interval(hours => ${undoHours})`.as("undo_until"))
    .executeTakeFirstOrThrow();
}

/** @throws Problem validation_failed (no live member of the company) */
export async function assign(
  { trx, member }: BulkCall,
  assigneeId: number | null,
): Promise<BulkVerb> {
  await checkLinks(trx, member, { assignee_id: assigneeId });
  return { values: () => ({ assignee_id: assigneeId }) };
}

export function changeTags(_: BulkCall, changes: TagChanges): BulkVerb {
  return {
    values({ was }) {
      const tags = changedTags(was.tags, changes);
      if (tags.length <= Math.max(maxTags, was.tags.length)) return { tags };
      const fields = { tags: inputWords.tooManyTags(maxTags) };
      throw problem("validation_failed", { fields });
    },
  };
}

export function trash({ now }: BulkCall): BulkVerb {
  return { values: () => ({ deleted_at: now.toISOString() }) };
}
