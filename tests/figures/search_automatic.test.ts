/** Automatic mail is found by the search of everything, however much of it there is. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Statement } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { search } from "@/lib/figures/search.ts";
import { isReading, openFilled, rowsRead } from "../db/explain.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { passNight } from "../support/nights.ts";
import { settle } from "../support/filled.ts";
import { testDatabases } from "../support/test_server.ts";
import { people, testOnEach, type World } from "../support/world.ts";

interface Mail {
  kind?: string;
  name?: string | null;
  address?: string | null;
  subject?: string | null;
}

async function addMailbox(world: World, companyId: number, name: string): Promise<number> {
  return await inDatabase(world, companyId, async (trx) => {
    const { id } = await trx.insertInto("channel_accounts")
      .values({ company_id: companyId, kind: "email", channel: "other", name })
      .returning("id").executeTakeFirstOrThrow();
    return id;
  });
}

async function receive(world: World, companyId: number, accountId: number, mails: Mail[]) {
  return await inDatabase(world, companyId, async (trx) => {
    const ids: number[] = [];
    for (const { kind = "list", name = null, address = null, subject = null } of mails) {
      const { id } = await trx.insertInto("channel_events").values({
        ...{ company_id: companyId, account_id: accountId, size: 1 },
        external_id: crypto.randomUUID(),
      }).returning("id").executeTakeFirstOrThrow();
      const from = address === null ? null : { name, address };
      await trx.updateTable("channel_events")
        .set({ state: "read", automatic: JSON.stringify({ kind, from, subject }) })
        .where("company_id", "=", companyId).where("id", "=", id).execute();
      ids.push(id);
    }
    return ids;
  });
}

testOnEach("automatic mail is found by its subject and sender", async (world) => {
  const ana = apiOf(world, people.ana);
  const account = await addMailbox(world, 1, "Buzón");
  const ids = await receive(world, 1, account, [
    { name: "Imprenta Núñez", address: "ofertas@imprenta.example", subject: "Ofertas de otoño" },
    { kind: "auto_reply", address: "luz@cliente.example", subject: "Fuera de la oficina" },
    { kind: "report", subject: "Informe" },
    { kind: "bounce", address: "mailer-daemon@mx.example" },
  ]);
  const theirs = await addMailbox(world, 2, "Otro");
  await receive(world, 2, theirs, [{ address: "ofertas@otra.example", subject: "Ofertas suyas" }]);
  const groupsFor = async (q: string) => {
    const { groups } = await expectData(ana("GET", `/search?q=${encodeURIComponent(q)}`));
    const { total, capped, hits } = groups.at(-1);
    assert.equal(groups.at(-1).kind, "automatic");
    assert.deepEqual([total, capped], [hits.length, false]);
    return hits;
  };
  const idsOf = async (q: string) => (await groupsFor(q)).map(({ id }: { id: number }) => id);
  assert.deepEqual(await groupsFor("OFERTAS"), [{
    kind: "automatic",
    id: ids[0],
    title: "Ofertas de otoño",
    subtitle: "Imprenta Núñez · Buzón",
    status: "list",
    starts_at: null,
    account_id: account,
  }]);
  const questions: [q: string, ids: number[]][] = [
    ["nunez", [ids[0]!]],
    ["imprenta.example", [ids[0]!]],
    ["oto oferta", [ids[0]!]],
    ["oferta imprenta otoño nuñez", [ids[0]!]],
    ["oferta oficina", []],
    ["luz@cliente.example", [ids[1]!]],
    ["of", [ids[0]!, ids[1]!]],
    ["inf", [ids[2]!]],
    ["mailer", [ids[3]!]],
    ["suyas", []],
    ["buzón", []],
  ];
  for (const [q, expected] of questions) {
    assert.deepEqual((await idsOf(q)).sort(), expected, q);
  }
  const untitled = await groupsFor("mailer");
  assert.deepEqual([untitled[0].title, untitled[0].subtitle], [
    "mailer-daemon@mx.example",
    "mailer-daemon@mx.example · Buzón",
  ]);
  await checkForgotten(world, ids, idsOf);

  // Neither does a mailbox that was disconnected show any.
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("channel_accounts").set({ deleted_at: new Date() })
        .where("id", "=", account).execute(),
  );
  assert.deepEqual(await idsOf("ofertas"), []);
});

testOnEach(
  "the newest of many automatic mails are shown, and counted to a bound",
  async (world) => {
    const account = await addMailbox(world, 1, "Buzón");
    const ids = await receive(
      world,
      1,
      account,
      Array.from({ length: 60 }, (_, n) => ({ address: "a@b.example", subject: `Boletín ${n}` })),
    );
    for (const q of ["boletin", "boletin example"]) {
      const { groups } = await expectData(apiOf(world, people.ana)("GET", `/search?q=${q}`));
      const { total, capped, hits } = groups.at(-1);
      assert.deepEqual([total, capped], [50, true]);
      assert.deepEqual(hits.map(({ id }: { id: number }) => id), ids.slice(-8).reverse());
    }
  },
);

const many = 20_000;
const mostRows = 15_000;

Deno.test({
  name: `a search reads no more of ${many} automatic mails than its bound`,
  ignore: await testDatabases() === null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openFilled([], (statement) => heard.push(statement));
    const { db } = database;
    await inCompany(db, 1, async (trx) => {
      const { id } = await trx.insertInto("channel_accounts")
        .values({ company_id: 1, kind: "email", channel: "other", name: "Buzón" })
        .returning("id").executeTakeFirstOrThrow();
      await sql`
        insert into channel_events (company_id, account_id, external_id, size, state, automatic)
        select 1, ${id}, n::text, 1, 'read', jsonb_build_object('kind', 'list',
          'from', jsonb_build_object('name', 'Imprenta', 'address', 'ofertas@imprenta.example'),
          'subject', 'Boletín de ofertas ' || n)
        from generate_series(1, ${sql.lit(many)}) n`.execute(trx);
    });
    await settle(db);
    const tables = new Set(["search_words", "channel_events"]);
    const questions: [q: string, total: number][] = [
      ...["boletin", "bol", "boletin ofertas", "imprenta.example", "bol ofer imp ex"]
        .map((q): [string, number] => [q, 50]),
      ["boletin 12345", 1],
      ["ofertas imprenta 12345 boletin", 1],
      ["boletin zzz", 0],
    ];
    for (const [q, total] of questions) {
      heard.length = 0;
      const { groups } = await inCompany(db, 1, (trx) => search(trx, { companyId: 1 }, q));
      assert.deepEqual([q, groups.at(-1)!.total], [q, total]);
      for (const statement of heard.filter(isReading)) {
        const rows = await rowsRead(database, 1, statement, tables);
        assert.ok(rows <= mostRows, `${q} reads ${rows} rows`);
      }
    }
    await database.close();
  },
});

async function checkForgotten(
  world: World,
  ids: number[],
  idsOf: (q: string) => Promise<number[]>,
) {
  // What a person wrote after all is a conversation, what is old is forgotten.
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("channel_events").set({ automatic: null }).where("id", "=", ids[1]!)
        .execute(),
  );
  assert.deepEqual(await idsOf("luz"), []);
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("channel_events").set({ received_at: sql`now() - interval '100 days'` })
        .where("id", "=", ids[2]!).execute(),
  );
  await passNight(world);
  assert.deepEqual(await idsOf("informe"), []);
  await inDatabase(
    world,
    1,
    (trx) => trx.deleteFrom("channel_events").where("id", "=", ids[3]!).execute(),
  );
  assert.deepEqual(await idsOf("mailer"), []);
  const { rows: [row] } = await inDatabase(
    world,
    1,
    (trx) =>
      sql<{ n: number }>`select count(distinct record_id)::int as n from search_words
      where kind = 'A'`.execute(trx),
  );
  assert.equal(row!.n, 1);
}
