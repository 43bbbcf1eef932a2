import assert from "node:assert/strict";
import { addMember } from "@/lib/access/members.ts";
import { transact } from "@/lib/db/transaction.ts";
import { assertFailure, send } from "../notify/scene.ts";
import { audience, type Call, people, testOnEach, type World } from "../support/world.ts";

/** Any endpoint behind the member guard. */
const list = (world: World, call: Call, query = "") =>
  world.call("GET", `/api/admin/notifications${query}`, call);

testOnEach("the company is the one that is asked for, or the only one", async (world) => {
  await send(world, { title: "Shop" });
  await send(world, { title: "Studio" }, world.keys.studio);
  const titles = async (member: string, query = "") => {
    const { status, body } = await list(world, { member }, query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ title }: { title: string }) => title);
  };
  assert.deepEqual(await titles(people.ana), ["Shop"]);
  assert.deepEqual(await titles(people.ana, "?company_id=1"), ["Shop"]);
  assert.deepEqual(await titles(people.eva), ["Studio"]);
  assert.deepEqual(await titles(people.luis, "?company_id=1"), ["Shop"]);
  assert.deepEqual(await titles(people.luis, "?company_id=2"), ["Studio"]);
  assert.deepEqual(await titles(people.ana.toUpperCase()), ["Shop"], "addresses have no case");

  const several = await list(world, { member: people.luis });
  assert.deepEqual(assertFailure(several, 400, "company_required").details, {
    companies: [{ id: 1, name: "Primary" }, { id: 2, name: "Design" }],
  });
  for (const id of ["2", "3", "2147483647"]) {
    const foreign = await list(world, { member: people.ana }, `?company_id=${id}`);
    assertFailure(foreign, 403, "not_a_member");
  }
  assertFailure(await list(world, { member: people.nadie }), 403, "no_membership");
  assertFailure(await list(world, { member: "new@relevo.example" }), 403, "no_membership");
  const wrong = ["0", "-1", "x", "", "1.5", "2147483648", "99999999999", "1&company_id=1", "%00"];
  for (const id of wrong) {
    const refused = await list(world, { member: people.ana }, `?company_id=${id}`);
    const { fields } = assertFailure(refused, 422, "validation_failed");
    assert.deepEqual(Object.keys(fields), ["company_id"], id);
  }
});

testOnEach("who joins or leaves a company passes, or not, from the next call", async (world) => {
  const { db } = world.services.database;
  assertFailure(await list(world, { member: people.nadie }), 403, "no_membership");
  await transact(
    db,
    (trx) => addMember(trx, { companyId: 1, email: people.nadie, role: "ventas" }),
  );
  assert.equal((await list(world, { member: people.nadie })).status, 200);
  await transact(db, (trx) =>
    trx.updateTable("user_companies").set({ disabled_at: new Date() })
      .where("user_id", "=", (eb) =>
        eb.selectFrom("users").select("id").where("email", "=", people.nadie)).execute());
  assertFailure(await list(world, { member: people.nadie }), 403, "no_membership");
  const named = await list(world, { member: people.nadie }, "?company_id=1");
  assertFailure(named, 403, "not_a_member");
});

testOnEach("a token that is old, another's, or cannot be checked, says which", async (world) => {
  const { keyServer } = world;
  const sign = (claims: object, options = {}) =>
    keyServer.sign({ email: people.ana, aud: audience, ...claims }, options);
  const withToken = (token: string) =>
    list(world, { headers: { "Cf-Access-Jwt-Assertion": token } });

  // No keys are cached yet, and the key server is down.
  const good = await sign({});
  keyServer.behaviour = 500;
  const unknown = await withToken(good);
  assertFailure(unknown, 503, "keys_unavailable");
  assert.match(unknown.headers.get("retry-after")!, /^\d+$/);
  keyServer.behaviour = "answers";
  assert.equal((await withToken(good)).status, 200);
  keyServer.behaviour = "hangs";
  assert.equal((await withToken(await sign({}))).status, 200, "the keys are kept");
  keyServer.behaviour = "answers";

  assertFailure(await withToken(await sign({}, { expiresIn: -60 })), 401, "token_expired");
  const refused = [
    await sign({ aud: "another-app" }),
    await sign({ email: undefined }),
    await sign({ email: "not an address" }),
    await sign({}, { expiresIn: null }),
    await sign({}, { notBefore: 600 }),
    `${good.slice(0, -6)}AAAAAA`,
    "x",
    "",
  ];
  for (const token of refused) {
    const answer = await withToken(token);
    assertFailure(answer, 401, "unauthorized");
    assert.ok(answer.headers.has("www-authenticate"));
  }
  assert.ok(!world.logged.some((line) => line.includes(good.split(".")[2]!)), "no token is logged");
});

testOnEach("a first sign-in is kept, although the person belongs to nothing", async (world) => {
  const refused = await world.call("GET", "/api/admin/notifications", { member: people.nadie });
  assert.equal(refused.body.code, "no_membership");
  const users = await world.services.database.db.selectFrom("users").select("email")
    .where("email", "=", people.nadie).execute();
  assert.deepEqual(users, [{ email: people.nadie }]);
});
