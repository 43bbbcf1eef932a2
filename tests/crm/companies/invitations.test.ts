/** Someone who belongs elsewhere is invited, and nothing changes for them before they say yes. */
import assert from "node:assert/strict";
import { addMember } from "@/lib/access/members.ts";
import { transact } from "@/lib/db/transaction.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { type Api, apiOf, expectData, expectFailure } from "../scene.ts";
import { invitationsOf, passDays, someone } from "./invitation_scene.ts";

testOnEach("an invitation changes nothing until it is accepted", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const answer = await ana("POST", "/employees", { ...someone, name: "Inventada" });
  const invited = await expectData(Promise.resolve(answer), 201);
  const { user_id } = invited;
  assert.equal(answer.headers.get("location"), `/api/admin/employees/${user_id}`);
  const { id: anaId } = await expectData(ana("GET", "/me"));
  const { created_at, notify: _, ...rest } = invited;
  assert.ok(Math.abs(Date.now() - Date.parse(created_at)) < 60_000);
  assert.deepEqual(rest, {
    user_id,
    email: people.eva,
    name: null,
    role: "montaje",
    state: "invited",
    invited_by: { id: anaId, name: "Ana Ruiz" },
    disabled_at: null,
    last_seen_at: null,
    silenced: [],
  });
  assert.deepEqual(await expectData(ana("GET", `/employees/${user_id}`)), invited);

  // She is told, and only she, and only the names.
  const [invitation, ...more] = await invitationsOf(world, people.eva);
  assert.deepEqual([invitation, more], [{
    id: invitation.id,
    company_id: 1,
    company: "Primary",
    by: "Ana Ruiz",
    at: created_at,
  }, []]);
  for (const other of [people.ana, people.luis, people.nadie]) {
    assert.deepEqual(await invitationsOf(world, other), [], other);
  }

  // Her calls go on as before, and none leads to the company.
  assert.deepEqual((await expectData(eva("GET", "/companies"))).length, 1);
  assert.equal((await expectData(eva("GET", "/employees"))).length, 2, "her own company's");
  await expectFailure(apiOf(world, people.eva, 1)("GET", "/employees"), 403, "not_a_member");
  await expectFailure(eva("GET", "/companies/1"), 403, "not_a_member");

  // The company sees that it waits, and does nothing else with her.
  const states = async (query = "") =>
    (await expectData(ana("GET", `/employees${query}`)))
      .map(({ email, state }: Record<string, string>) => [email, state]);
  const active = [[people.ana, "active"], [people.luis, "active"]];
  assert.deepEqual(await states(), [...active, [people.eva, "invited"]]);
  assert.deepEqual(await states("?state=active"), active);
  assert.deepEqual(await states("?state=invited&q=EVA"), [[people.eva, "invited"]]);
  await expectFailure(ana("GET", "/employees?state=odd"), 422, "validation_failed");
  assert.deepEqual(await states("?deleted=only"), []);
  const theirs = { name: "Muebles Ruiz", assignee_id: user_id };
  const wrong = await expectFailure(ana("POST", "/clients", theirs), 422, "validation_failed");
  assert.deepEqual(Object.keys(wrong.fields), ["assignee_id"]);
  const workload = await expectData(ana("GET", "/employees/workload"));
  const report = await expectData(ana("GET", "/reports"));
  for (const row of [...workload, ...report.rows]) assert.notEqual(row.user_id, user_id);
  const addressees = await expectData(ana("GET", "/addressees"));
  assert.doesNotMatch(JSON.stringify(addressees), /eva@/);
  const path = `/employees/${user_id}`;
  await expectFailure(ana("PATCH", path, { notify: {} }), 409, "invalid_transition");
  const role = await expectData(ana("PATCH", `/users/${user_id}/companies`, { role: "taller" }));
  assert.deepEqual([role.role, role.state], ["taller", "invited"]);

  // Once more it is the same invitation.
  const again = await expectData(ana("POST", "/employees", { ...someone, role: "obra" }), 200);
  assert.deepEqual([again.role, again.state, again.created_at], ["obra", "invited", created_at]);
  assert.equal((await invitationsOf(world, people.eva))[0].id, invitation.id);
  await acceptInvitation(world, ana, eva, { invitation, path, theirs });
});

