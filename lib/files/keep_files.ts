import { sql } from "kysely";
import { v7 } from "uuid";
import { limitReached, takeLock } from "@/lib/access/bounds.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { writeChunks } from "@/lib/files/chunks.ts";
import { cleanName } from "@/lib/files/file.ts";
import type { Actor } from "@/lib/records/records.ts";

interface IncomingFile {
  name: string;
  type: string;
  bytes: Uint8Array;
  contentId: string | null;
}

interface Named {
  name: string;
  type: string;
  size: number;
}

/** Files that come with their message, in its transaction. Past the company's room names are kept. */
export async function keepFiles(
  trx: Trx,
  { companyId }: Tenant,
  messageId: number,
  { files, leftOut, mostBytes }: { files: IncomingFile[]; leftOut: Named[]; mostBytes: number },
): Promise<void> {
  if (files.length + leftOut.length === 0) return;
  let room = await roomLeft(trx, { companyId }, mostBytes);
  const all = [...files, ...leftOut.map((file) => ({ ...file, bytes: null, contentId: null }))];
  for (const file of all) {
    const size = file.bytes ? file.bytes.length : (file as Named).size;
    const isKept = file.bytes !== null && size <= room;
    const id = v7();
    await trx.insertInto("files").values({
      id,
      company_id: companyId,
      name: cleanName(file.name),
      type: file.type.slice(0, 127),
      size: Math.min(size, 26_214_400),
      state: isKept ? "kept" : "left_out",
      message_id: messageId,
      content_id: file.contentId || null,
    }).execute();
    if (!isKept) continue;
    room -= size;
    await writeChunks(trx, { companyId, id }, 0, file.bytes!);
  }
}

/**
 * Keeps a file that was made here, for a message of the same transaction to attach.
 * @returns its id @throws Problem limit_reached
 */
export async function keepMadeFile(
  trx: Trx,
  { companyId, userId }: Actor,
  { name, type, bytes }: Omit<IncomingFile, "contentId">,
  mostBytes: number,
): Promise<string> {
  if (bytes.length > await roomLeft(trx, { companyId }, mostBytes)) {
    throw limitReached("files", "company", Math.floor(mostBytes / 1_000_000));
  }
  const id = v7();
  await trx.insertInto("files").values({
    id,
    company_id: companyId,
    created_by: userId,
    name: cleanName(name),
    type,
    size: bytes.length,
    state: "kept",
  }).execute();
  await writeChunks(trx, { companyId, id }, 0, bytes);
  return id;
}

/** Bytes left for files; others who bring files wait until this transaction ends. */
export async function roomLeft(
  trx: Trx,
  { companyId }: Tenant,
  mostBytes: number,
): Promise<number> {
  await takeLock(trx, `files of ${companyId}`);
  const { bytes } = await trx.selectFrom("files")
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as("bytes"))
    .where("company_id", "=", companyId).where("state", "<>", "left_out")
    .executeTakeFirstOrThrow();
  return mostBytes - Number(bytes);
}
