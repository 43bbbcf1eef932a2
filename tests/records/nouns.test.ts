import assert from "node:assert/strict";
import type { Database } from "@/lib/db/connection.ts";
import {
  clientsNouns,
  type NounEntry,
  nouns,
  nounsWith,
  searchedNouns,
} from "@/lib/records/nouns.ts";
import { eventFields } from "@/lib/crm/events/fields.ts";
import { type FieldTable, shownFields } from "@/lib/records/fields/field.ts";
import { listed } from "@/lib/views/listed.ts";
import { noteSubjects, subjectFields, subjectKinds } from "@/lib/records/subject.ts";
import { rowsOf, testOnEachDatabase } from "../db/each.ts";

const tables: Record<string, FieldTable> = {
  ...Object.fromEntries(Object.entries(listed).map(([noun, { fields }]) => [noun, fields])),
  event: eventFields,
};
const entries: [string, NounEntry][] = Object.entries(nouns);

/** The columns of the tables, as `table.column`. */
async function columnsOf(database: Database): Promise<Set<string>> {
  const rows = await rowsOf<{ name: string }>(
    database,
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Parts of a record: they have the column, and go and come back with what they belong to. */
const parts = ["contact_messages", "opportunity_stage_log"];
/** Deleted for good; the row keeps what its messages came by. */
const exceptions = ["channel_accounts", "meta_apps"];

testOnEachDatabase("every table with a trash is a noun that says so", async (database) => {
  const tables = [...await columnsOf(database)].filter((name) => name.endsWith(".deleted_at"))
    .map((name) => name.replace(".deleted_at", ""));
  const names = nounsWith("trash", true).map((noun): string => nouns[noun].table);
  assert.deepEqual([...names, ...parts, ...exceptions].sort(), tables.sort());
});

testOnEachDatabase("a noun's label and client are there", async (database) => {
  const columns = await columnsOf(database);
  for (const [name, { table, label, client }] of entries) {
    for (const column of [...label, ...client ? [client] : []]) {
      assert.ok(columns.has(`${table}.${column}`), `${name}: ${table} has no ${column}`);
    }
  }
});

testOnEachDatabase(
  "notes and activities have a column for each of their nouns",
  async (database) => {
    const columns = await columnsOf(database);
    const named = (table: string) =>
      entries.filter(([, { key }]) => key && columns.has(`${table}.${key}`)).map(([name]) => name);
    assert.deepEqual(named("activities"), subjectKinds);
    assert.deepEqual(named("notes"), noteSubjects);
    assert.ok(subjectFields.every((field) => columns.has(`notes.${field}`)));
  },
);

testOnEachDatabase("each record's client is found by a link to clients", async (database) => {
  const links = await rowsOf<{ table: string; column: string }>(
    database,
    `select c.conrelid::regclass::text as table, a.attname::text as column
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.confrelid = 'clients'::regclass and a.attname <> 'company_id'
       and c.conrelid <> 'clients'::regclass`,
  );
  const columns = links.map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !/^(notes|activities|merges|identities|import_records)\./.test(name)).sort();
  const names = clientsNouns.map((noun) => `${nouns[noun].table}.${nouns[noun].client}`).sort();
  assert.deepEqual(names, columns);
});

testOnEachDatabase(
  "search words and counts are kept for the nouns that say so",
  async (database) => {
    const triggers = await rowsOf<{ table: string; name: string; columns: string[] }>(
      database,
      `select t.tgrelid::regclass::text as table, t.tgname::text as name,
       array(select a.attname::text from unnest(t.tgattr::int2[]) with ordinality u (number, place)
             join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = u.number
             order by place) as columns
     from pg_trigger t where not t.tgisinternal`,
    );
    const on = (wanted: string) => triggers.filter(({ name }) => name === wanted);
    const counted = nounsWith("counted", true).map((noun) => nouns[noun].table).sort();
    assert.deepEqual(on("counts_made").map(({ table }) => table).sort(), counted);
    // Columns that hide a record, and those that others are read by.
    const beside = ["deleted_at", "is_spam", "held", "phone_e164", "country", "channel"];
    const searched = on("search_words_changed").map(({ table, columns }) => [
      table,
      columns.filter((column) => !beside.includes(column)).sort(),
    ]);
    const names = searchedNouns.map((noun) => {
      const { table, search }: NounEntry = nouns[noun];
      const columns = shownFields(tables[noun]!).filter(([, field]) => field.searched)
        .map(([name]): string => name);
      return [table, [...columns, ...search!.byClient ? ["client_id"] : []].sort()];
    });
    assert.deepEqual(searched.sort(), names.sort());
  },
);
