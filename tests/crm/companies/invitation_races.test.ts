/** Inviting, answering and withdrawing at once. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData } from "../scene.ts";
import { invitationsOf, passDays, someone } from "./invitation_scene.ts";

testOnEach("invitations answered and withdrawn at once end in one order", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const luis = apiOf(world, people.luis, 1);
  const statusesOf = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort();

  // The same person is invited several times.
  const invites = Array.from({ length: 4 }, () => ana("POST", "/employees", someone));
  assert.deepEqual(await statusesOf(invites), [200, 200, 200, 201]);
  const [{ id }, ...others] = await invitationsOf(world, people.eva);
  assert.deepEqual(others, []);
  const { user_id } = (await expectData(ana("GET", "/employees?state=invited")))[0];

  // She accepts on two devices and declines on a third: one answer holds.
  const verbs = ["accept", "accept", "decline", "accept"];
  const answers = await Promise.all(
    verbs.map((name) => eva("POST", `/me/invitations/${id}/${name}`)),
  );
  const states = new Set(
    answers.filter(({ status }) => status === 200).map((a) => a.body.data.state),
  );
  assert.equal(states.size, 1);
  assert.ok(
    answers.every(({ status, body }) => status === 200 || body.code === "invalid_transition"),
  );
  const isMember = (await expectData(eva("GET", "/companies"))).length === 2;
  assert.equal(isMember, states.has("accepted"));

  // Withdrawn while she accepts: she is out either way, and never half in.
  if (isMember) await expectData(ana("DELETE", `/employees/${user_id}`));
  await passDays(world, 1, 31);
  for (let round = 0; round < 3; round++) {
    await expectData(ana("POST", "/employees", someone), 201);
    const [waiting] = await invitationsOf(world, people.eva);
    const [accepted, withdrawn] = await Promise.all([
      eva("POST", `/me/invitations/${waiting.id}/accept`),
      ana("DELETE", `/employees/${user_id}`),
    ]);
    assert.ok([200, 404].includes(accepted.status), JSON.stringify(accepted.body));
    const { state, handed_over } = await expectData(Promise.resolve(withdrawn));
    assert.equal(state, accepted.status === 200 ? "former" : "withdrawn");
    assert.ok(handed_over);
    assert.equal((await expectData(eva("GET", "/companies"))).length, 1);
    assert.deepEqual(await invitationsOf(world, people.eva), []);
  }

  // A colleague adds her while she accepts: she is in once.
  await expectData(ana("POST", "/employees", someone), 201);
  const [waiting] = await invitationsOf(world, people.eva);
  const [joined, added] = await Promise.all([
    eva("POST", `/me/invitations/${waiting.id}/accept`),
    luis("POST", "/employees", someone),
  ]);
  assert.ok([200, 201].includes(added.status), JSON.stringify(added.body));
  assert.ok([200, 404].includes(joined.status), JSON.stringify(joined.body));
  assert.equal((await expectData(ana("GET", "/employees?q=eva"))).length, 1);
  assert.equal((await expectData(eva("GET", "/companies"))).length, 2);
});
