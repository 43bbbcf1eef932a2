/**
 * A company with years of work in it, by a few bulk statements: what the benchmarks measure, and
 * what the tests of plans and of growth read. The same scale and instant give the same rows.
 */
import { sql } from "kysely";
import { addMember } from "@/lib/access/members.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { atScaleOne, statements } from "./filled_rows.ts";

export interface Filling {
  /** A company without any of this yet. */
  companyId: number;
  /** Times {@link atScaleOne}. */
  scale: number;
  /** Rows of some kinds, instead. */
  rows?: Partial<typeof atScaleOne>;
  /** The end of the three filled years. */
  now: Date;
}

/** Words by which records are found: `broad` in half of a kind's records, `rare` in one or two. */
export const searched = {
  broad: "correo",
  rare: "ref000077",
  prefix: "ma",
  two: "ana correo",
} as const;

/** The employees of a filled company; each has a twelfth of the work. */
export function memberOf(companyId: number, n = 1): string {
  return `empleado${n}@empresa${companyId}.example`;
}

const memberCount = 12;

/**
 * Fills a company with triggers and constraints on. Read it after `settle`.
 * @throws Error if a constraint is violated
 */
export async function fillCompany(db: Db, { companyId, scale, rows, now }: Filling): Promise<void> {
  const members = await transact(db, (trx) => addMembers(trx, companyId));
  await inCompany(db, companyId, async (trx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(trx);
    const stages = await trx.selectFrom("pipeline_stages").select("id")
      .where("company_id", "=", companyId).orderBy("order").execute();
    const size = (noun: keyof typeof atScaleOne) =>
      rows?.[noun] ?? Math.max(20, Math.round(atScaleOne[noun] * scale));
    const text = statements({
      company: companyId,
      firstId: companyId * idsPerCompany + 1,
      now: `timestamptz '${now.toISOString()}'`,
      members: members.join(", "),
      stages: stages.map(({ id }) => id).join(", "),
      size,
    });
    for (const statement of text) await sql.raw(statement).execute(trx);
  });
  await transact(db, (trx) => skipIds(trx, companyId));
}

/**
 * Rows that others refer to have ids in a range of the company's own, so that they can be
 * calculated.
 */
const idsPerCompany = 10_000_000;
const withOwnIds = ["products", "clients", "contacts", "opportunities"];

async function skipIds(trx: BareTrx, companyId: number): Promise<void> {
  for (const table of withOwnIds) {
    await sql`select setval(s, greatest(nextval(s), ${(companyId + 1) * idsPerCompany}))
      from pg_get_serial_sequence(${table}, 'id') s`.execute(trx);
  }
}

/** Gives the planner its statistics, and index-only scans their visibility map. */
export async function settle(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
}

async function addMembers(trx: BareTrx, companyId: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= memberCount; n++) {
    const email = memberOf(companyId, n);
    const person = { companyId, email, role: "ventas", name: `Empleado ${n}` };
    ids.push((await addMember(trx, person)).userId);
  }
  return ids;
}
