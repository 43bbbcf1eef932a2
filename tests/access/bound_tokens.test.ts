/** A token that a company's link led to opens that company, and changes nothing outside of it. */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { contents } from "../isolation/contents.ts";
import { audience, people, testOnEach, type World } from "../support/world.ts";
import { boundCall, hire, withGateway } from "./entry_scene.ts";

const newcomer = "nora@primary.example";
type Bound = Awaited<ReturnType<typeof boundCall>>;

const admin = (call: Bound) => (method: string, path: string, json?: unknown) =>
  call(method, `/api/admin${path}`, { json });

testOnEach("a claim that is no company is no token", async (world) => {
  for (const odd of [0, -1, 1.5, "1", null, [], true, 2_147_483_648, "x", { id: 1 }]) {
    const call = admin(await boundCall(world, people.ana, odd));
    for (const path of ["/me", "/tasks"]) {
      await expectFailure(call("GET", path), 401, "unauthorized");
    }
  }
  const call = admin(await boundCall(world, people.ana, 1));
  await expectData(call("GET", "/tasks"));
});

testOnEach("a bound token is of one company alone", async (world) => {
  const luis = admin(await boundCall(world, people.luis, 1));
  await expectData(luis("GET", "/tasks"));
  await expectData(luis("GET", "/tasks?company_id=1"));
  for (const company of [2, 3, 2_147_483_647]) {
    await expectFailure(luis("GET", `/tasks?company_id=${company}`), 403, "not_a_member");
    await expectFailure(luis("GET", `/companies/${company}`), 403, "not_a_member");
    await expectFailure(
      luis("PATCH", `/companies/${company}`, { name: "x" }),
      403,
      "not_a_member",
    );
  }
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  assert.deepEqual(ids(await expectData(luis("GET", "/companies"))), [1]);
  assert.deepEqual(ids((await expectData(luis("GET", "/me"))).companies), [1]);
  const page = await (await boundCall(world, people.luis, 1))("GET", "/panel?company_id=2");
  assert.equal(page.status, 403);
  for (const path of ["/panel", "/panel/settings/me", "/panel/employees"]) {
    const own = await (await boundCall(world, people.luis, 1))("GET", path);
    assert.equal(own.status, 200, path);
    for (const absent of ["Design", "new-company"]) assert.ok(!own.body.includes(absent), path);
  }
  const both = await world.call("GET", "/api/admin/tasks", { member: people.luis });
  assert.equal(both.body.code, "company_required", "the whole token is as before");
}, { both: true });

testOnEach("a bound token makes no company and answers no invitation", async (world) => {
  const ana = apiOf(world, people.ana);
  await expectData(ana("POST", "/employees", { email: people.eva, role: "" }), 201);
  const [{ id }] = (await expectData(apiOf(world, people.eva)("GET", "/me"))).invitations;
  const eva = admin(await boundCall(world, people.eva, 2));
  assert.deepEqual((await expectData(eva("GET", "/me"))).invitations, []);
  const before = await contents(world);
  await expectFailure(eva("POST", "/companies", { name: "Mine" }), 403, "address_not_proved");
  for (const verb of ["accept", "decline"]) {
    for (const one of [id, id + 1]) {
      const answer = eva("POST", `/me/invitations/${one}/${verb}`);
      await expectFailure(answer, 403, "address_not_proved");
    }
  }
  assert.equal(await contents(world), before, "nothing was changed");
});

testOnEach("a bound token dies with the membership", async (world) => {
  const { userId } = await hire(world, newcomer);
  const nora = admin(await boundCall(world, newcomer, 1));
  await expectData(nora("GET", "/tasks"));
  await expectData(apiOf(world, people.ana)("DELETE", `/employees/${userId}`));
  for (const path of ["/tasks", "/tasks?company_id=1", "/me", "/companies"]) {
    await expectFailure(nora("GET", path), 403, "no_membership");
  }
  await expectFailure(nora("PATCH", "/me", { name: "x" }), 403, "no_membership");
  const never = admin(await boundCall(world, "never@nowhere.example", 1));
  await expectFailure(never("GET", "/me"), 403, "no_membership");
  const { rows } = await count(world);
  assert.equal(rows, 0, "a bound token makes no user");
}, { ...withGateway, both: true });

async function count({ services }: World) {
  const users = await services.database.db.selectFrom("users").select("id")
    .where("email", "=", "never@nowhere.example").execute();
  return { rows: users.length };
}

