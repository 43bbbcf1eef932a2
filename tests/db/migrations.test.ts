import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { unmergeContact } from "@/lib/crm/contacts/unmerge_contacts.ts";
import { type BareTrx, type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrateTo, migrations } from "@/lib/db/migrate.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../support/test_server.ts";
import { rowsOf, testOnEachDatabase } from "./each.ts";
import { frozen } from "./migration/frozen.ts";

Deno.test("landed migrations are frozen, numbered, and import nothing of ours", async () => {
  const folder = new URL("../../migrations/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name.replace(/\.ts$/, "")).sort();
  assert.deepEqual(Object.keys(migrations), names);
  for (const [at, name] of names.entries()) {
    assert.ok(name.startsWith(String(at + 1).padStart(4, "0") + "_"), name);
    const source = await Deno.readTextFile(new URL(`${name}.ts`, folder));
    assert.equal(createHash("sha256").update(source).digest("hex"), frozen[name], name);
    const imports = [...source.matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
    assert.deepEqual(imports.filter((from) => from !== "kysely"), []);
  }
});

testOnEachDatabase("companies 1 and 2 exist with the factory stages", async (database) => {
  const companies = await rowsOf(database, "select id, slug from companies order by id");
  assert.deepEqual(companies, [{ id: 1, slug: "primary" }, { id: 2, slug: "design" }]);
  const [next] = await rowsOf<{ id: number }>(
    database,
    "insert into companies (name, slug) values ('Next', 'next') returning id",
  );
  assert.equal(next!.id, 3);
});

Deno.test({
  name: "any number of instances may migrate at once",
  ignore: await testDatabases() === null,
  async fn() {
    const url = await (await testDatabases())!.createDatabase();
    const log = createLog("error");
    const instances = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase({ url, log, poolSize: 2 })),
    );
    try {
      const applied = await Promise.all(instances.map(({ db }) => migrate(db)));
      assert.equal(applied.flat().length, Object.keys(migrations).length);
    } finally {
      await Promise.all(instances.map((instance) => instance.close()));
    }
  },
});

Deno.test({
  name: "databases of one cluster may be migrated at once",
  ignore: await testDatabases() === null,
  async fn() {
    const server = (await testDatabases())!;
    const log = createLog("error");
    await Promise.all(Array.from({ length: 4 }, async () => {
      const database = await openDatabase({ url: await server.createDatabase(), log, poolSize: 2 });
      try {
        assert.equal((await migrate(database.db)).length, Object.keys(migrations).length);
      } finally {
        await database.close();
      }
    }));
  },
});

