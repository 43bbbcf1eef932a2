import assert from "node:assert/strict";
import { excused } from "./excused.ts";
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

Deno.test("a statement that no test of plans met fails, unless it is excused", () => {
  const unmet = [3, 9].map((line) => ({ file: "lib/notify/a.ts", line }));
  const [complaint, ...others] = complaintsOf(unmet);
  assert.deepEqual(others, []);
  assert.match(complaint!, /^lib\/notify\/a\.ts asks .*: lines 3, 9$/);
  assert.deepEqual(complaintsOf([{ file: "lib/db/migrate.ts", line: 1 }]), []);
});

Deno.test("what is excused asks statements", async () => {
  const files = (await sitesOf("lib")).map(({ file }) => file);
  const idle = Object.keys(excused).filter((start) => !files.some((one) => one.startsWith(start)));
  assert.deepEqual(idle, []);
});
