import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { Backfill, Copy } from "@/lib/db/migration/migration.ts";
import { type Patience, patiently, pause } from "@/lib/db/migration/patience.ts";

const batchRows = 1_000;
const pauseMs = 5; // who waited for rows of a batch comes before the next one

export function runBackfill(db: Db, { set, ...rows }: Backfill, patience: Patience) {
  const statement = (where: string) => `update ${rows.table} t set ${set} where ${where}`;
  return fill(db, { ...rows, statement }, patience);
}

/** Rows are locked until theirs are there: who deletes one then finds both. */
export function runCopy(db: Db, { into, values, ...rows }: Copy, patience: Patience) {
  const statement = (where: string) =>
    `insert into ${into} select ${values} from ${rows.table} t where ${where}
     for key share of t on conflict do nothing`;
  return fill(db, { ...rows, statement }, patience);
}

interface Filling extends Pick<Backfill, "table" | "key" | "where"> {
  /** Fills the rows of a condition. */
  statement: (where: string) => string;
}

async function fill(db: Db, filling: Filling, patience: Patience): Promise<void> {
  const companies = await companiesOf(db, filling.table);
  for (const company of companies) await fillCompany(db, { ...filling, company }, patience);
}

/** Null stands for all rows of a table without companies. */
async function companiesOf(db: Db, table: string): Promise<(number | null)[]> {
  const { rows: [kind] } = await sql<{ guarded: boolean }>`
    select relrowsecurity as guarded from pg_class where oid = to_regclass(${table})`.execute(db);
  if (!kind?.guarded) return [null];
  const { rows } = await sql<{ id: number }>`select id from companies order by id`.execute(db);
  return rows.map(({ id }) => id);
}

interface Part extends Filling {
  company: number | null;
}

async function fillCompany(db: Db, part: Part, patience: Patience): Promise<void> {
  let last: string[] | undefined;
  while (true) {
    let next: string[] | undefined;
    await patiently(db, async (trx) => void (next = await fillBatch(trx, part, last)), patience);
    if (!next) return;
    last = next;
    await pause(pauseMs);
  }
}

/** @returns the key of the batch's last row, or nothing behind the last batch */
async function fillBatch(
  trx: BareTrx,
  { table, key, statement, where, company }: Part,
  last: string[] | undefined,
): Promise<string[] | undefined> {
  if (company !== null) {
    await sql`select set_config('role', 'relevo_tenant', true), relevo_enter(${company})`
      .execute(trx);
  }
  const columns = key.map((name) => `t.${name}`).join(", ");
  const bounds = [
    ...company === null ? [] : [`t.company_id = ${company}`],
    ...last ? [`(${columns}) > (${last.map(quoted).join(", ")})`] : [],
  ];
  const from = `from ${table} t ${bounds.length ? `where ${bounds.join(" and ")}` : ""}`;
  const { rows: [end] } = await sql.raw<{ key: string[] }>(`
    select array[${key.map((name) => `b.${name}::text`).join(", ")}] as key
    from (select ${columns} ${from} order by ${columns} limit ${batchRows}) b
    order by ${key.map((name) => `b.${name} desc`).join(", ")} limit 1`).execute(trx);
  if (!end) return undefined;
  const within = [...bounds, `(${columns}) <= (${end.key.map(quoted).join(", ")})`, `(${where})`];
  await sql.raw(statement(within.join(" and "))).execute(trx);
  return end.key;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