testOnEach("who declines is not invited again for 30 days", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const { user_id } = await expectData(ana("POST", "/employees", someone), 201);
  const [{ id }] = await invitationsOf(world, people.eva);
  const verb = (name: string) => eva("POST", `/me/invitations/${id}/${name}`);
  const declined = await expectData(verb("decline"));
  assert.equal(declined.state, "declined");
  assert.deepEqual(await expectData(verb("decline")), declined);
  await expectFailure(verb("accept"), 409, "invalid_transition");
  assert.deepEqual(await invitationsOf(world, people.eva), []);
  assert.equal((await expectData(ana("GET", "/employees"))).length, 2);
  await expectFailure(ana("GET", `/employees/${user_id}`), 404, "not_found");
  await expectFailure(ana("DELETE", `/employees/${user_id}`), 404, "not_found");

  const refused = await expectFailure(
    ana("POST", "/employees", someone),
    409,
    "invitation_declined",
  );
  const days = (Date.parse(refused.details.until) - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30, `${days} days`);
  // By whoever it is, also where she could be added at once.
  const luis = apiOf(world, people.luis, 1);
  await expectFailure(luis("POST", "/employees", someone), 409, "invitation_declined");
  await expectFailure(verb("accept"), 409, "invalid_transition");
  await passDays(world, 1, 29);
  await expectFailure(ana("POST", "/employees", someone), 409, "invitation_declined");
  await passDays(world, 1, 30);
  await expectData(ana("POST", "/employees", someone), 201);
  const [next] = await invitationsOf(world, people.eva);
  assert.notEqual(next.id, id);
  await expectFailure(verb("accept"), 404, "not_found");
  assert.equal((await expectData(ana("GET", "/employees"))).length, 3);
});

testOnEach("a withdrawn invitation is gone, and only its person answers one", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const { user_id } = await expectData(ana("POST", "/employees", someone), 201);
  const [{ id }] = await invitationsOf(world, people.eva);
  for (const email of [people.ana, people.luis, people.nadie]) {
    for (const name of ["accept", "decline"]) {
      const call = apiOf(world, email)("POST", `/me/invitations/${id}/${name}`);
      await expectFailure(call, 404, "not_found");
    }
  }
  for (const odd of ["0", "x", "2147483648"]) {
    assert.ok([404, 422].includes((await eva("POST", `/me/invitations/${odd}/accept`)).status));
  }
  const other = apiOf(world, people.luis, 2);
  await expectFailure(other("GET", `/employees/${user_id + 100}`), 404, "not_found");

  const withdrawn = await expectData(ana("DELETE", `/employees/${user_id}`));
  assert.deepEqual([withdrawn.state, withdrawn.keys], ["withdrawn", []]);
  assert.deepEqual(Object.values(withdrawn.handed_over), [0, 0, 0, 0, 0]);
  assert.deepEqual(await invitationsOf(world, people.eva), []);
  await expectFailure(eva("POST", `/me/invitations/${id}/accept`), 404, "not_found");
  await expectFailure(ana("DELETE", `/employees/${user_id}`), 404, "not_found");
  await expectData(ana("POST", "/employees", someone), 201);

  // The last employee does not leave to one who has not come.
  const luis = apiOf(world, people.luis, 1);
  const { id: luisId } = await expectData(luis("GET", "/me"));
  await expectData(ana("DELETE", `/employees/${luisId}`));
  const { id: anaId } = await expectData(ana("GET", "/me"));
  const path = `/employees/${anaId}?reassign_to=${user_id}`;
  await expectFailure(ana("DELETE", path), 409, "last_member");
});

testOnEach("colleagues add each other at once, and those who belong nowhere", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const luis = apiOf(world, people.luis, 2);
  const add = (api: typeof ana, email: string) =>
    api("POST", "/employees", { email, role: "" }).then(({ status, body }) => [
      status,
      body.data?.state,
    ]);
  assert.deepEqual(await add(luis, people.ana), [201, "active"], "both work in the first company");
  assert.deepEqual(await add(ana, people.nadie), [201, "active"], "belongs nowhere");
  assert.deepEqual(await add(ana, "nueva@primary.example"), [201, "active"], "was never here");
  assert.deepEqual(await add(ana, people.luis), [200, "active"], "is one already");
  assert.deepEqual(await add(ana, people.eva), [201, "invited"], "she has not been there yet");

  // A membership made by a stranger counts only once it is entered.
  const mallory = apiOf(world, "mallory@intruder.example");
  const shop = await expectData(mallory("POST", "/companies", { name: "Primary" }), 201);
  const intruder = apiOf(world, "mallory@intruder.example", shop.id);
  assert.deepEqual(await add(intruder, people.ana), [201, "invited"]);
  assert.deepEqual(await add(intruder, "maria@primary.example"), [201, "active"]);
  assert.deepEqual(await add(ana, "maria@primary.example"), [201, "active"]);
  const maria = apiOf(world, "maria@primary.example", 1);
  await expectData(maria("GET", "/employees"));
  assert.deepEqual(
    await add(maria, "mallory@intruder.example"),
    [201, "invited"],
    "shares nothing",
  );

  // A member of one company is invited to the next by strangers.
  assert.deepEqual(await add(apiOf(world, people.eva), "maria@primary.example"), [201, "invited"]);
  // A colleague of hers adds her there at once, and the invitation is over.
  assert.deepEqual(await add(luis, "maria@primary.example"), [201, "active"]);
  assert.deepEqual(await invitationsOf(world, "maria@primary.example"), []);
  const listed = await expectData(luis("GET", "/employees?q=maria"));
  assert.deepEqual(listed.map(({ state }: { state: string }) => state), ["active"]);

  // One who has left every company belongs to none.
  const { id } = await expectData(apiOf(world, people.eva)("GET", "/me"));
  await expectData(luis("DELETE", `/employees/${id}`));
  assert.deepEqual(await add(ana, people.eva), [201, "active"], "though an invitation waited");
  assert.deepEqual(await invitationsOf(world, people.eva), []);
  assert.deepEqual(await add(luis, people.eva), [201, "active"], "an empty membership is none");
});