Deno.test("what was there before has its words after migration 0013, and keeps its rights", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const server = await testDatabases();
  const places = [{ dir }, ...server ? [{ url: await server.createDatabase() }] : []];
  for (const place of places) {
    const database = await openDatabase({ ...place, log: createLog("error"), poolSize: 2 });
    try {
      await migrateTo(database.db, "0007_speed");
      await sql`insert into users (email) values ('ana@shop.example')`.execute(database.db);
      await sql`insert into user_companies (company_id, user_id) values (1, 1)`
        .execute(database.db);
      await asTenant(database, async (trx) => {
        await sql`insert into devices (id, company_id, user_id, member_id, name, digest) values
          (gen_random_uuid(), 1, 'ana@shop.example', 1, 'own', sha256('y')),
          (gen_random_uuid(), 1, 'maria', null, 'other', sha256('z'))`.execute(trx);
        await sql`insert into clients (company_id, name, phone) values (1, 'Tordo', '912 345 678')`
          .execute(trx);
        await sql`insert into contacts (company_id, name, is_spam) values (1, 'Garza', true)`
          .execute(trx);
        await sql`insert into api_keys (company_id, name, hint, digest)
          values (1, 'shop', 'rlv_abcd', sha256('x'))`.execute(trx);
        await sql`insert into opportunities (company_id, title, client_id, stage_id, deleted_at)
          select 1, 'Rótulo', (select max(id) from clients), min(id), now() from pipeline_stages`
          .execute(trx);
      });
      await migrate(database.db);
      const stored = await inCompany(database.db, 1, (trx) =>
        sql<{ entry: string }>`
          select concat_ws(' ', company_id, kind::text, state::text, word) as entry from search_words
          where length(word) > 4`.execute(trx));
      const keys = await inCompany(
        database.db,
        1,
        (trx) => trx.selectFrom("api_keys").select(["name", "scope", "expires_at"]).execute(),
      );
      assert.deepEqual(keys, [{ name: "shop", scope: "all", expires_at: null }]);
      const phones = await inCompany(
        database.db,
        1,
        (trx) =>
          trx.selectFrom("devices").select(["user_id", "paired_by"]).orderBy("user_id").execute(),
      );
      assert.deepEqual(phones, [
        { user_id: "ana@shop.example", paired_by: 1 },
        { user_id: "maria", paired_by: null },
      ]);
      assert.deepEqual(stored.rows.map(({ entry }) => entry).sort(), [
        "1 C S garza",
        ...["12345678", "2345678", "345678", "45678", "912345678", "tordo"].map((word) =>
          `1 L L ${word}`
        ),
        "1 O T rotulo",
        "1 O T tordo",
      ]);
    } finally {
      await database.close();
    }
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("merged records keep their addresses through migration 0029, and can be separated", async () => {
  const dir = await Deno.makeTempDir({ prefix: "relevo-upgrade-" });
  const database = await openDatabase({ dir, log: createLog("error"), poolSize: 2 });
  try {
    await migrateTo(database.db, "0028_privacy");
    // 1 went into 2, and 2 into 3.
    const [a, b, c] = await asTenant(database, async (trx) => {
      const { rows } = await sql<{ id: number }>`
        insert into contacts (company_id, channel, name, email, email_norm, phone_e164, deleted_at)
        values (1, 'web', 'A', 'A@x.es', 'a@x.es', null, now()),
          (1, 'phone', 'B', null, null, '+34600000002', now()),
          (1, 'web', 'C', null, null, null, null)
        returning id`.execute(trx);
      const ids = rows.map(({ id }) => id);
      for (const [at, from] of ids.slice(0, 2).entries()) {
        await sql`update contacts set merged_into_id = ${ids[at + 1]} where id = ${from}`
          .execute(trx);
        await sql`insert into merges (company_id, contact_id, moved)
          values (1, ${from}, '{"notes.contact_id": [7]}')`.execute(trx);
      }
      return ids;
    });
    await migrate(database.db);
    const stored = await inCompany(database.db, 1, async (trx) => ({
      known: await trx.selectFrom("identities")
        .select(["id", "contact_id", "kind", "value", "source"]).orderBy("id").execute(),
      merges: await trx.selectFrom("merges").select(["contact_id", "moved"]).orderBy("id")
        .execute(),
      words: await trx.selectFrom("search_words").select("word")
        .where("record_id", "=", c!).where("word", "in", ["a@x.es", "600000002", "x"]).execute(),
    }));
    const [email, phone] = stored.known.map(({ id }) => id);
    assert.deepEqual(stored.known.map(({ id: _, ...one }) => one), [
      { contact_id: c, kind: "email", value: "a@x.es", source: "merge" },
      { contact_id: c, kind: "phone", value: "+34600000002", source: "merge" },
    ]);
    const notes = { "notes.contact_id": [7] };
    assert.deepEqual(stored.merges, [
      { contact_id: a, moved: { ...notes, "identities.contact_id": [email] } },
      { contact_id: b, moved: { ...notes, "identities.contact_id": [email, phone] } },
    ]);
    assert.equal(stored.words.length, 2, "found by them too");
    const actor = { companyId: 1, userId: null };
    const separate = (id: number) =>
      inCompany(database.db, 1, (trx) => unmergeContact(trx, actor, id), () => {});
    await separate(b!);
    await separate(a!);
    const own = await inCompany(
      database.db,
      1,
      (trx) =>
        trx.selectFrom("identities").select(["contact_id", "source"]).orderBy("id").execute(),
    );
    assert.deepEqual(own, [
      { contact_id: a, source: "record" },
      { contact_id: b, source: "record" },
    ]);
  } finally {
    await database.close();
    await Deno.remove(dir, { recursive: true });
  }
});

/** As company 1's tenant, in a schema that the app's own way of entering may not know yet. */
function asTenant<T>({ db }: Database, work: (trx: BareTrx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('role', 'relevo_tenant', true),
      set_config('app.company_id', '1', true)`.execute(trx);
    return await work(trx);
  });
}
