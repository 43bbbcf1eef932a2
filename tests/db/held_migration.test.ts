import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";

Deno.test("what was spam for its quantity alone is held after migration 0034, and counted", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const database = await openDatabase({ dir, log: createLog("error"), poolSize: 2 });
  try {
    await migrateTo(database.db, "0032_company_floor");
    const posts: [name: string, score: number, traps: (string | null)[]][] = [
      ["Muchos", 50, ["daily_limit", "daily_limit"]],
      ["Trampa", 50, ["honeypot", "daily_limit"]],
      ["Marcada", 100, ["daily_limit"]],
      ["Conocida", 0, [null, "daily_limit"]],
    ];
    await transact(database.db, async (trx) => {
      await sql`select set_config('role', 'relevo_tenant', true),
                       set_config('app.company_id', '1', true)`.execute(trx);
      for (const [name, score, traps] of posts) {
        const { rows: [contact] } = await sql<{ id: number }>`
          insert into contacts (company_id, name, is_spam, spam_score)
          values (1, ${name}, ${score > 0}, ${score}) returning id`.execute(trx);
        for (const trap of traps) {
          await sql`insert into contact_messages (company_id, contact_id, direction, channel, body, meta)
            values (1, ${contact!.id}, 'in', 'web', 'Hola', ${JSON.stringify({ trap })}::jsonb)`
            .execute(trx);
        }
      }
      await sql`insert into events (company_id, title, starts_at, ends_at)
        values (1, 'Cita', now(), now() + interval '1 hour')`.execute(trx);
    });
    await migrate(database.db);
    const stored = await inCompany(database.db, 1, async (trx) => ({
      contacts: await trx.selectFrom("contacts").select(["name", "is_spam", "held"]).orderBy("id")
        .execute(),
      words: await trx.selectFrom("search_words").select(["word", "state"]).orderBy("word")
        .execute(),
      counts: await trx.selectFrom("record_counts").select(["kind"])
        .select(({ fn }) => fn.sum<number>("n").as("n")).groupBy("kind").orderBy("kind").execute(),
    }));
    assert.deepEqual(stored.contacts, [
      { name: "Muchos", is_spam: false, held: true },
      { name: "Trampa", is_spam: true, held: false },
      { name: "Marcada", is_spam: true, held: false },
      { name: "Conocida", is_spam: false, held: false },
    ]);
    assert.deepEqual(stored.words, [
      { word: "cita", state: "L" },
      { word: "conocida", state: "L" },
      { word: "marcada", state: "S" },
      { word: "muchos", state: "H" },
      { word: "trampa", state: "S" },
    ]);
    assert.deepEqual(stored.counts, [
      { kind: "contact", n: 1 },
      { kind: "contact_held", n: 1 },
      { kind: "event", n: 1 },
    ]);
  } finally {
    await database.close();
  }
  await Deno.remove(dir, { recursive: true });
});
