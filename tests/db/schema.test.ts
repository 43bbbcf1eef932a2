import assert from "node:assert/strict";
import ts from "typescript";
import { rowsOf, testOnEachDatabase } from "./each.ts";

testOnEachDatabase("lib/db/schema.ts says what the migrated database is", async (database) => {
  const columns = await rowsOf<{ table: string; name: string; type: string; nullable: boolean }>(
    database,
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
       not a.attnotnull as nullable
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
     order by 1, a.attname`,
  );
  const real = columns.map(({ table, name, type, nullable }) =>
    `${table}.${name}: ${
      meaning[type] ?? (type.startsWith("numeric") ? "number" : undefined) ?? `unknown type ${type}`
    }${nullable ? " | null" : ""}`
  );
  assert.deepEqual(declared().sort(), real.sort());
});

/** The TypeScript type of a column's values (lib/db/types.ts). */
const meaning: Record<string, string> = {
  "bigint": "number",
  '"char"': "string",
  "boolean": "boolean",
  "date": "string",
  "bytea": "Uint8Array",
  "integer": "number",
  "integer[]": "number[]",
  "json": "json",
  "jsonb": "json",
  "smallint": "number",
  "text": "string",
  "text[]": "string[]",
  "timestamp with time zone": "Date",
  "uuid": "string",
};

/** The columns that the files declare, in the words of `meaning`. */
function declared(): string[] {
  const interfaces = new Map<string, ts.InterfaceDeclaration>();
  const tables = new URL("../../lib/db/tables/", import.meta.url);
  const files = [...Deno.readDirSync(tables)].map(({ name }) => new URL(name, tables));
  for (const file of [new URL("../schema.ts", tables), ...files]) {
    const name = file.pathname.split("/").at(-1)!;
    const prefix = name === "schema.ts" ? "" : name.replace("ts", "");
    const source = ts.createSourceFile(name, Deno.readTextFileSync(file), 99, true);
    source.forEachChild((node) => {
      if (ts.isInterfaceDeclaration(node)) interfaces.set(prefix + node.name.text, node);
    });
  }
  const members = (name: string) =>
    interfaces.get(name)!.members.filter(ts.isPropertySignature).map((member) => ({
      name: member.name.getText(),
      type: member.type!.getText(),
    }));
  return members("Schema").flatMap(({ name: table, type }) =>
    members(type).map((column) => `${table}.${column.name}: ${plain(column.type)}`)
  );
}

function plain(type: string): string {
  const nullable = / \| null$/.test(type) ? " | null" : "";
  const bare = type.replace(/ \| null$/, "").replace(
    /^Generated(?:Always)?<\s*(.+?),?\s*>$/s,
    "$1",
  );
  if (/^(Default)?Json</.test(bare)) return `json${nullable}`;
  const isText = /^\|?\s*"/.test(bare) || /(Status|Kind|Object|Reason)$/.test(bare);
  return (isText ? "string" : bare) + nullable;
}
