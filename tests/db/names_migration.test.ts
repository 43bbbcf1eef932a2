import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo } from "@/lib/db/migrate.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { type WordKind, wordKinds } from "@/lib/records/listing/word_codes.ts";
import { indexedWords } from "@/lib/records/search_words.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import { testDatabases } from "../support/test_server.ts";
import { rowsOf } from "./each.ts";

const apart = (text: string) => text.normalize("NFD");
const lines = [
  { quantity: 3, unit_price: 333.3333, discount_percent: 2.5, tax_rate: 19, cost: 10.005 },
  { quantity: 1.5, unit_price: 0.9999, discount_percent: 0, tax_rate: 0, cost: null },
];

async function fill(database: Database) {
  await transact(database.db, async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', '1', true)`.execute(trx);
    const run = (statement: string) => sql.raw(statement).execute(trx);
    await run("insert into contacts (company_id, name) values (1, 'Łukasz'), (1, 'Ana Núñez')");
    await run(`insert into clients (company_id, name, tags) values (1, '株式会社田中', '{}'),
      (1, 'Bar', array['${apart("Área, nueva")}', 'vip'])`);
    await run(`insert into products (company_id, name, sku, tax_rate) values
      (1, 'Tubo ½', '\u00a0A-1\u200b', 21), (1, 'Caño', '${apart("Ñ-2")}', 21),
      (1, 'Otro', 'ñ-3', 21), (1, 'Igual', '${apart("ñ-3")}', 21)`);
    await run(`insert into opportunities (company_id, title, client_id, stage_id, amount)
      select 1, 'Große Straße', 1, id, 10.25 from pipeline_stages where company_id = 1 limit 1`);
    for (const [n, currency] of ["CLP", "KWD", "EUR"].entries()) {
      await run(`insert into quotes (company_id, number, opportunity_id, client_id, language,
          currency, issue_date, valid_until, net_total, gross_total)
        values (1, 'P-2026-000${
        n + 1
      }', 1, 1, 'es', '${currency}', current_date, current_date, 7, 7)`);
      for (const [at, line] of lines.entries()) {
        await run(`insert into quote_lines (company_id, quote_id, position, name, quantity,
            unit_price, discount_percent, tax_rate, cost, line_net)
          values (1, ${n + 1}, ${at + 1}, 'x', ${line.quantity}, ${line.unit_price},
            ${line.discount_percent}, ${line.tax_rate}, ${line.cost}, 7)`);
      }
    }
  });
}

const triggers = (database: Database) =>
  rowsOf<{ definition: string }>(
    database,
    `select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal
      order by 1`,
  );

async function writeNames(database: Database) {
  await migrateTo(database.db, "0061_encoded_addresses");
  await fill(database);
  const before = await triggers(database);
  await migrateTo(database.db, "0064_names_words_and_money");
  assert.deepEqual(await triggers(database), before);
  await migrate(database.db);
  await inCompany(database.db, 1, async (trx) => {
    const words = await trx.selectFrom("search_words").select(["kind", "record_id", "word"])
      .execute();
    const wordsOf = (kind: WordKind, id: number) =>
      words.filter((one) => one.kind === wordKinds[kind] && one.record_id === id).map(({ word }) =>
        word
      )
        .sort();
    const expected: [kind: WordKind, id: number, text: string][] = [
      ["contact", 1, "lukasz"],
      ["contact", 2, "ana nunez"],
      ["client", 1, "株式会社田中"],
      ["product", 1, "Tubo 1 2 12 A 1 A1"],
      ["opportunity", 1, "grosse strasse 株式会社田中"],
    ];
    for (const [kind, id, text] of expected) {
      assert.deepEqual(wordsOf(kind, id), indexedWords(text).sort(), `${kind} ${id}`);
    }
    const products = await trx.selectFrom("products").select("sku").orderBy("id").execute();
    // The last keeps its spelling, since composed it would be the third's number.
    assert.deepEqual(products.map(({ sku }) => sku), ["A-1", "Ñ-2", "ñ-3", apart("ñ-3")]);
    const client = await trx.selectFrom("clients").select("tags").where("id", "=", 2)
      .executeTakeFirstOrThrow();
    assert.deepEqual(client.tags, ["Área, nueva", "vip"]);
    for (const [n, currency] of ["CLP", "KWD"].entries()) {
      const { line_nets, ...totals } = totalsOf(lines, currency);
      const quote = await trx.selectFrom("quotes").where("id", "=", n + 1)
        .select(["net_total", "tax_total", "gross_total", "tax_breakdown"])
        .executeTakeFirstOrThrow();
      assert.deepEqual(quote, totals, currency);
      const nets = await trx.selectFrom("quote_lines").select("line_net")
        .where("quote_id", "=", n + 1).orderBy("position").execute();
      assert.deepEqual(nets.map(({ line_net }) => line_net), line_nets, currency);
    }
    const others = await trx.selectFrom("quotes").select("net_total").where("id", "=", 3).execute();
    assert.deepEqual(others, [{ net_total: 7 }], "euros stay as they are");
  });
}

async function separateSkus(database: Database) {
  await migrateTo(database.db, "0066_unanswered");
  const skus = ["Ñ-1", "ñ-1", "ñ-2", "Ñ-1", "x".repeat(60), "X".repeat(60)];
  const values = (sku: string, deleted = "null") => `(1, 'x', '${sku}', 21, ${deleted})`;
  // As a cluster of locale C lets them stand.
  const anyIndex = "create index products_sku on products (company_id, sku)";
  for (const statement of ["drop index products_sku", anyIndex]) {
    await sql.raw(statement).execute(database.db);
  }
  const rows = [...skus.map((sku) => values(sku)), values("Ñ-2", "now()")];
  await transact(database.db, async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', '1', true)`.execute(trx);
    await sql.raw(`insert into products (company_id, name, sku, tax_rate, deleted_at)
      values ${rows.join(", ")}`).execute(trx);
  });
  await migrate(database.db);
  await inCompany(database.db, 1, async (trx) => {
    const products = await trx.selectFrom("products").select("sku").orderBy("id").execute();
    assert.deepEqual(products.map(({ sku }) => sku), [
      ...["Ñ-1", "ñ-1~2", "ñ-2", "Ñ-1~4", "x".repeat(60), `${"X".repeat(58)}~6`, "Ñ-2"],
    ]);
  });
}

const upgrades = {
  "migration 0064 writes anew what it changes, and nothing else": writeNames,
  "migration 0067 keeps SKUs apart that differ in case alone": separateSkus,
};

for (const [name, upgrade] of Object.entries(upgrades)) {
  Deno.test(`${name} (pglite)`, async () => {
    const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
    const database = await openDatabase({ dir, log: createLog("error"), poolSize: 2 });
    try {
      await upgrade(database);
    } finally {
      await database.close();
      await Deno.remove(dir, { recursive: true });
    }
  });

  Deno.test({
    name: `${name} (postgres)`,
    ignore: await testDatabases() === null,
    async fn() {
      const url = await (await testDatabases())!.createDatabase();
      const database = await openDatabase({ url, log: createLog("error"), poolSize: 2 });
      try {
        await upgrade(database);
      } finally {
        await database.close();
      }
    },
  });
}
