/** The history of an opportunity: deeds and notes, of it and of the company only. */
import assert from "node:assert/strict";
import { readHistory } from "@/lib/crm/opportunities/history.ts";
import { people, testOnEach } from "../../support/world.ts";
import { addClient, apiOf, expectData, inDatabase } from "../scene.ts";

testOnEach("a history holds deeds and notes, the newest first", async (world) => {
  const ana = apiOf(world, people.ana);
  const client_id = await addClient(world, 1, "Muebles Ruiz");
  const open = async (title: string) =>
    (await expectData(ana("POST", "/opportunities", { title, client_id }), 201)).id;
  const [id, other] = [await open("Mesa"), await open("Silla")];
  const note = (opportunity_id: number, body: string) =>
    expectData(ana("POST", "/notes", { opportunity_id, body }), 201);
  await note(other, "De otra");
  const gone = await note(id, "A la papelera");
  await expectData(ana("DELETE", `/notes/${gone.id}`));
  await note(id, "Prefiere roble");
  await expectData(ana("POST", `/opportunities/${id}/win`));
  const read = (companyId: number, limit: number) =>
    inDatabase(world, companyId, (trx) => readHistory(trx, { companyId }, id, { limit }));

  const { entries, total } = await read(1, 30);
  assert.deepEqual(
    entries.map((entry) => "verb" in entry ? entry.verb : entry.body),
    ["won", "Prefiere roble", "note_deleted", "created"],
  );
  assert.equal(total, 4);
  assert.equal(typeof entries[0]!.by?.name, "string");
  const short = await read(1, 2);
  assert.deepEqual([short.entries.length, short.total], [2, 4]);
  assert.deepEqual(await read(2, 30), { entries: [], total: 0 });
});
