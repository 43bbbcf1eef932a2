/** What a record's page tells of its past: deeds and notes, of it and of the company only. */
import assert from "node:assert/strict";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { people, testOnEach } from "../support/world.ts";
import { addClient, apiOf, expectData, inDatabase } from "../crm/scene.ts";

testOnEach("a history lists the newest first and joins changes of one save", async (world) => {
  const ana = apiOf(world, people.ana);
  const luis = apiOf(world, people.luis);
  const client_id = await addClient(world, 1, "Muebles Ruiz");
  const open = async (title: string) =>
    (await expectData(ana("POST", "/opportunities", { title, client_id }), 201)).id;
  const [id, other] = [await open("Mesa"), await open("Silla")];
  const note = (opportunity_id: number, body: string) =>
    expectData(ana("POST", "/notes", { opportunity_id, body }), 201);
  const change = (who: typeof ana, title: string) =>
    expectData(who("PATCH", `/opportunities/${id}?company_id=1`, { title }));
  await note(other, "De otra");
  await change(ana, "Mesa de roble");
  await change(ana, "Mesa de roble de 180");
  await change(luis, "Mesa de roble de 200");
  await note(id, "Prefiere roble");
  await expectData(ana("POST", `/opportunities/${id}/win`));
  const read = (companyId: number) => {
    const reader = { companyId, language: "es" as const };
    return inDatabase(world, companyId, (trx) => readHistory(trx, reader, "opportunity", id));
  };

  const { entries, total } = await read(1);
  const rows = entries as unknown as { verb?: string; body?: string; by: { id: number } }[];
  const [me, him] = [
    (await expectData(ana("GET", "/me"))).id,
    (await expectData(luis("GET", "/me"))).id,
  ];
  assert.deepEqual(rows.map(({ verb, body, by }) => [verb ?? body, by.id]), [
    ["won", me],
    ["Prefiere roble", me],
    ["changed", him],
    ["changed", me],
    ["created", me],
  ]);
  assert.equal(total, 5);
  assert.deepEqual(await read(2), { entries: [], total: 0 });
});
