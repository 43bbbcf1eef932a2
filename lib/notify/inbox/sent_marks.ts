import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { markSent } from "@/lib/notify/inbox/inbox.ts";
import { CompanyBatchers } from "@/lib/work/company_batchers.ts";

/** Streams of one company that write together share a statement. */
export class SentMarks {
  #batchers: CompanyBatchers<{ userId: string; ids: string[] }, void>;

  constructor(db: Db) {
    this.#batchers = new CompanyBatchers(async (companyId, sent) => {
      await inCompany(db, companyId, (trx) => markSent(trx, { companyId }, sent));
      return sent.map(() => {});
    }, { most: 500 });
  }

  async add(companyId: number, userId: string, ids: string[]): Promise<void> {
    await this.#batchers.add(companyId, { userId, ids });
  }

  async idle(): Promise<void> {
    await this.#batchers.idle();
  }
}
