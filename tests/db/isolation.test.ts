/**
 * What the database itself refuses a tenant, with everything that two companies have in it: every
 * table and every link is taken from the catalogue, so that no new one is forgotten.
 * What it does not refuse: SQL that changes who the transaction is. The connecting role belongs to
 * the tenant and the worker role, so `set role`, `reset role` and another `app.company_id` work
 * within a transaction. No caller's text is ever run as SQL; the guard is against what our own SQL
 * forgets.
 */
import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import { testOnEach, type World } from "../support/world.ts";
import { tenantTables } from "../isolation/contents.ts";
import { makeSides } from "../isolation/things.ts";

/** Fails in the database, and takes its transaction with it; what came before is undone. */
async function assertRefused(world: World, work: (trx: BareTrx) => Promise<unknown>, what: string) {
  await assert.rejects(
    inCompany(world.services.database.db, 1, work),
    /row-level security|foreign key|permission denied/,
    what,
  );
}

/** Runs as company 1's tenant and rolls back. */
async function tentatively<T>(world: World, work: (trx: BareTrx) => Promise<T>): Promise<T> {
  const undo = new Error("undo");
  let result: T;
  await assert.rejects(
    inCompany(world.services.database.db, 1, async (trx) => {
      result = await work(trx);
      throw undo;
    }),
    undo,
  );
  return result!;
}

const count = (trx: BareTrx, table: string) =>
  sql<{ rows: number; foreign: number }>`
    select count(*) as rows, count(*) filter (where company_id <> 1) as foreign
    from ${sql.table(table)}`.execute(trx).then(({ rows }) => rows[0]!);

interface Link {
  name: string;
  source: string;
  target: string;
  /** The columns besides the company's, and those they name. */
  columns: string[];
  named: string[];
}

/** An account may stand beneath the app of a company that shares it: lib/channels/meta asks. */
const acrossCompanies = ["meta_routes_app_company_id_app_id_fkey"];

/** The links between the companies' tables, as the catalogue has them. */
async function linksOf(world: World): Promise<Link[]> {
  const columns = (table: string, keys: string) => `
    (select array_agg(a.attname::text order by k.at) from unnest(c.${keys}) with ordinality k (num, at)
     join pg_attribute a on a.attrelid = c.${table} and a.attnum = k.num)`;
  const { rows } = await sql.raw<Link>(`
    select c.conname as name, c.conrelid::regclass::text as source,
      c.confrelid::regclass::text as target,
      ${columns("conrelid", "conkey")} as columns, ${columns("confrelid", "confkey")} as named
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and c.confrelid::regclass::text not in ('companies', 'users') order by 1`)
    .execute(world.services.database.db);
  const within = rows.filter(({ name }) => !acrossCompanies.includes(name));
  assert.equal(within.length, rows.length - acrossCompanies.length);
  return within.map((link) => {
    assert.equal(link.named[link.columns.indexOf("company_id")], "company_id", link.name);
    const other = (_: string, at: number) => link.columns[at] !== "company_id";
    return {
      ...link,
      columns: link.columns.filter((name) => name !== "company_id"),
      named: link.named.filter(other),
    };
  });
}

testOnEach("a tenant's transaction is neither an owner's nor a superuser's", async (world) => {
  const { db, kind } = world.services.database;
  const who = sql<{ name: string; super: boolean; bypass: boolean; owned: number }>`
    select rolname::text as name, rolsuper as super, rolbypassrls as bypass,
      (select count(*) from pg_class c where c.relowner = r.oid) as owned
    from pg_roles r where rolname = current_user`;
  const inTenant = await inCompany(db, 1, async (trx) => (await who.execute(trx)).rows);
  const tenant = { name: "relevo_tenant", super: false, bypass: false, owned: 0 };
  assert.deepEqual(inTenant, [tenant]);
  const heard = await heardWhileCalled(world);
  assert.deepEqual(heard, ["relevo_tenant 1"], "so do the transactions of the app itself");
  if (kind !== "postgres") return;
  const [connected] = (await who.execute(db)).rows;
  assert.deepEqual([connected!.super, connected!.bypass, connected!.owned], [false, false, 0]);
  const { rows } = await sql`
    select pg_has_role('relevo_tenant', c.relowner, 'member') as owns from pg_class c
    where c.oid = 'contacts'::regclass`.execute(db);
  assert.deepEqual(rows, [{ owns: false }], "nor may the tenant become the owner");
});

/** The role and company of an HTTP request, recorded by a trigger on its writes. */
async function heardWhileCalled(world: World): Promise<string[]> {
  const { db } = world.owner;
  await sql`create table heard (who text)`.execute(db);
  await sql`grant insert on heard to relevo_tenant`.execute(db);
  await sql.raw(`create function hear() returns trigger language plpgsql as $$ begin
    insert into heard values (current_user || ' ' || current_setting('app.company_id'));
    return new; end $$`).execute(db);
  await sql`create trigger hear before insert on notes for each row execute function hear()`
    .execute(db);
  const { body: { data: client } } = await world.call("POST", "/api/admin/clients", {
    member: "ana@primary.example",
    json: { name: "Uno" },
  });
  const json = { body: "Nota", client_id: client.id };
  const answer = await world.call("POST", "/api/admin/notes", {
    member: "ana@primary.example",
    json,
  });
  assert.equal(answer.status, 201);
  const { rows } = await sql<{ who: string }>`select who from heard`.execute(db);
  return rows.map(({ who }) => who);
}

