import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** The bytes of files, in rows of Postgres: the only place that knows where they are. */

export const chunkBytes = 262_144;
export const chunksAtOnce = 4;

interface Place extends Tenant {
  id: string;
}

/** @param from number of the first; each of them is whole but the file's last */
export async function writeChunks(
  trx: Trx,
  { companyId, id }: Place,
  from: number,
  bytes: Uint8Array,
): Promise<void> {
  const rows = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    rows.push({
      company_id: companyId,
      file_id: id,
      number: from + rows.length,
      bytes: bytes.subarray(at, at + chunkBytes),
    });
  }
  await trx.insertInto("file_chunks").values(rows).execute();
}

/** A part of a file, from a position, as long as some rows hold. Empty at its end. */
export async function readPart(
  db: Db,
  { companyId, id }: Place,
  from: number,
  end: number,
): Promise<Uint8Array> {
  const first = Math.floor(from / chunkBytes);
  const last = Math.min(first + chunksAtOnce - 1, Math.floor((end - 1) / chunkBytes));
  const rows = await db.selectFrom("file_chunks").select(["number", "bytes"])
    .where("company_id", "=", companyId).where("file_id", "=", id)
    .where("number", ">=", first).where("number", "<=", last).orderBy("number").execute();
  const size = rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const whole = new Uint8Array(size);
  let at = 0;
  for (const { bytes } of rows) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole.subarray(from - first * chunkBytes, Math.min(size, end - first * chunkBytes));
}
