/** Which company each digest is of, found before the company is known (docs/decisions/0085). */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { createKey, findKey } from "@/lib/access/keys.ts";
import { findDevice, findDevices } from "@/lib/access/devices.ts";
import { digestOf, newSecret, toHex } from "@/lib/access/tokens.ts";
import type { BareTrx, Database, Statement } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { asWorker, inCompany } from "@/lib/db/transaction.ts";
import { checkData } from "@/lib/invariants/check_data.ts";
import { unnamedTables } from "../db/companies/unnamed_tables.ts";
import { testOnEachDatabase } from "../db/each.ts";
import { isReading } from "../db/explain.ts";
import { testOnServer } from "../db/migration/own_database.ts";
import { testOnEach } from "../support/world.ts";
import { openUsual } from "../support/world_database.ts";

/** A row of each kind, whose digest is that of the company and the kind. */
const rows = [
  `insert into api_keys (company_id, name, hint, digest) values (:c, 'Shop', 'rlv', :d'key')::bytea))`,
  `insert into devices (id, company_id, user_id, name, digest)
   values (gen_random_uuid(), :c, 'maria', 'Phone', :d'phone')::bytea))`,
  `insert into pairings (id, company_id, user_id, digest, expires_at)
   values (gen_random_uuid(), :c, 'maria', :d'pairing')::bytea), now() + interval '9 minutes')`,
  `insert into notifications
     (id, company_id, title, body, type, priority, actions, internal, created_at)
   values (:n, :c, 'Hi', 'Hi', 'info', 'normal', '[]', true, now())`,
  `insert into notification_recipients (company_id, notification_id, user_id)
   values (:c, :n, 'maria')`,
  `insert into answer_links (id, company_id, notification_id, user_id, digest)
   values (gen_random_uuid(), :c, :n, 'maria', :d'answer')::bytea))`,
  `insert into entry_links (company_id, email, digest, purpose, expires_at)
   values (:c, 'maria@relevo.example', :d'entry')::bytea), 'invite', now() + interval '1 day')`,
  `insert into clients (company_id, name) values (:c, 'Bar')`,
  `insert into opportunities (company_id, title, client_id, stage_id)
   select :c, 'Bar', c.id, s.id from clients c join pipeline_stages s on s.company_id = :c
   where c.company_id = :c limit 1`,
  `insert into quotes (company_id, number, opportunity_id, client_id, language, currency,
     issue_date, valid_until)
   select :c, 'P-1', o.id, o.client_id, 'es', 'EUR', current_date, current_date
   from opportunities o where o.company_id = :c`,
  `insert into quote_shares (company_id, quote_id, digest)
   select :c, id, :d'quote')::bytea) from quotes where company_id = :c`,
  `insert into meta_apps (company_id, name, app_id, hook, verify_token)
   values (:c, 'App', '1', rpad('hook' || :c, 43, 'x'), repeat('v', 43))`,
];

const kinds = ["answer", "entry", "hook", "key", "pairing", "phone", "quote"];
const removed = ["api_keys", "devices", "pairings", "notifications", "entry_links", "quotes"]
  .concat("meta_apps");

/** Makes the rows as the company's tenant, in schemas of earlier versions too. */
async function fill({ db }: Database, company: number): Promise<void> {
  await asTenant(db, company, async (trx) => {
    for (const row of rows) {
      const text = row.replaceAll(":c", `${company}`).replaceAll(":d", `sha256(('${company}' || `)
        .replaceAll(":n", `'00000000-0000-7000-8000-00000000000${company}'`);
      await sql.raw(text).execute(trx);
    }
  });
}

