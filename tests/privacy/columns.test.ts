import assert from "node:assert/strict";
import { columns } from "@/lib/privacy/columns.ts";
import { rowsOf, testOnEachDatabase } from "../db/each.ts";

interface ColumnRow {
  table: string;
  name: string;
  required: boolean;
  filled: boolean;
}

testOnEachDatabase("every column is classified and erased accordingly", async (database) => {
  const rows = await rowsOf<ColumnRow>(
    database,
    `select c.table_name::text as table, c.column_name::text as name,
       c.is_nullable = 'NO' as required, c.column_default is not null as filled
     from information_schema.columns c join information_schema.tables t
       on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.table_name not like 'kysely%'`,
  );
  const classified = Object.entries(columns)
    .flatMap(([table, its]) => Object.keys(its).map((name) => `${table}.${name}`));
  assert.deepEqual(
    rows.map(({ table, name }) => `${table}.${name}`).sort(),
    classified.sort(),
    "lib/privacy/columns.ts says of each column whether it is personal and how it goes",
  );
  for (const { table, name, required, filled } of rows) {
    const column = columns[table as keyof typeof columns][name];
    const what = `${table}.${name}`;
    if (column?.by === "null") assert.ok(!required, `${what} cannot be null`);
    if (column?.by === "default") assert.ok(filled, `${what} has no default`);
    if (column?.by === "kept") assert.ok(column.why, `${what} says why it stays`);
  }
});

Deno.test("each column of contacts and clients that survives an erasure has its reason", () => {
  const stays = Object.entries(columns).flatMap(([table, its]) =>
    Object.entries(its).filter(([, column]) =>
      column?.by === "kept" && ["contact", "client", "recipient"].includes(column.of)
    ).map(([name]) => `${table}.${name}`)
  );
  assert.deepEqual(stays, ["opportunities.lost_reason", "blocked_records.data", "meta_hooks.body"]);
});
