/** Deleting a row finds what refers to it by an index, or a reason stands here. */
import assert from "node:assert/strict";
import { rowsOf, testOnEachDatabase } from "./each.ts";

/** No row of these is ever deleted: they are blocked, revoked or marked as deleted. */
const neverDeleted = ["api_keys", "channel_accounts", "companies", "user_companies", "users"];

/** An admin deletes one once in a while, which reads the company's rows; an index costs each write. */
const seldomDeleted = ["meta_apps", "pipeline_stages"];

testOnEachDatabase("what refers to a row that may be deleted has an index", async (database) => {
  const links = await rowsOf<{ name: string; target: string; isIndexed: boolean }>(
    database,
    `select c.conrelid::regclass::text || '.' || (
         select string_agg(a.attname, ',' order by k.place)
         from unnest(c.conkey) with ordinality k(number, place)
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as name,
       c.confrelid::regclass::text as target,
       exists (
         select from pg_index i join pg_class x on x.oid = i.indexrelid
         join pg_am m on m.oid = x.relam
         where i.indrelid = c.conrelid and i.indisvalid
           and ((i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
             or m.amname = 'hash' and c.conkey @> i.indkey::int2[])
           and (i.indpred is null
             or pg_get_expr(i.indpred, i.indrelid) ~ '^\\([a-z_]+ IS NOT NULL\\)$')
       ) as "isIndexed"
     from pg_constraint c
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`,
  );
  const bare = links.filter(({ isIndexed }) => !isIndexed);
  const excused = [...neverDeleted, ...seldomDeleted];
  assert.deepEqual(bare.filter(({ target }) => !excused.includes(target)), []);
  const idle = seldomDeleted.filter((one) => !bare.some(({ target }) => target === one));
  assert.deepEqual(idle, [], "an exception that nothing needs");
});

Deno.test("no statement deletes a row of what is never deleted", async () => {
  const code: string[] = [];
  const read = async (folder: URL) => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = new URL(isDirectory ? `${name}/` : name, folder);
      if (isDirectory) await read(path);
      else if (/\.tsx?$/.test(name)) code.push(await Deno.readTextFile(path));
    }
  };
  await read(new URL("../../lib/", import.meta.url));
  const deleted = code.flatMap((text) =>
    [...text.matchAll(/deleteFrom\("(\w+)"|delete from (\w+)/g)].map(([, a, b]) => a ?? b!)
  );
  assert.ok(deleted.includes("pipeline_stages"));
  assert.deepEqual(deleted.filter((table) => neverDeleted.includes(table)), []);
});
