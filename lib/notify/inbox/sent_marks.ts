import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { markSent } from "@/lib/notify/inbox/inbox.ts";
import { CompanyBatchers } from "@/lib/work/company_batchers.ts";

interface Mark {
  userId: string;
  ids: string[];
}

const mostTogether = 500;
/** Nobody waits for a mark. */
const storeEveryMs = 100;

/** Streams of one company that write within a moment share a statement. */
export class SentMarks {
  /** By company, the marks that wait for their turn. */
  #waiting = new Map<number, Mark[]>();
  #batchers: CompanyBatchers<Mark[], void>;

  constructor(db: Db) {
    this.#batchers = new CompanyBatchers(async (companyId, [marks]) => {
      if (this.#waiting.get(companyId) === marks) this.#waiting.delete(companyId);
      await inCompany(db, companyId, (trx) => markSent(trx, { companyId }, marks!));
      return [undefined];
    }, { most: 1, spaceMs: storeEveryMs });
  }

  add(companyId: number, userId: string, ids: string[]): void {
    const waiting = this.#waiting.get(companyId);
    if (waiting && waiting.length < mostTogether) waiting.push({ userId, ids });
    else this.#open(companyId, { userId, ids });
  }

  async idle(): Promise<void> {
    await this.#batchers.idle();
  }

  #open(companyId: number, mark: Mark): void {
    const marks = [mark];
    this.#waiting.set(companyId, marks);
    // A mark that fails costs a status, not a notification.
    this.#batchers.add(companyId, marks).catch(() => {});
  }
}
