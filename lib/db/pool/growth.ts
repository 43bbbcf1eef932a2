export const usualGrowthMs = 5_000;

/** Rows below which a table is read quickly anyhow. */
const minRows = 2_000;
const factor = 3;

/** Estimates rows by the statistics: a table's size would wait for its lock. */
export const rowsOfTables = `
  select c.oid::bigint as oid,
    pg_stat_get_live_tuples(c.oid) + pg_stat_get_dead_tuples(c.oid) as rows
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/** Analyzes what grew, which also ends the plans that sessions keep for foreign keys (0076). */
export const refreshStatistics = "select relevo_refresh_statistics() as tables";

/** Notices tables that have grown so much that plans made before may be wrong. */
export class Growth {
  #rows = new Map<number, number>();

  /** Whether tables grew; also true for the first look at tables that are not small. */
  hasGrown(tables: { oid: number; rows: number }[]): boolean {
    const grown = tables.filter(({ oid, rows }) =>
      rows > minRows && rows > factor * (this.#rows.get(oid) ?? 0)
    );
    if (grown.length === 0) return false;
    // What is planned anew sees all of them as they are.
    this.#rows = new Map(tables.map(({ oid, rows }) => [oid, rows]));
    return true;
  }
}
