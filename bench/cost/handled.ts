/** Rows and blocks, by Postgres' own counters. */
import pg from "pg";

export interface Handled {
  /** Rows that scans of tables and entries that scans of indexes gave. */
  rows: number;
  /** Blocks of 8 KiB, found in memory or read. */
  blocks: number;
}

/** Backends report at most once a second. */
const reportMs = 1_500;

/** Counters of the database since it was made. */
export async function handledSoFar(databaseUrl: string): Promise<Handled> {
  await new Promise((resolve) => setTimeout(resolve, reportMs));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: [one] } = await client.query(`
      select tup_returned::float8 as rows, (blks_hit + blks_read)::float8 as blocks
      from pg_stat_database where datname = current_database()`);
    return one;
  } finally {
    await client.end();
  }
}
