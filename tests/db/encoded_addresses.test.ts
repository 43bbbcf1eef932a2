/** Migration 0061: addresses of foreign domains, as mail brought them before. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";

Deno.test("addresses of foreign domains are compared as before through migration 0061", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const database = await openDatabase({ dir, log: createLog("error"), poolSize: 2 });
  try {
    await migrateTo(database.db, "0058_mail_senders");
    await database.db.transaction().execute(async (trx) => {
      await sql`select set_config('role', 'relevo_tenant', true),
        set_config('app.company_id', '1', true)`.execute(trx);
      await sql`insert into contacts (company_id, channel, name, email, email_norm)
        values (1, 'other', 'A', 'ana@españa.example', 'ana@españa.example'),
          (1, 'other', 'B', 'Ñ@x.example', 'ñ@x.example')`.execute(trx);
      await sql`insert into identities (company_id, contact_id, kind, value, source)
        select 1, id, 'account_id', '7:ana@españa.example', 'channel' from contacts where name = 'A'`
        .execute(trx);
      await sql`insert into mail_senders (company_id, address, answers_to)
        values (1, 'ana@españa.example', 'from'), (1, 'ana@xn--espaa-rta.example', 'reply_to'),
          (1, 'luz@españa.example/', 'from')`.execute(trx);
    });
    await migrate(database.db);
    const stored = await inCompany(database.db, 1, async (trx) => ({
      values: await trx.selectFrom("identities").select("value").orderBy("value").execute(),
      senders: await trx.selectFrom("mail_senders").select(["address", "answers_to"])
        .orderBy("id").execute(),
    }));
    assert.deepEqual(stored.values.map(({ value }) => value).sort(), [
      "7:ana@xn--espaa-rta.example",
      "ana@xn--espaa-rta.example",
      "ñ@x.example",
    ]);
    assert.deepEqual(stored.senders, [
      { address: "ana@xn--espaa-rta.example", answers_to: "reply_to" },
      { address: "luz@españa.example/", answers_to: "from" },
    ]);
  } finally {
    await database.close();
    await Deno.remove(dir, { recursive: true });
  }
});
