/** Pages of 8 KiB that tables have, smaller ones left out: those are read quickly anyhow. */
const minPages = 64;
const factor = 3;

export const pagesOfTables = `
  select c.oid::int as oid, (pg_relation_size(c.oid) / 8192)::int as pages
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/** Notices tables that have grown so much that plans made before may be wrong. */
export class Growth {
  #pages = new Map<number, number>();

  /** Also true for the first look at tables that are not small. */
  hasGrown(tables: { oid: number; pages: number }[]): boolean {
    const grown = tables.filter(({ oid, pages }) =>
      pages > minPages && pages > factor * (this.#pages.get(oid) ?? 0)
    );
    if (grown.length === 0) return false;
    // What is planned anew sees all of them as they are.
    this.#pages = new Map(tables.map(({ oid, pages }) => [oid, pages]));
    return true;
  }
}
