import { v7 } from "uuid";
import { sql } from "kysely";
import { limitReached, takeLock } from "@/lib/access/bounds.ts";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { RateLimiter } from "@/lib/fairness/rate_limits.ts";
import type { Share } from "@/lib/fairness/share.ts";
import { problem } from "@/lib/input/errors.ts";
import { ChunkWriter } from "@/lib/files/chunk_writer.ts";
import { writeChunks } from "@/lib/files/chunks.ts";
import { cleanName, type FileRecord, toFile } from "@/lib/files/file.ts";
import { maxFileBytes } from "@/lib/files/limits.ts";
import { readType, unknownType } from "@/lib/files/read_type.ts";
import type { Reader } from "@/lib/readers/reader.ts";
import { inputWords } from "@/lib/words/input.ts";

export type Maker = { userId: number; keyId?: undefined } | { keyId: number; userId?: undefined };

interface Upload {
  tenant: Tenant;
  maker: Maker;
  name: string;
  body: ReadableStream<Uint8Array> | null;
  size: number | null; // as the caller states it
  open: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
}

const budget = { perSecond: 200_000_000 / 600, burst: 200_000_000 };

/** Takes files in: as they come, a megabyte at a time, each a transaction of its own. */
export class FileStore {
  #budget: RateLimiter;

  constructor(
    private readonly reader: Pick<Reader, "run">,
    private readonly bytesPerCompany: number,
    share: Share,
  ) {
    this.#budget = new RateLimiter(budget, { share });
  }

  /**
   * A program's file that the company has no room for keeps its name, so that its message says so.
   * @throws Problem too_large, rate_limited, limit_reached (a member's), validation_failed (empty)
   */
  async take(upload: Upload): Promise<FileRecord> {
    const { tenant, maker, body, size, open } = upload;
    if (size !== null && size > maxFileBytes) throw tooLarge();
    const payer = maker.keyId === undefined ? `member ${maker.userId}` : `key ${maker.keyId}`;
    this.#budget.take(payer);
    const id = v7();
    const name = cleanName(upload.name);
    const hasRoom = await open(async (trx) => {
      const has = await this.#hasRoom(trx, tenant, size ?? 0);
      if (!has && maker.userId !== undefined) throw this.#noRoom();
      await trx.insertInto("files").values({
        id,
        company_id: tenant.companyId,
        created_by: maker.userId ?? null,
        created_by_key: maker.keyId ?? null,
        name,
        ...(has ? {} : { state: "left_out", size: size ?? 0 }),
      }).execute();
      return has;
    });
    if (!hasRoom) {
      await body?.cancel();
      return toFile({ id, name, type: unknownType, size: size ?? 0, state: "left_out" });
    }
    try {
      const { total, head } = await this.#keep(upload, id);
      this.#budget.charge(payer, total);
      const type = await readType(this.reader, head, tenant.companyId);
      return await open((trx) => this.#finish(trx, tenant, { id, total, type, maker }));
    } catch (error) {
      await open((trx) =>
        trx.deleteFrom("files").where("company_id", "=", tenant.companyId).where("id", "=", id)
          .execute()
      ).catch(() => {}); // the daily work removes it
      throw error;
    }
  }

  async #keep({ tenant, body, open }: Upload, id: string) {
    const writer = new ChunkWriter((from, bytes) =>
      open((trx) => writeChunks(trx, { ...tenant, id }, from, bytes))
    );
    for await (const part of whatComes(body)) {
      if (writer.size + part.length > maxFileBytes) throw tooLarge();
      await writer.add(part);
    }
    await writer.end();
    const { size: total, head } = writer;
    if (total === 0) throw problem("validation_failed", { fields: { body: inputWords.missing } });
    return { total, head };
  }

  /** Finishes uploads one after another, so that they do not pass the limit together. */
  async #finish(
    trx: Trx,
    tenant: Tenant,
    { id, total, type, maker }: { id: string; total: number; type: string; maker: Maker },
  ): Promise<FileRecord> {
    await takeLock(trx, `files of ${tenant.companyId}`);
    const has = await this.#hasRoom(trx, tenant, total);
    if (!has && maker.userId !== undefined) throw this.#noRoom();
    if (!has) {
      await trx.deleteFrom("file_chunks").where("company_id", "=", tenant.companyId)
        .where("file_id", "=", id).execute();
    }
    const row = await trx.updateTable("files")
      .set({ size: total, type, state: has ? "kept" : "left_out" })
      .where("company_id", "=", tenant.companyId).where("id", "=", id)
      .returning(["id", "name", "type", "size", "state"]).executeTakeFirst();
    if (!row) throw problem("not_found");
    return toFile(row);
  }

  async #hasRoom(trx: Trx, { companyId }: Tenant, more: number): Promise<boolean> {
    const { bytes } = await trx.selectFrom("files")
      .select(sql<number>`coalesce(sum(size), 0)::bigint`.as("bytes"))
      .where("company_id", "=", companyId).where("state", "<>", "left_out")
      .executeTakeFirstOrThrow();
    return Number(bytes) + more <= this.bytesPerCompany;
  }

  #noRoom() {
    return limitReached("files", "company", Math.floor(this.bytesPerCompany / 1_000_000));
  }
}

function tooLarge() {
  return problem("too_large", { details: { maxBytes: maxFileBytes } });
}

async function* whatComes(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    while (true) {
      const { done, value } = await reader.read().catch((cause) => {
        throw problem("bad_request", { cause });
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
