import type { Announce } from "@/lib/tools/after_commit.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";
import { removeUnblocked } from "@/lib/privacy/block_sales.ts";
import { emptyTrash, findReferences } from "@/lib/privacy/empty_trash.ts";
import { eraseOldContacts } from "@/lib/privacy/retention.ts";

/** The daily work, in batches, companies in turn. @throws the first failure, after all others */
export async function sweepPersonalData(db: Db, announce: Announce): Promise<void> {
  const failures: unknown[] = [];
  const tried = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await withDeadline(longMs, run);
    } catch (error) {
      failures.push(error); // the other companies go on
    }
  };
  await tried(() => removeUnblocked(db));
  const references = await tried(() => findReferences(db));
  const steps = [
    eraseOldContacts,
    (trx: Trx, tenant: Tenant) => emptyTrash(trx, tenant, references!),
  ];
  const companies = await tried(() => asWorker(db, (trx) => allCompanies(trx))) ?? [];
  let pending = references
    ? companies.flatMap(({ id }) => steps.map((step) => ({ companyId: id, step })))
    : [];
  while (pending.length > 0) {
    const more = [];
    for (const one of pending) {
      const { companyId, step } = one;
      const done = await tried(() =>
        inCompany(db, companyId, (trx) => step(trx, { companyId }), announce)
      );
      if (done) more.push(one);
    }
    pending = more;
  }
  if (failures.length > 0) throw failures[0];
}

async function allCompanies(db: Db) {
  return await db.selectFrom("companies").select("id").orderBy("id").execute();
}