testOnEach("what is said before the mailbox is proved stays in the company", async (world) => {
  const ana = apiOf(world, people.ana);
  // Somebody with a name in the second company, whom the first one adds by the address.
  const eva = apiOf(world, people.eva);
  await expectData(eva("PATCH", "/me", { language: "en", theme: "dark" }));
  const first = await expectData(eva("GET", "/me"));
  await expectData(apiOf(world, people.luis, 2)("DELETE", `/employees/${first.id}`));
  await expectData(
    ana("POST", "/employees", { email: people.eva, name: "La nueva", role: "taller" }),
    201,
  );
  const bound = admin(await boundCall(world, people.eva, 1));
  const second = await expectData(bound("GET", "/me"));
  assert.deepEqual(
    [second.name, second.language, second.theme],
    ["La nueva", null, null],
    "nothing of hers is told to who came by a link",
  );
  const nameNow = async () => (await expectData(ana("GET", `/employees/${first.id}`))).name;
  assert.equal(await nameNow(), "La nueva", "the colleague's own name for her");
  await expectData(bound("GET", "/tasks"));
  assert.equal(await nameNow(), "La nueva");

  const patch = { name: "Otra", language: "es", theme: "light", notify: { contact_new: false } };
  const changed = await expectData(bound("PATCH", "/me", patch));
  assert.deepEqual(
    [changed.name, changed.language, changed.theme, changed.notify.contact_new],
    ["Otra", "es", "light", false],
  );
  assert.deepEqual(await expectData(bound("GET", "/me")), changed);
  assert.equal(await nameNow(), "Otra");
  // What she does is under that name, wherever it is told.
  const client = await expectData(bound("POST", "/clients", { name: "Cliente" }), 201);
  const [entry] = await expectData(ana("GET", `/clients/${client.id}/timeline`));
  assert.equal(entry.by.name, "Otra");
  const task = await expectData(
    ana("POST", "/tasks", { title: "t", assignee_id: first.id }),
    201,
  );
  assert.equal(task.assignee.name, "Otra");

  const whole = await expectData(eva("GET", "/me"));
  assert.deepEqual(
    [whole.name, whole.language, whole.theme, whole.notify.contact_new],
    ["Eva Soler", "en", "dark", true],
    "outside nothing has changed",
  );
  // Once she says it herself, with her mailbox proved, that holds here too.
  await expectData(eva("PATCH", "/me", { name: "Eva", theme: "dark" }));
  await expectData(eva("GET", "/tasks"));
  assert.equal(await nameNow(), "Eva");
  const after = await expectData(bound("GET", "/me"));
  assert.deepEqual([after.name, after.language, after.theme], ["Eva", "es", "dark"]);
}, { ...withGateway, both: true });

testOnEach("who came by an entry link counts as a member of no other company", async (world) => {
  const { userId } = await hire(world, newcomer);
  const nora = admin(await boundCall(world, newcomer, 1));
  await expectData(nora("GET", "/tasks"));
  // Another company adds her at once, as if nobody had been in as her (decision 0029).
  const added = await expectData(
    apiOf(world, people.eva)("POST", "/employees", { email: newcomer, role: "" }),
    201,
  );
  assert.deepEqual([added.user_id, added.state], [userId, "active"]);
  // Nor does she work together with anybody there.
  const zoe = await expectData(
    apiOf(world, "zoe@fuera.example")("POST", "/companies", { name: "Z" }),
    201,
  );
  assert.ok(zoe.id);
  const invited = await expectData(
    nora("POST", "/employees", { email: "zoe@fuera.example", role: "" }),
    201,
  );
  assert.equal(invited.state, "invited");
  assert.equal((await nora("GET", "/tasks?company_id=2")).status, 403);
}, withGateway);

testOnEach("an unproved address spends no calls of other people", async (world) => {
  const claims = { email: people.ana, aud: audience, relevo_company: 1 };
  const token = await world.keyServer.sign(claims as Record<string, unknown>);
  const headers = { "Cf-Access-Jwt-Assertion": token };
  const statuses = [];
  for (let n = 0; n < 5; n++) {
    statuses.push((await world.call("GET", "/api/admin/me", { headers })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  assert.equal((await world.call("GET", "/api/admin/me", { member: people.ana })).status, 200);
}, { env: { MEMBER_LIMIT_PER_SECOND: "0.001", MEMBER_LIMIT_BURST: "3" } });
