/** A note on a contact: through the API as a member, on each kind of database. */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "./crm/scene.ts";
import { people, testOnEach } from "./support/world.ts";

testOnEach("a note stands on its contact, and no other company reads it", async (world) => {
  const ana = apiOf(world, people.ana);
  const contact = await expectData(ana("POST", "/contacts", { name: "Talleres Sol" }), 201);
  const about = { contact_id: contact.id };
  const note = await expectData(ana("POST", "/notes", { ...about, body: "Pide acero" }), 201);
  assert.equal(note.body, "Pide acero");

  const refused = await expectFailure(
    ana("POST", "/notes", { ...about, body: "" }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(refused.fields), ["body"]);

  const eva = apiOf(world, people.eva, 2);
  await expectFailure(eva("GET", `/contacts/${contact.id}`), 404, "not_found");
});
