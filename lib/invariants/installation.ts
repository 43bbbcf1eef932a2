/** Invariants of the database itself. */
import { type RawBuilder, sql } from "kysely";

interface Place {
  table: string;
  id: string;
}

/** A sequence has given half of what its column, or one that refers to it, can hold. */
export const spentRange = "numbers-have-room";

/** Rules of the whole database; each selects tables and the objects that break it. */
export const installationInvariants: { name: string; faults: RawBuilder<Place> }[] = [
  {
    name: "indexes-are-valid",
    faults: sql<Place>`
      select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as id
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace
        and not (i.indisvalid and i.indisready and i.indislive)`,
  },
  {
    name: "constraints-are-validated",
    faults: sql<Place>`
      select conrelid::regclass::text as table, conname::text as id from pg_constraint
      where connamespace = current_schema()::regnamespace and not convalidated
        -- a key that leads to partitions is validated as a whole
        and conparentid = 0`,
  },
  {
    // An index in the order of another version does not find its rows.
    name: "collations-are-of-their-indexes-version",
    faults: sql<Place>`
      select 'pg_collation' as table, collname::text as id from pg_collation
      where collversion <> pg_collation_actual_version(oid)
        and collnamespace = current_schema()::regnamespace
      union all select 'pg_database', datname::text from pg_database
      where datname = current_database()
        and datcollversion <> pg_database_collation_actual_version(oid)`,
  },
  {
    name: spentRange,
    faults: sql<Place>`
      select t.relname::text as table, n.seqrelid::regclass::text as id
      from pg_sequence n
      join pg_depend d on d.objid = n.seqrelid and d.classid = 'pg_class'::regclass
        and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid
      where t.relnamespace = current_schema()::regnamespace
        and has_sequence_privilege(n.seqrelid, 'select, usage')
        and pg_sequence_last_value(n.seqrelid) > least(n.seqmax, (
          select min(case a.atttypid when 'int2'::regtype then 32767
            when 'int4'::regtype then 2147483647 else n.seqmax end)
          from pg_attribute a
          where a.attrelid = d.refobjid and a.attnum = d.refobjsubid or exists (
            select from pg_constraint f
            where f.contype = 'f' and f.confrelid = d.refobjid and f.conrelid = a.attrelid
              and a.attnum = f.conkey[array_position(f.confkey, d.refobjsubid::int2)])
        )) / 2`,
  },
];

export interface Numbered {
  table: string;
  column: string;
  sequence: string;
  last: number;
}

/**
 * Columns of companies' tables whose numbers a sequence gives, and the last that it gave. A login
 * that may not read a sequence does not see it.
 */
export const numberedColumns = sql<Numbered>`
  select *, coalesce(pg_sequence_last_value(sequence::regclass), 0) as last from (
    select c.relname::text as table, a.attname::text as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0
      and has_table_privilege('relevo_tenant', c.oid, 'select')
      and exists (select from pg_attribute
        where attrelid = c.oid and attname = 'company_id' and not attisdropped)
    offset 0
  ) columns where has_sequence_privilege(sequence, 'select, usage') order by 1`;

/** Tables with numbers that their sequence is going to give again. */
export function spentSequences(
  columns: readonly Numbered[],
  companyId: number,
): RawBuilder<Place> {
  const each = columns.map(({ table, column, sequence, last }) =>
    sql`select ${table} as table, ${sequence} as id
      where (select max(${sql.ref(column)}) from ${sql.table(table)}
        where company_id = ${companyId}) > ${last}::bigint`
  );
  return sql<Place>`${sql.join(each, sql` union all `)}`;
}