testOnEach(
  "a tenant neither reads nor writes another company's rows in any table",
  async (world) => {
    await makeSides(world);
    const { db } = world.services.database;
    const tables = await tenantTables(world);
    assert.ok(tables.length > 25, "the tables are found");
    for (const table of tables) {
      const inSecond = await inCompany(db, 2, (trx) => count(trx, table));
      const target = sql.table(table);
      assert.ok(inSecond.rows > 0, `${table}: the scene has none`);
      assert.equal(inSecond.foreign, inSecond.rows, table);
      const counts = await inCompany(db, 1, (trx) => count(trx, table));
      assert.ok(counts.rows > 0 && counts.foreign === 0, `${table} shows another company's rows`);

      for (const change of [sql`delete from ${target}`, sql`update ${target} set company_id = 2`]) {
        assert.equal(await touched(world, sql`${change} where company_id = 2`), 0n, table);
      }
      await assertRefused(
        world,
        (trx) => sql`update ${target} set company_id = 2 where company_id = 1`.execute(trx),
        `${table}: a row given away`,
      );
      await assertRefused(world, (trx) => insertAs(trx, table, 2), `${table}: a row for another`);
      const nobody = await transact(db, async (trx) => {
        await sql`select set_config('role', 'relevo_tenant', true)`.execute(trx);
        return await count(trx, table);
      });
      assert.equal(nobody.rows, 0, `${table} shows rows where no company is set`);
    }
  },
);

/** How many rows a tenant's statement would change; none where it has no right to such. */
async function touched(world: World, statement: RawBuilder<unknown>): Promise<bigint> {
  try {
    return await tentatively(
      world,
      async (trx) => (await statement.execute(trx)).numAffectedRows ?? 0n,
    );
  } catch (error) {
    // From within: what was thrown was not the roll-back.
    const { actual } = error as { actual?: Error };
    assert.match(actual!.message, /permission denied/);
    return 0n;
  }
}

/** Inserts a copy of one of the tenant's rows under another company. */
async function insertAs(trx: BareTrx, table: string, companyId: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass
      and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`.execute(trx);
  const names = rows.map(({ name }) => name);
  const values = names.map((name) =>
    name === "company_id" ? sql`${companyId}::int` : sql.ref(name)
  );
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)} limit 1`.execute(trx);
}

testOnEach("a tenant links nothing to another company's row", async (world) => {
  await makeSides(world);
  const links = await linksOf(world);
  assert.ok(links.length > 40, "the links are found");
  const readable = await tenantTables(world);
  const [open, writeOnly] = [true, false].map((isOpen) =>
    links.filter(({ source }) => readable.includes(source) === isOpen)
  ) as [Link[], Link[]];
  assert.deepEqual(writeOnly.map(({ source, columns }) => `${source}.${columns}`), [
    "blocked_records.sale_id",
  ]);
  await assertRefused(
    world,
    (trx) =>
      sql`insert into blocked_records (company_id, sale_id, kept_until, data)
        values (1, (select max(id) + 1 from sales), now(), '{}')`.execute(trx),
    "a blocked record of another company's sale",
  );
  for (const link of open) {
    const theirs = await foreignRow(world, link);
    const exclusive = await exclusiveColumns(world, link.source);
    const isOne = exclusive.includes(link.columns[0]!);
    const others = isOne ? exclusive.filter((name) => name !== link.columns[0]) : [];
    const set = [
      ...link.columns.map((name, at) => sql`${sql.ref(name)} = ${theirs[at]}`),
      ...others.map((name) => sql`${sql.ref(name)} = null`),
    ];
    const source = sql.table(link.source);
    await assertRefused(
      world,
      // The row that already has such a link, so that only the company is wrong.
      (trx) =>
        sql`update ${source} set ${sql.join(set)} where ctid = (select ctid from ${source}
          where company_id = 1 order by num_nulls(${
          sql.join(link.columns.map((name) => sql.ref(name)))
        })
          limit 1)`.execute(trx),
      `${link.name}: ${link.source}.${link.columns} to another company's ${link.target}`,
    );
  }
});

/** Company 2's row for a link; a member of both companies does not count. */
async function foreignRow(world: World, link: Link): Promise<unknown[]> {
  const { source, columns, target, named } = link;
  const own = await keysOf(world, 1, target, named);
  const theirs = [...await keysOf(world, 2, target, named)].filter((key) => !own.has(key));
  const linked = await keysOf(world, 2, source, columns);
  // A row without links: a unique index must not be the reason.
  const row = theirs.find((key) => !linked.has(key)) ?? theirs[0];
  assert.ok(row, `${target}: the scene has none`);
  return JSON.parse(row);
}

/** The values of a company's rows in the columns, each as JSON. */
async function keysOf(world: World, companyId: number, table: string, columns: string[]) {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const { rows } = await inCompany(
    world.services.database.db,
    companyId,
    (trx) => sql<Record<string, unknown>>`select ${names} from ${sql.table(table)}`.execute(trx),
  );
  return new Set(rows.map((row) => JSON.stringify(columns.map((name) => row[name]))));
}

/** The columns of which one at most is to be set: whatever else a row is about must go. */
async function exclusiveColumns(world: World, table: string): Promise<string[]> {
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(oid) as check from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c'`.execute(world.services.database.db);
  return rows.flatMap(({ check }) => {
    const [, names] = /num_nonnulls\(([^)]*)\) <?= 1/.exec(check) ?? [];
    const [, ...either] = /\(\((\w+) IS NULL\) OR \((\w+) IS NULL\)\)/.exec(check) ?? [];
    return names?.split(", ") ?? either;
  });
}
