/** The key of each table of companies begins with the company (docs/decisions/0084). */
import assert from "node:assert/strict";
import { rowsOf, testOnEachDatabase } from "./each.ts";

const sums = "differences that are added up: no row is ever looked at by itself";
const queue =
  "a queue that the release before reads by its id alone, where an index costs each row";

/** Tables with another key, or with none, and why. */
const others: Record<string, { key: string[]; why: string }> = {
  credentials: { key: ["digest", "kind"], why: "says which company a secret is of" },
  figures: { key: [], why: sums },
  meta_hooks: { key: ["id"], why: queue },
  nightly_work: { key: ["work"], why: "the work of the night, and the company that it is at" },
  notification_counts: { key: [], why: sums },
  pipeline_stages: { key: ["id"], why: "release 1.1.0 groups by its id, for its key" },
  push_jobs: { key: ["id"], why: queue },
  recipient_counts: { key: [], why: sums },
  tag_counts: { key: [], why: sums },
};

const keys = `
  select c.relname as name, array(
      select a.attname::text from pg_index i
      cross join unnest(i.indkey::int2[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where i.indrelid = c.oid and i.indisprimary order by k.place) as key
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
    select from pg_attribute
    where attrelid = c.oid and attname = 'company_id' and not attisdropped)
  order by 1`;

testOnEachDatabase("keys of companies' tables begin with the company", async (database) => {
  const tables = await rowsOf<{ name: string; key: string[] }>(database, keys);
  const rest = tables.filter(({ key }) => key[0] !== "company_id");
  assert.deepEqual(
    Object.fromEntries(rest.map(({ name, key }) => [name, key])),
    Object.fromEntries(Object.entries(others).map(([name, { key }]) => [name, key])),
  );
  assert.ok(tables.length > 60);
});

testOnEachDatabase("no unique index of companies' tables repeats a key", async (database) => {
  const twice = await rowsOf<{ name: string }>(
    database,
    `select i.indexrelid::regclass::text as name from pg_index i
     join pg_index p on p.indrelid = i.indrelid and p.indisprimary
     join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and not i.indisprimary and i.indpred is null
       and i.indisunique and i.indkey = p.indkey`,
  );
  assert.deepEqual(twice, []);
});
