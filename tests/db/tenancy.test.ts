import assert from "node:assert/strict";
import { sql } from "kysely";
import { createKey } from "@/lib/access/keys.ts";
import { addMember } from "@/lib/access/members.ts";
import { asInvited, asWorker, inCompany, transact } from "@/lib/db/transaction.ts";
import { outsideTenants } from "./companies/outside_tenants.ts";
import { rowsOf, testOnEachDatabase } from "./each.ts";

testOnEachDatabase(
  "every table is outside the tenants on purpose, or guarded",
  async (database) => {
    const tables = await rowsOf<{ name: string; secured: boolean; forced: boolean }>(
      database,
      `select relname as name, relrowsecurity as secured, relforcerowsecurity as forced
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    const guarded = tables.filter(({ name }) => !outsideTenants.has(name));
    assert.ok(guarded.length >= 9, "the tables are there");
    for (const { name, secured, forced } of guarded) {
      assert.ok(secured && forced, `${name}: row-level security is not forced`);
      const [column] = await rowsOf<{ required: boolean }>(
        database,
        `select attnotnull as required from pg_attribute
       where attrelid = '${name}'::regclass and attname = 'company_id'`,
      );
      assert.ok(column?.required, `${name}: company_id is missing or may be null`);
      const policies = await rowsOf<{ role: string; expression: string; check: string | null }>(
        database,
        `select roles[1]::text as role, qual as expression, with_check as check
       from pg_policies where tablename = '${name}'`,
      );
      const tenant = policies.filter(({ role }) => role === "relevo_tenant");
      assert.equal(tenant.length, 1, `${name}: one tenant policy`);
      assert.match(tenant[0]!.expression, /company_id = .*app\.company_id/, name);
      for (const { role } of policies) {
        assert.ok(["relevo_tenant", "relevo_worker"].includes(role), `${name}: policy for ${role}`);
      }
    }
  },
);

testOnEachDatabase("every link between guarded tables names the company", async (database) => {
  const links = await rowsOf<{ name: string; source: string; target: string; columns: string[] }>(
    database,
    `select c.conname as name, c.conrelid::regclass::text as source,
       c.confrelid::regclass::text as target,
       (select array_agg(a.attname::text) from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  const free = new Set(["companies", "users"]);
  // An account may stand beneath another company's app, which shares it: it names that company.
  const shared = new Set(["meta_routes_app_company_id_app_id_fkey"]);
  for (const { name, target, columns } of links) {
    if (free.has(target)) continue;
    if (shared.has(name)) {
      assert.ok(columns.includes("app_company_id"), name);
      continue;
    }
    assert.ok(columns.includes("company_id"), `${name} links to ${target} without its company`);
  }
  assert.ok(links.some(({ target }) => target === "api_keys"));
});

testOnEachDatabase(
  "the tenant and the worker cannot bypass row-level security",
  async (database) => {
    const roles = await rowsOf<{ super: boolean; bypass: boolean; login: boolean }>(
      database,
      `select rolsuper as super, rolbypassrls as bypass, rolcanlogin as login
     from pg_roles where rolname in ('relevo_tenant', 'relevo_worker')`,
    );
    assert.deepEqual(roles, Array(2).fill({ super: false, bypass: false, login: false }));
    await inCompany(database.db, 1, async (trx) => {
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(trx);
      assert.equal(rows[0]!.role, "relevo_tenant");
    });
    if (database.kind === "postgres") {
      const [owner] = await rowsOf<{ super: boolean; bypass: boolean }>(
        database,
        `select rolsuper as super, rolbypassrls as bypass from pg_roles where rolname = current_user`,
      );
      assert.deepEqual(
        owner,
        { super: false, bypass: false },
        "tests connect as an ordinary owner",
      );
      const stages = await database.db.selectFrom("pipeline_stages").selectAll().execute();
      assert.deepEqual(stages, [], "who forgets to say the company sees nothing");
    }
  },
);

testOnEachDatabase("raw SQL cannot read or link another company's row", async (database) => {
  const theirs = await inCompany(
    database.db,
    2,
    (trx) => createKey(trx, { companyId: 2 }, { name: "studio" }),
  );
  await inCompany(database.db, 1, async (trx) => {
    const rows = await sql`select * from api_keys`.execute(trx);
    assert.equal(rows.rows.length, 0);
    const changed = await sql`update api_keys set name = 'mine'`.execute(trx);
    assert.equal(changed.numAffectedRows, 0n);
    const gone = await sql`delete from api_keys`.execute(trx);
    assert.equal(gone.numAffectedRows, 0n);
    const companies = await trx.selectFrom("companies").select("id").execute();
    assert.deepEqual(companies, [{ id: 1 }]);
  });
  const attempts = {
    "a row of another company": sql`
      insert into api_keys (company_id, name, hint, digest) values (2, 'x', 'x', sha256('x'))`,
    "a link to another company's row": sql`
      insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
        created_at)
      values (gen_random_uuid(), 1, ${theirs.id}, 't', 'b', 'info', 'low', '[]', now())`,
    "becoming the worker for good": sql`alter role relevo_tenant bypassrls`,
    "turning the guard off": sql`alter table api_keys disable row level security`,
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    await assert.rejects(
      inCompany(database.db, 1, (trx) => attempt.execute(trx)),
      /row-level security|foreign key|permission denied|must be owner|must have|superuser/,
      name,
    );
  }
});

testOnEachDatabase(
  "the worker reads across companies only what its work needs",
  async (database) => {
    await inCompany(database.db, 2, (trx) => createKey(trx, { companyId: 2 }, { name: "studio" }));
    await asWorker(database.db, async (trx) => {
      assert.equal((await trx.selectFrom("api_keys").select("id").execute()).length, 1);
    });
    for (
      const statement of [
        "select * from users",
        "select * from pipeline_stages",
        "update api_keys set name = ''",
      ]
    ) {
      await assert.rejects(
        asWorker(database.db, (trx) => sql.raw(statement).execute(trx)),
        /permission denied/,
        statement,
      );
    }
  },
);

testOnEachDatabase("a person reads their own invitations, and nothing more", async (database) => {
  const { db } = database;
  const ids: number[] = [];
  for (const name of ["ana", "eva", "leo"]) {
    const person = { companyId: 2, email: `${name}@one.example`, role: "" };
    ids.push((await transact(db, (trx) => addMember(trx, person))).userId);
  }
  const [ana, eva, leo] = ids as [number, number, number];
  await inCompany(db, 2, async (trx) => {
    for (const user_id of [eva, leo]) {
      const row = { company_id: 2, user_id, email: "x@one.example", role: "x", invited_by: ana };
      await trx.insertInto("invitations").values(row).execute();
    }
  });
  const seenBy = (userId: number) =>
    transact(
      db,
      (trx) =>
        asInvited(trx, userId, () => trx.selectFrom("invitations").select("user_id").execute()),
    );
  assert.deepEqual(await seenBy(eva), [{ user_id: eva }]);
  assert.deepEqual(await seenBy(ana), []);
  const worker = await asWorker(db, (trx) => trx.selectFrom("invitations").select("id").execute());
  assert.deepEqual(worker, [], "background work reads none");
  const other = await inCompany(
    db,
    1,
    (trx) => trx.selectFrom("invitations").select("id").execute(),
  );
  assert.deepEqual(other, []);
  for (
    const statement of [
      "select email from invitations",
      "select role from invitations",
      "update invitations set state = 'accepted', answered_at = now()",
      "delete from invitations",
    ]
  ) {
    await assert.rejects(
      transact(db, (trx) => asInvited(trx, eva, () => sql.raw(statement).execute(trx))),
      /permission denied/,
      statement,
    );
  }
  const setting = await transact(db, async (trx) => {
    await asInvited(trx, eva, () => Promise.resolve());
    const { rows } = await sql`
      select current_setting('role') as role, current_setting('app.user_id') as person`
      .execute(trx);
    return rows;
  });
  assert.deepEqual(setting, [{ role: "none", person: "" }]);
});

testOnEachDatabase("the company setting ends with its transaction", async (database) => {
  await inCompany(database.db, 1, (trx) => sql`select 1`.execute(trx));
  await assert.rejects(inCompany(database.db, 1, (trx) => sql`select 1/0`.execute(trx)));
  const [setting] = await rowsOf<{ company: string | null; role: string }>(
    database,
    `select current_setting('app.company_id', true) as company, current_setting('role') as role`,
  );
  assert.ok(!setting!.company);
  assert.equal(setting!.role, "none");
});
