import type { Payload } from "@/lib/channels/out/payload.ts";
import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { readPart } from "@/lib/files/chunks.ts";

export interface ReadFile {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function readFiles(
  db: Db,
  companyId: number,
  files: Payload["files"],
): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  for (const { id, name, type, size } of files) {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size;) {
      const part = await inCompany(
        db,
        companyId,
        (trx) => readPart(trx, { companyId, id }, at, size),
      );
      if (part.length === 0) throw new Error(`file ${id} ends early`);
      bytes.set(part, at);
      at += part.length;
    }
    read.push({ name, type, bytes });
  }
  return read;
}
