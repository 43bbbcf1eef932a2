import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { withDeadline } from "@/lib/db/deadline.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";

const countingMs = 15 * 60_000;

interface Counting {
  /** Has a row for each company whose records are older than the triggers. */
  marks: "uncounted_figures" | "uncounted_records";
  /** Function of Postgres that counts a company's; two processes at once count it once. */
  count: "relevo_count_figures" | "relevo_count_records";
  /** Goes first, in transactions of its own. */
  before?(companyId: number): Promise<void>;
}

/** Counts what was there before the triggers, company by company, beside those who write. */
export async function countMarked(db: Db, { marks, count, before }: Counting): Promise<void> {
  const companies = await asWorker(
    db,
    (trx) => trx.selectFrom(marks).select("company_id").orderBy("company_id").execute(),
  );
  for (const { company_id } of companies) {
    await withDeadline(countingMs, async () => {
      await before?.(company_id);
      await inCompany(db, company_id, async (trx) => {
        const { numDeletedRows } = await trx.deleteFrom(marks)
          .where("company_id", "=", company_id).executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await sql`select ${sql.ref(count)}(${company_id})`.execute(trx);
      });
    });
  }
}
