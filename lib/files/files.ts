import { type RawBuilder, sql } from "kysely";
import type { LeftOutReason } from "@/lib/values/left_out.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { type FileRecord, toFile } from "@/lib/files/file.ts";
import { inputWords } from "@/lib/words/input.ts";

export type Holder = { message_id: number } | { note_id: number };

export type Bringer = "member" | "key";

/**
 * Attaches files that belong to nothing yet; one that another transaction attaches is waited for.
 * @throws Problem validation_failed (`files`): one is gone, another company's, or in use
 */
export async function attachFiles(
  trx: Trx,
  { companyId }: Tenant,
  ids: readonly string[],
  holder: Holder,
  by: Bringer,
): Promise<FileRecord[]> {
  if (ids.length === 0) return [];
  const rows = await trx.updateTable("files").set(holder)
    .where("company_id", "=", companyId).where("id", "in", [...ids])
    .where("state", "<>", "coming").where("message_id", "is", null).where("note_id", "is", null)
    .where("created_by_key", by === "key" ? "is not" : "is", null)
    .returning(["id", "name", "type", "size", "state"]).execute();
  if (rows.length < ids.length) {
    throw problem("validation_failed", { fields: { files: inputWords.filesGone } });
  }
  const byId = new Map(rows.map((row) => [row.id, toFile(row)]));
  return ids.map((id) => byId.get(id)!);
}

/** The files of the row `of`, as JSON, in the order that they came in. */
export function filesOf(of: string, holder: "message_id" | "note_id"): RawBuilder<FileRow[]> {
  return sql<FileRow[]>`(
    select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type,
      'size', f.size, 'state', f.state, 'content_id', f.content_id, 'reason', x.problem)
      order by f.created_at, f.id), '[]')
    from files f
    left join file_fetches x on x.company_id = f.company_id and x.file_id = f.id
    where f.company_id = ${sql.ref(`${of}.company_id`)}
      and ${sql.ref(`f.${holder}`)} = ${sql.ref(`${of}.id`)})`;
}

interface FileRow {
  id: string;
  name: string;
  type: string;
  size: number;
  state: string;
  content_id: string | null;
  reason: LeftOutReason | null;
}

/** @throws Problem not_found (also one that is still coming, or was left out) */
export async function findFile(
  db: Db,
  { companyId }: Tenant,
  id: string,
  { byKey = false }: { byKey?: boolean } = {},
): Promise<FileRecord> {
  const row = await db.selectFrom("files").select(["id", "name", "type", "size", "state"])
    .where("company_id", "=", companyId).where("id", "=", id).where("state", "=", "kept")
    .$if(byKey, (query) => query.where("created_by_key", "is not", null)).executeTakeFirst();
  if (!row) throw problem("not_found");
  return toFile(row);
}

const looseHours = 24;

/** Removes files that nobody attached for a day, finished or not. */
export async function removeLooseFiles(db: Db): Promise<void> {
  await asWorker(db, (trx) =>
    sql`
      delete from files where message_id is null and note_id is null
        and created_at < now() - make_interval(hours => ${looseHours})`.execute(trx));
}
