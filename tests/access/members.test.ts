import assert from "node:assert/strict";
import { addInitialAdmin, addMember, disableMember, listMembers } from "@/lib/access/members.ts";
import { asPerson } from "@/lib/access/entering.ts";
import type { Database } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import { people, testOnEach } from "../support/world.ts";

const find = ({ db }: Database, email: string) =>
  asPerson(db, email, (_, person) => Promise.resolve(person), {
    announce: () => {},
    admit: () => {},
  });

testOnEach("a person is known by the address, with the companies they are in", async (world) => {
  const { database } = world.services;
  const luis = await find(database, people.luis);
  assert.deepEqual([luis.user.email, luis.user.name], [people.luis, "Luis Vega"]);
  const same = {
    hasSignedIn: true,
    lastSeenAt: null,
    logo: null,
    role: "gerente",
    timezone: "Europe/Madrid",
    currency: "EUR",
    language: "es",
    own: { name: "Luis Vega", language: null, theme: null },
    tellUnassigned: null,
    morningAt: null,
  };
  assert.deepEqual(luis.memberships, [
    { companyId: 1, name: "Primary", slug: "primary", color: "#2563eb", ...same },
    { companyId: 2, name: "Design", slug: "design", color: "#7c3aed", ...same },
  ]);
  const fresh = await find(database, "new@relevo.example");
  assert.deepEqual([fresh.user.name, fresh.memberships], [null, []]);
  assert.equal((await find(database, "new@relevo.example")).user.id, fresh.user.id);
  const first = Array.from({ length: 20 }, () => find(database, "first@relevo.example"));
  const ids = (await Promise.all(first)).map(({ user }) => user.id);
  assert.equal(new Set(ids).size, 1, "twenty first calls at once make one user");
});

testOnEach("a member who is added again comes back with their name", async (world) => {
  const { database } = world.services;
  const add = (values: { role: string; name?: string }) =>
    transact(
      database.db,
      (trx) => addMember(trx, { companyId: 2, email: people.ana.toUpperCase(), ...values }),
    );
  const { userId } = await add({ role: "diseño", name: "Another name" });
  await transact(database.db, (trx) => disableMember(trx, { companyId: 2 }, userId));
  const companies = async () =>
    (await find(database, people.ana)).memberships.map(({ companyId, role }) => [companyId, role]);
  assert.deepEqual(await companies(), [[1, "ventas"]]);
  await add({ role: "taller" });
  assert.deepEqual(await companies(), [[1, "ventas"], [2, "taller"]]);
  assert.equal((await find(database, people.ana)).user.name, "Ana Ruiz");
});

testOnEach("a company's last member stays, also when two remove each other", async (world) => {
  const { db } = world.services.database;
  const members = await listMembers(db, { companyId: 1 });
  assert.deepEqual(members.map(({ email }) => email), [people.ana, people.luis]);
  const remove = (userId: number) =>
    transact(db, (trx) => disableMember(trx, { companyId: 1 }, userId));
  assert.equal(await remove(999_999), "not_a_member");
  const done = await Promise.all(members.map(({ userId }) => remove(userId)));
  assert.deepEqual(done.toSorted(), ["disabled", "last_member"]);
  const remaining = (await listMembers(db, { companyId: 1 })).filter(({ disabledAt }) =>
    disabledAt === null
  );
  assert.equal(remaining.length, 1);
});

testOnEach("the first admin is added only where nobody is a member of anything", async (world) => {
  const { db } = world.services.database;
  const email = "admin@relevo.example";
  assert.equal(await addInitialAdmin(db, email), false);
  await world.owner.db.deleteFrom("user_companies").execute();
  const both = await Promise.all([addInitialAdmin(db, email), addInitialAdmin(db, people.eva)]);
  assert.deepEqual(both.toSorted(), [false, true]);
  const admin = both[0] ? email : people.eva;
  const { memberships } = await find(world.services.database, admin);
  assert.deepEqual(memberships.map(({ companyId, role }) => [companyId, role]), [
    [1, "admin"],
    [2, "admin"],
  ]);
});
