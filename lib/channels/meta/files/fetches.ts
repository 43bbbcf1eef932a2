import { sql } from "kysely";
import type { LeftOutReason } from "@/lib/values/left_out.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { FetchSource } from "@/lib/db/tables/meta.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

/** Rows of files that are fetched after their message, each leased by one process at a time. */

/** Longer than a fetch may take between two megabytes. */
const lease = "2 minutes";

export interface LeasedFetch {
  companyId: number;
  fileId: string;
  accountId: number;
  kind: AccountKind;
  lease: string;
  attempts: number;
  source: FetchSource;
}

/** Another process has the file now, or it was erased. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

export interface DueFetch {
  companyId: number;
  fileId: string;
  accountId: number;
}

export async function findFetchCompanies(db: Db): Promise<number[]> {
  const rows = await asWorker(
    db,
    (trx) =>
      trx.selectFrom("file_fetches").select("company_id").distinct()
        .where("due_at", "<=", sql<Date>`now()`).execute(),
  );
  return rows.map(({ company_id }) => company_id);
}

/** A company's next files, some of each account. */
export async function findDueFetches(
  db: Db,
  companyId: number,
  most: number,
): Promise<DueFetch[]> {
  const { rows } = await asWorker(db, (trx) =>
    sql<DueFetch>`
      select company_id as "companyId", file_id as "fileId", account_id as "accountId" from (
        select *, row_number() over (partition by account_id order by due_at, file_id) as n
        from file_fetches
        where company_id = ${companyId} and due_at <= now()
          and (leased_until is null or leased_until < now())) x
      order by n limit ${most}`.execute(trx));
  return rows;
}

/** @returns undefined where another has it, or it is over */
export async function leaseFetch(
  db: Db,
  { companyId, fileId }: DueFetch,
): Promise<LeasedFetch | undefined> {
  const { rows } = await asWorker(db, (trx) =>
    sql<LeasedFetch>`
      update file_fetches x set attempts = attempts + 1, lease = gen_random_uuid(),
        leased_until = now() + ${lease}::interval
      from channel_accounts a
      where x.company_id = ${companyId} and x.file_id = ${fileId} and x.due_at <= now()
        and (x.leased_until is null or x.leased_until < now())
        and a.company_id = x.company_id and a.id = x.account_id
      returning x.company_id as "companyId", x.file_id as "fileId", x.account_id as "accountId",
        a.kind, x.lease, x.attempts, x.source`.execute(trx));
  return rows[0];
}

/** Holds the file for this process while the transaction lasts. @throws LeaseLost */
export async function renewFetch(trx: BareTrx, fetch: LeasedFetch): Promise<void> {
  const row = await trx.updateTable("file_fetches")
    .set({ leased_until: sql<Date>`now() + ${lease}::interval` })
    .where("company_id", "=", fetch.companyId).where("file_id", "=", fetch.fileId)
    .where("lease", "=", fetch.lease).returning("file_id").executeTakeFirst();
  if (!row) throw new LeaseLost();
}

/** Gives it back, to be tried in `delayMs`; `isUntried`: as if it had not been taken. */
export async function postponeFetch(
  db: Db,
  { companyId, fileId, lease }: LeasedFetch,
  delayMs: number,
  { isUntried = false } = {},
): Promise<void> {
  await asWorker(db, (trx) =>
    sql`
      update file_fetches set lease = null, leased_until = null,
        due_at = now() + ${delayMs} * interval '1 millisecond',
        attempts = attempts - ${isUntried ? 1 : 0}
      where company_id = ${companyId} and file_id = ${fileId} and lease = ${lease}`.execute(trx));
}

/** Its file is here. One of a story is forgotten later. */
export async function endFetch(trx: BareTrx, fetch: LeasedFetch): Promise<void> {
  const { companyId, fileId, source: { isStory } } = fetch;
  if (!isStory) {
    await trx.deleteFrom("file_fetches").where("company_id", "=", companyId)
      .where("file_id", "=", fileId).execute();
    return;
  }
  await trx.updateTable("file_fetches").set({
    due_at: null,
    lease: null,
    leased_until: null,
    forget_at: sql<Date>`coalesce(forget_at, now() + interval '24 hours')`,
  }).where("company_id", "=", companyId).where("file_id", "=", fileId).execute();
}

/** Keeps the names of files without their bytes. @returns ids of their messages */
export async function leaveOut(
  trx: BareTrx,
  { companyId }: Tenant,
  fileIds: readonly string[],
  reason: LeftOutReason,
): Promise<number[]> {
  await trx.deleteFrom("file_chunks").where("company_id", "=", companyId)
    .where("file_id", "in", fileIds).execute();
  await trx.updateTable("file_fetches")
    .set({ due_at: null, lease: null, leased_until: null, forget_at: null, problem: reason })
    .where("company_id", "=", companyId).where("file_id", "in", fileIds).execute();
  const rows = await trx.updateTable("files").set({ state: "left_out" })
    .where("company_id", "=", companyId).where("id", "in", fileIds)
    .returning("message_id").execute();
  return rows.flatMap(({ message_id }) => message_id ?? []);
}

export async function findOverStories(db: Db, most: number): Promise<Map<number, string[]>> {
  const rows = await asWorker(
    db,
    (trx) =>
      trx.selectFrom("file_fetches").select(["company_id", "file_id"])
        .where("forget_at", "<=", sql<Date>`now()`).orderBy("forget_at").limit(most).execute(),
  );
  const byCompany = Map.groupBy(rows, ({ company_id }) => company_id);
  return new Map(
    [...byCompany].map(([companyId, own]) => [companyId, own.map(({ file_id }) => file_id)]),
  );
}
