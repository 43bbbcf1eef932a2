export const change = "widens";

/** Ids of rows that had none: their keys begin with the company (docs/decisions/0084). */

/** The key takes the place of an index of its first columns. */
const tables = [
  { table: "form_posts", columns: "company_id, network, at, id", instead: "form_posts_network" },
  { table: "import_records", columns: "company_id, import_id, id", instead: "import_records_of" },
  { table: "record_counts", columns: "company_id, kind, id", instead: "record_counts_of" },
];

/** An id that is left out is made by its default. */
export const harmless = tables.map(({ table, columns }) =>
  `${table} unique btree (${columns}) is demanded`
);

type Lock = "AccessExclusiveLock";

export const steps = tables.flatMap(({ table, columns, instead }) => {
  const name = `${table}_key`;
  const locks = { [table]: "AccessExclusiveLock" as Lock };
  const index = { name, table, columns: `(${columns})`, isUnique: true };
  return [
    { statement: { sql: `alter table ${table} add column if not exists id uuid`, locks } },
    {
      statement: {
        sql: `alter table ${table} alter column id set default gen_random_uuid()`,
        locks,
      },
    },
    {
      backfill: {
        table,
        key: columns.split(", ").slice(1, -1),
        set: "id = gen_random_uuid()",
        where: "t.id is null",
      },
    },
    { required: { table, column: "id" } },
    { index },
    {
      statement: {
        sql: `
          do $$ begin
            if not exists (select from pg_constraint
              where conrelid = '${table}'::regclass and conname = '${name}') then
              alter table ${table} add constraint ${name} primary key using index ${name};
            end if;
          end $$`,
        locks,
      },
    },
    { statement: { sql: `drop index if exists ${instead}`, locks } },
  ];
});