testOnEach("what the operator adds is a member, whatever was answered", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const direct = (companyId: number) =>
    transact(
      world.services.database.db,
      (trx) => addMember(trx, { companyId, email: people.eva, role: "gerente" }),
    );
  await expectData(ana("POST", "/employees", someone), 201);
  const [{ id }] = await invitationsOf(world, people.eva);
  await expectData(eva("POST", `/me/invitations/${id}/decline`));
  await direct(1);
  assert.equal((await expectData(ana("GET", "/employees?q=eva"))).length, 1);
  await expectFailure(eva("POST", `/me/invitations/${id}/accept`), 404, "not_found");
  await expectData(apiOf(world, people.eva, 1)("GET", "/employees"));
});

testOnEach("one who left is invited again where they belong elsewhere", async (world) => {
  const [ana, luis] = [apiOf(world, people.ana), apiOf(world, people.luis, 1)];
  const { id } = await expectData(luis("GET", "/me"));
  await expectData(ana("DELETE", `/employees/${id}`));
  const back = await expectData(ana("POST", "/employees", { email: people.luis, role: "x" }), 201);
  assert.deepEqual([back.state, back.disabled_at], ["invited", null]);
  assert.equal((await expectData(ana("GET", `/employees/${id}`))).state, "invited");
  const former = await expectData(ana("GET", "/employees?deleted=only"));
  assert.deepEqual(former.map(({ state }: { state: string }) => state), ["former"]);
  const [{ id: invitation }] = await invitationsOf(world, people.luis);
  await expectData(
    apiOf(world, people.luis)("POST", `/me/invitations/${invitation}/accept`),
  );
  const now = await expectData(luis("GET", `/employees/${id}`));
  assert.deepEqual([now.state, now.role, now.disabled_at], ["active", "x", null]);
  assert.deepEqual(await expectData(ana("GET", "/employees?deleted=only")), []);

  // They leave and are invited once more: the yes of before is spent.
  await expectData(ana("DELETE", `/employees/${id}`));
  await expectData(ana("POST", "/employees", { email: people.luis, role: "" }), 201);
  const again = apiOf(world, people.luis)("POST", `/me/invitations/${invitation}/accept`);
  await expectFailure(again, 404, "not_found");
  await expectFailure(luis("GET", "/employees"), 403, "not_a_member");
});

async function acceptInvitation(
  world: World,
  ana: Api,
  eva: Api,
  { invitation, path, theirs }: { invitation: { id: string }; path: string; theirs: object },
) {
  // Her yes makes her an employee with that role, whom the others know.
  const verb = (name: string) => eva("POST", `/me/invitations/${invitation.id}/${name}`);
  const accepted = await expectData(verb("accept"));
  assert.deepEqual(accepted, { ...invitation, state: "accepted" });
  assert.deepEqual(await expectData(verb("accept")), accepted, "twice changes nothing");
  await expectFailure(verb("decline"), 409, "invalid_transition");
  assert.deepEqual(await invitationsOf(world, people.eva), []);
  const now = await expectData(ana("GET", path));
  assert.deepEqual(
    [now.state, now.role, now.name, now.invited_by],
    ["active", "obra", "Eva Soler", null],
  );
  await expectFailure(eva("GET", "/employees"), 400, "company_required");
  await expectData(apiOf(world, people.eva, 1)("GET", "/employees"));
  await expectData(ana("POST", "/clients", theirs), 201);
}
