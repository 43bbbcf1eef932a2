import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { markSent } from "@/lib/notify/inbox/inbox.ts";
import { Batcher } from "@/lib/work/batcher.ts";

/** Streams of one company that write together share a statement. */
export class SentMarks {
  #companies = new Map<number, Batcher<{ userId: string; ids: string[] }, void>>();

  constructor(private readonly db: Db) {}

  async add(companyId: number, userId: string, ids: string[]): Promise<void> {
    let batcher = this.#companies.get(companyId);
    if (!batcher) {
      batcher = new Batcher(async (sent) => {
        await inCompany(this.db, companyId, (trx) => markSent(trx, { companyId }, sent));
        return sent.map(() => {});
      }, { most: 500 });
      this.#companies.set(companyId, batcher);
    }
    await batcher.add({ userId, ids });
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#companies.values()].map((batcher) => batcher.idle()));
  }
}
