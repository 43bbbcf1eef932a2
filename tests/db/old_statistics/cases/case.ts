/** Ways in which the app does its work, and what cases share. */
import { sql } from "kysely";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { Problem } from "@/lib/input/errors.ts";
import { idOf } from "../rows.ts";

export type Case = (db: Db) => Promise<unknown>;

export const tenant = { companyId: 1 };
/** Nobody's work. */
export const actor = { companyId: 1, userId: null, language: "es" as const };
export const accountId = idOf(1, 0);
export const silent = () => {};

export const within = (work: (trx: Trx) => Promise<unknown>): Case => (db) =>
  inCompany(db, 1, work, silent);

export const asWorkers = (work: (trx: BareTrx) => Promise<unknown>): Case => (db) =>
  asWorker(db, work);

/** Changes rows as a case needs them, without a look at the statement. */
export async function arrange(trx: BareTrx, text: string): Promise<void> {
  await sql.raw(`do $$ begin ${text}; end $$`).execute(trx);
}

/** Work that ends with a refusal, of which the statements before it count. */
export async function refused(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof Problem)) throw error;
  });
}
