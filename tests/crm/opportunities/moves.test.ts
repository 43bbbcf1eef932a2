/** The tables of allowed moves of contacts and opportunities, and that the API keeps them. */
import assert from "node:assert/strict";
import { contactMoves, type ContactStatus, contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { opportunityCan } from "@/lib/crm/opportunities/opportunity.ts";
import { people, testOnEach } from "../../support/world.ts";
import { type Api, apiOf, expectData, expectFailure } from "../scene.ts";

Deno.test("the moves are those of the contract", () => {
  assert.deepEqual(contactMoves, {
    new: ["read", "archived"],
    read: ["new", "archived"],
    archived: ["read"],
  });
  assert.deepEqual(opportunityCan, {
    move: ["open"],
    win: ["open"],
    lose: ["open"],
    reopen: ["won", "lost"],
  });
});

let count = 0;

async function contactThatIs(api: Api, status: ContactStatus) {
  const contact = await expectData(api("POST", "/contacts", { name: `Rosa ${++count}` }), 201);
  return await expectData(api("PATCH", `/contacts/${contact.id}`, { status }));
}

testOnEach("every contact status leads where the table says, and nowhere else", async (world) => {
  const ana = apiOf(world, people.ana);
  for (const from of contactStatuses) {
    for (const to of contactStatuses) {
      const { id, version } = await contactThatIs(ana, from);
      const move = ana("PATCH", `/contacts/${id}`, { status: to, subject: "Otro" });
      if (from === to || contactMoves[from].includes(to)) {
        assert.equal((await expectData(move)).status, to, `${from} to ${to}`);
        continue;
      }
      const { details } = await expectFailure(move, 409, "invalid_transition");
      assert.deepEqual(details.allowed, contactMoves[from]);
      const contact = await expectData(ana("GET", `/contacts/${id}`));
      assert.deepEqual([contact.status, contact.subject, contact.version], [from, null, version]);
    }
  }
});

testOnEach("every contact status takes every verb as the contract says", async (world) => {
  const ana = apiOf(world, people.ana);
  for (const status of contactStatuses) {
    const writes = await contactThatIs(ana, status);
    const thread = `/contacts/${writes.id}/messages`;
    const statusAfter = async (direction: string) => {
      await expectData(ana("POST", thread, { direction, body: "Hola" }), 201);
      return (await expectData(ana("GET", `/contacts/${writes.id}`))).status;
    };
    assert.equal(await statusAfter("note"), status);
    assert.equal(await statusAfter("out"), status === "new" ? "read" : status);
    assert.equal(await statusAfter("in"), "new", "a new message makes it new, whatever it was");

    const converts = await contactThatIs(ana, status);
    const path = `/contacts/${converts.id}`;
    const { contact, client } = await expectData(ana("POST", `${path}/convert`, {}), 201);
    assert.deepEqual([contact.status, contact.converted_client_id], ["read", client.id]);
    const again = await expectFailure(ana("POST", `${path}/convert`, {}), 409, "already_converted");
    assert.equal(again.details.client_id, client.id);
    for (const verb of ["spam", "not-spam"]) {
      const { is_spam } = await expectData(ana("POST", `${path}/${verb}`));
      assert.equal(is_spam, verb === "spam");
      await expectFailure(ana("POST", `${path}/${verb}`), 409, "invalid_transition");
    }

    const merges = await contactThatIs(ana, status);
    const into = { into_id: writes.id };
    await expectData(ana("POST", `/contacts/${merges.id}/merge`, into));
    await expectFailure(ana("GET", `/contacts/${merges.id}`), 404, "not_found");

    const leaves = await contactThatIs(ana, status);
    await expectData(ana("DELETE", `/contacts/${leaves.id}`));
    await expectFailure(ana("POST", `/contacts/${leaves.id}/convert`, {}), 404, "not_found");
    const back = await expectData(ana("POST", `/contacts/${leaves.id}/restore`));
    assert.equal(back.status, status);
  }
});