function asTenant(db: Database["db"], company: number, work: (trx: BareTrx) => Promise<void>) {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true), relevo_enter(${company})`
      .execute(trx);
    await work(trx);
  });
}

/** Kinds of the company's credentials, where the digest is that of its row. */
async function kindsOf({ db }: Database, company: number): Promise<string[]> {
  const { rows } = await asWorker(db, (trx) =>
    sql<{ kind: string }>`
      select kind from credentials where company_id = ${company}
        and digest = case kind when 'hook' then sha256(rpad('hook' || ${`${company}`}::text, 43, 'x')::bytea)
          else sha256((${`${company}`}::text || kind)::bytea) end order by kind`.execute(trx));
  return rows.map(({ kind }) => kind);
}

testOnEachDatabase("each way in has its company, and loses it with its row", async (database) => {
  const { db } = database;
  await fill(database, 1);
  await fill(database, 2);
  assert.deepEqual([await kindsOf(database, 1), await kindsOf(database, 2)], [kinds, kinds]);
  await inCompany(db, 1, async (trx) => {
    for (const table of removed) await sql.raw(`delete from ${table}`).execute(trx);
  });
  assert.deepEqual([await kindsOf(database, 1), await kindsOf(database, 2)], [[], kinds]);
  const loose = (await checkData(db)).filter(({ name }) => name.startsWith("credentials"));
  assert.deepEqual(loose, []);
});

testOnEachDatabase("a company sees and writes its own credentials alone", async (database) => {
  const { db } = database;
  await fill(database, 2);
  await inCompany(db, 1, async (trx) => {
    assert.deepEqual((await sql`select from credentials`.execute(trx)).rows, []);
    await sql`delete from credentials`.execute(trx);
  });
  assert.deepEqual(await kindsOf(database, 2), kinds);
  const insert = sql`insert into credentials values ('x', 'key', 2)`;
  const move = sql`update credentials set company_id = 1`;
  for (const statement of [insert, move]) {
    const refused = /row-level security|permission denied/;
    await assert.rejects(inCompany(db, 1, (trx) => statement.execute(trx)), refused);
    await assert.rejects(asWorker(db, (trx) => statement.execute(trx)), /permission denied/);
  }
});

testOnEach("who has no credential, or one of another company, is not known", async (world) => {
  const { db } = world.services.database;
  const { token } = await world.pairPhone("maria");
  const secrets = [token, newSecret("rld_", 32)];
  assert.deepEqual([...(await findDevices(db, secrets)).keys()], [token]);
  const own = await inCompany(db, 1, (trx) => createKey(trx, { companyId: 1 }, { name: "own" }));
  const list = () => world.call("GET", "/api/notifications", { key: own.key });
  const inbox = () => world.call("GET", "/api/phone/notifications", { device: token });
  const run = (company: number, text: string) =>
    inCompany(db, company, async (trx) => void await sql.raw(text).execute(trx));
  await run(1, "delete from credentials where kind <> 'pairing'");
  assert.deepEqual([(await list()).status, (await inbox()).status], [401, 401]);
  const digest = `'\\x${toHex(digestOf(own.key))}'`;
  await run(2, `insert into credentials values (${digest}, 'key', 2)`);
  assert.equal((await list()).status, 401);
  const faults = (await checkData(world.owner.db)).map((
    { name, ids, company_id },
  ) => [name, company_id, ids.map((id) => id.split(" ")[0])]);
  assert.deepEqual(faults, [
    ["a-credential-each", 1, ["key", "key", "phone"]],
    ["credentials-of-something", 2, ["key"]],
  ]);
  await run(2, `delete from credentials where digest = ${digest}`);
  await run(1, "update api_keys set digest = digest");
  await run(1, "update devices set digest = digest");
  assert.deepEqual([(await list()).status, (await inbox()).status], [200, 200]);
});

Deno.test("a key and a phone are found by one statement each, which names the company", async () => {
  const heard: Statement[] = [];
  const database = await openUsual({ heard: (statement) => void heard.push(statement) });
  try {
    heard.length = 0;
    assert.equal(await findKey(database.db, "rlv_unknown"), undefined);
    assert.equal(await findDevice(database.db, "rld_unknown"), undefined);
    const texts = heard.filter(isReading).map(({ sql }) => sql);
    assert.equal(texts.length, 2);
    assert.deepEqual(texts.flatMap(unnamedTables), []);
  } finally {
    await database.close();
  }
});

testOnServer("rows of the release before are found after the migration", async ({ database }) => {
  await fill(database, 1);
  await fill(database, 2);
  await migrate(database.db);
  assert.deepEqual([await kindsOf(database, 1), await kindsOf(database, 2)], [kinds, kinds]);
  const faults = await checkData(database.db);
  assert.deepEqual(faults.filter(({ name }) => name.includes("credential")), []);
}, { at: "0093_morning_times" });
