/** A company keeps somebody who can come in. */
import assert from "node:assert/strict";
import { addMember, disableMember } from "@/lib/access/members.ts";
import { transact } from "@/lib/db/transaction.ts";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { people, testOnEach, type World } from "../support/world.ts";

/** Members of a company of their own; each says whether they ever came in. */
async function membersOf(world: World, ...came: ("in" | "unproved" | "never" | "former")[]) {
  const { db } = world.services.database;
  const ids: number[] = [];
  await world.owner.db.deleteFrom("user_companies").where("company_id", "=", 2).execute();
  for (const [at, how] of came.entries()) {
    const member = { companyId: 2, email: `m${at}@relevo.example`, role: "x" };
    const { userId } = await transact(db, (trx) => addMember(trx, member));
    const now = new Date();
    const columns = {
      [how === "unproved" ? "unproved_seen_at" : "last_seen_at"]: now,
      ...how === "former" ? { disabled_at: now } : {},
    };
    if (how !== "never") {
      await world.owner.db.updateTable("user_companies").set(columns)
        .where("company_id", "=", 2).where("user_id", "=", userId).execute();
    }
    ids.push(userId);
  }
  const remove = (at: number) =>
    transact(db, (trx) => disableMember(trx, { companyId: 2 }, ids[at]!));
  return { ids, remove };
}

testOnEach("the last member who has signed in stays while others never did", async (world) => {
  const cases = [
    { came: ["in", "never"], removed: 0, outcome: "last_member" },
    { came: ["in", "never"], removed: 1, outcome: "disabled" },
    { came: ["in", "never", "never"], removed: 0, outcome: "last_member" },
    { came: ["unproved", "never"], removed: 0, outcome: "last_member" },
    { came: ["in", "unproved", "never"], removed: 0, outcome: "disabled" },
    { came: ["in", "in", "never"], removed: 1, outcome: "disabled" },
    { came: ["in", "former", "never"], removed: 0, outcome: "last_member" },
    { came: ["in", "former"], removed: 0, outcome: "last_member" },
    { came: ["in", "former", "never"], removed: 1, outcome: "not_a_member" },
    { came: ["never", "never"], removed: 0, outcome: "disabled" },
    { came: ["never"], removed: 0, outcome: "last_member" },
  ] as const;
  for (const { came, removed, outcome } of cases) {
    const { remove } = await membersOf(world, ...came);
    assert.equal(await remove(removed), outcome, `${came} ${removed}`);
  }
  // Of two who leave at once one stays, although a third never came.
  const { remove } = await membersOf(world, "in", "in", "never");
  const both = await Promise.all([remove(0), remove(1)]);
  assert.deepEqual(both.toSorted(), ["disabled", "last_member"]);
}, { both: true });

testOnEach("the refusal says that nobody else has signed in", async (world) => {
  const ana = apiOf(world, people.ana);
  const { db } = world.services.database;
  const { id: anaId } = await expectData(ana("GET", "/me"));
  const others = await expectData(ana("GET", "/employees"));
  assert.ok(
    others.length > 1 &&
      others.every((one: { user_id: number; last_seen_at: string }) =>
        one.user_id === anaId || one.last_seen_at === null
      ),
  );
  const { error } = await expectFailure(ana("DELETE", `/employees/${anaId}`), 409, "last_member");
  assert.match(error, /nobody else has come in/i);
  const luis = apiOf(world, people.luis, 1);
  await expectData(luis("GET", "/clients"));
  await expectData(ana("DELETE", `/employees/${anaId}`));
  // Somebody who acts has come in, also by the first call of all.
  await transact(db, (trx) => addMember(trx, { companyId: 1, email: people.ana, role: "ventas" }));
  await world.owner.db.updateTable("user_companies").set({
    last_seen_at: null,
    unproved_seen_at: null,
  }).execute();
  const { id: luisId } = await expectData(luis("GET", "/me"));
  await expectData(ana("DELETE", `/employees/${luisId}`));
});
