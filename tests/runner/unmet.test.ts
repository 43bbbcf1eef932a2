import assert from "node:assert/strict";
import { unexplained } from "./unexplained.ts";
import { complaintsOf, sitesIn, sitesOf } from "./unmet.ts";

Deno.test("lines that ask a statement are found, and no others", () => {
  const lines = [
    ...['import { executeWithCommit } from "@/lib/db/pool/departure.ts";', "  await sql`"],
    ...["    select 1`.execute(trx);", "  return await trx.selectFrom(table).executeTakeFirst();"],
    ...["await db.transaction().execute(async (trx) => {", "  await executeWithCommit(trx, sql`"],
    ...["const row = query.executeTakeFirstOrThrow();", "executeQuery(query)"],
  ];
  assert.deepEqual(sitesIn(lines.join("\n")), [3, 4, 6, 7]);
});

Deno.test("a statement that no test of plans met fails, unless the list allows it", () => {
  const unmet = [3, 9].map((line) => ({ file: "lib/notify/a.ts", line }));
  const [complaint, ...others] = complaintsOf(unmet, { "lib/notify/a.ts": 1 });
  assert.deepEqual(others, []);
  assert.match(complaint!, /^lib\/notify\/a\.ts asks 2 .* may ask 1: lines 3, 9$/);
  assert.deepEqual(complaintsOf(unmet, { "lib/notify/a.ts": 2 }), []);
  assert.equal(complaintsOf(unmet, {}).length, 1);
  assert.deepEqual(complaintsOf([{ file: "lib/db/migrate.ts", line: 1 }], {}), []);
});

Deno.test("the list allows no file more than it asks", async () => {
  const places = Map.groupBy(await sitesOf("lib"), ({ file }) => file);
  const wrong = Object.entries(unexplained)
    .filter(([file, most]) => most > (places.get(file)?.length ?? 0));
  assert.deepEqual(wrong, []);
});
