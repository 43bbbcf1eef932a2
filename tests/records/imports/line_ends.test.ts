/** The ends of lines of a text are no change, whoever wrote the file. */
import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { apiOf, expectData } from "../../crm/scene.ts";
import { importing } from "./importing.ts";

testOnEach("notes come back from an export as they were", async (world) => {
  const ana = apiOf(world, people.ana);
  const post = importing(world);
  const texts = [
    "uno\r\ndos",
    "uno\ndos",
    "=uno\r\n\r\n'dos'\r\n",
    "  uno\r\n dos",
    "a\rb",
    'x;y"z',
  ];
  for (const [at, notes] of texts.entries()) {
    const client = { name: `Cliente ${at}`, tax_id: `B${at}`, notes };
    await expectData(ana("POST", "/clients", client), 201);
  }
  await expectData(ana("POST", "/clients", { name: "Sin NIF", notes: "a\r\nb" }), 201);
  const { body: file, status } = await world.call("GET", "/api/admin/clients.csv", {
    member: people.ana,
  });
  assert.equal(status, 200);
  assert.ok(file.includes("uno\r\ndos") && file.includes("uno\ndos"), "as they are");
  const before = await expectData(ana("GET", "/clients?sort=name"));
  // As another program saves it: every end of line in its own way.
  for (const saved of [file, file.replaceAll("\r\n", "\n"), file.replace(/\r?\n/g, "\r\n")]) {
    const done = await expectData(
      post("clients/commit?duplicates=update&invalid=skip", saved),
    );
    assert.deepEqual([done.imported, done.changed, done.same, done.wrong], [0, 0, 7, 0]);
  }
  assert.deepEqual(await expectData(ana("GET", "/clients?sort=name")), before);
}, { both: true });
