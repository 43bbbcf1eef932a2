import assert from "node:assert/strict";
import { sql } from "kysely";
import { testOnEach } from "../support/world.ts";

testOnEach("a statement that asks for it is planned once by its connection", async (world) => {
  const { db } = world.services.database;
  await db.transaction().execute(async (trx) => {
    const answer = (n: number) =>
      sql<{ n: number }>`/* plan once: an_answer */ select ${n}::integer as n`.execute(trx);
    const answers = [await answer(1), await answer(2)];
    assert.deepEqual(answers.map(({ rows }) => rows), [[{ n: 1 }], [{ n: 2 }]]);
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where name = 'an_answer'`.execute(trx);
    // The embedded database plans quickly enough; there it is a comment.
    assert.deepEqual(rows, world.kind === "postgres" ? [{ name: "an_answer" }] : []);
  });
});
