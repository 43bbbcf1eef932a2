import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { withDeadline } from "@/lib/db/deadline.ts";
import { businessInvariants } from "@/lib/invariants/business.ts";
import { countInvariants } from "@/lib/invariants/counts.ts";
import { credentialInvariants } from "@/lib/invariants/credentials.ts";
import { fileInvariants } from "@/lib/invariants/files.ts";
import {
  installationInvariants,
  type Numbered,
  numberedColumns,
  spentRange,
  spentSequences,
} from "@/lib/invariants/installation.ts";
import { notificationInvariants } from "@/lib/invariants/notifications.ts";
import { searchInvariants } from "@/lib/invariants/search.ts";
import { findLostSecrets } from "@/lib/invariants/secrets.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";

export const invariants = [
  ...notificationInvariants,
  ...businessInvariants,
  ...fileInvariants,
  ...countInvariants,
  ...credentialInvariants,
  ...searchInvariants,
];

/** An invariant that rows break. */
export interface Fault {
  name: string;
  /** Null where it is the database's own. */
  company_id: number | null;
  table: string;
  /** The first ten. */
  ids: string[];
  count: number;
}

/** A fault that lies ahead: all rows are whole still. */
export function isWarning({ name }: Fault): boolean {
  return name === spentRange;
}

export class UnknownCompany extends Error {
  override name = "UnknownCompany";
}

interface Scope {
  /** One company's rows; all companies' and the database itself by default. */
  companyId?: number;
  /** Without one, whether secrets open is not checked. */
  cipher?: SecretCipher | null;
}

const maxIds = 10;
const limitMs = 600_000;

/**
 * Checks the invariants of a live database in one snapshot. It reads alone and keeps nobody waiting.
 * @returns what is broken, without words of people; empty where all is well
 * @throws UnknownCompany
 */
export function checkData(db: Db, { companyId, cipher = null }: Scope = {}): Promise<Fault[]> {
  const reading = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return withDeadline(limitMs, () =>
    reading.execute(async (trx) => {
      await sql`select set_config('statement_timeout', '0', true)`.execute(trx);
      const faults = companyId === undefined ? await checkDatabase(trx) : [];
      const { rows: columns } = await numberedColumns.execute(trx);
      for (const id of await companiesIn(trx, companyId)) {
        // Not as callers enter: those who write would wait for this transaction's end.
        await sql`select set_config('role', 'relevo_tenant', true),
          set_config('app.company_id', ${String(id)}, true)`.execute(trx);
        faults.push(...await checkRows(trx, id), ...await checkSequences(trx, id, columns));
        if (cipher) faults.push(...await checkSecrets(trx, id, cipher));
        await sql`select set_config('role', 'none', true)`.execute(trx);
      }
      return faults;
    }));
}

async function companiesIn(trx: BareTrx, companyId: number | undefined): Promise<number[]> {
  const rows = await trx.selectFrom("companies").select("id").orderBy("id")
    .$if(companyId !== undefined, (query) => query.where("id", "=", companyId!)).execute();
  if (companyId !== undefined && rows.length === 0) {
    throw new UnknownCompany(`there is no company ${companyId}`);
  }
  return rows.map(({ id }) => id);
}

async function checkDatabase(trx: BareTrx): Promise<Fault[]> {
  const all: Fault[] = [];
  for (const { name, faults } of installationInvariants) {
    const { rows } = await faults.execute(trx);
    all.push(...rows.map((place) => faultAt(name, null, place)));
  }
  return all;
}

async function checkRows(trx: BareTrx, companyId: number): Promise<Fault[]> {
  const all: Fault[] = [];
  for (const { name, table, faults } of invariants) {
    const { rows: [summary] } = await sql<{ count: number; ids: string[] | null }>`
      select count(*), (array_agg(id order by id))[1:${sql.lit(maxIds)}] as ids
      from (${faults({ companyId })}) faults (id)`.execute(trx);
    const { count, ids } = summary!;
    if (count > 0) all.push({ name, company_id: companyId, table, ids: ids ?? [], count });
  }
  return all;
}

async function checkSequences(
  trx: BareTrx,
  companyId: number,
  columns: readonly Numbered[],
): Promise<Fault[]> {
  if (columns.length === 0) return [];
  const { rows } = await spentSequences(columns, companyId).execute(trx);
  return rows.map((place) => faultAt("sequences-above-numbers", companyId, place));
}

async function checkSecrets(
  trx: BareTrx,
  companyId: number,
  cipher: SecretCipher,
): Promise<Fault[]> {
  const secrets = await findLostSecrets(trx, companyId, cipher);
  return secrets.map((place) => faultAt("secrets-open", companyId, place));
}

function faultAt(
  name: string,
  company_id: number | null,
  { table, id }: { table: string; id: string },
): Fault {
  return { name, company_id, table, ids: [id], count: 1 };
}
