/** An undo of many compares values: what was changed back, or elsewhere, holds nothing up. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { addClient, apiOf, expectData, inDatabase } from "../../crm/scene.ts";
import { people, testOnEach } from "../../support/world.ts";

const outcomes = (report: { records: { outcome: string; code?: string }[] }) =>
  report.records.map(({ outcome, code }) => code ?? outcome);

testOnEach("each record is undone by what the change left of it", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const luis = apiOf(world, people.luis, 1);
  const [{ id: anaId }, { id: luisId }] = await Promise.all(
    [ana, luis].map((api) => expectData(api("GET", "/me"))),
  );
  const changes = {
    untouched: {},
    "changed elsewhere": { name: "Otro", tags: ["x"] },
    "back as it was": { assignee_id: null },
    "another's": { assignee_id: anaId },
    "changed and changed back": { assignee_id: anaId },
    trashed: {},
    merged: {},
    "trashed and restored": {},
  };
  const names = Object.keys(changes);
  const ids: number[] = [];
  for (const name of names) {
    ids.push((await expectData(ana("POST", "/contacts", { name }), 201)).id);
  }
  const of = (name: string) => ids[names.indexOf(name)]!;
  const done = await expectData(ana("POST", "/contacts/bulk", { ids, assignee_id: luisId }));
  for (const [name, change] of Object.entries(changes)) {
    if (Object.keys(change).length === 0) continue;
    await expectData(luis("PATCH", `/contacts/${of(name)}`, change));
  }
  const again = `/contacts/${of("changed and changed back")}`;
  await expectData(luis("PATCH", again, { assignee_id: luisId }));
  await expectData(luis("DELETE", `/contacts/${of("trashed")}`));
  const stays = await expectData(ana("POST", "/contacts", { name: "Queda" }), 201);
  await expectData(luis("POST", `/contacts/${of("merged")}/merge`, { into_id: stays.id }));
  await expectData(luis("DELETE", `/contacts/${of("trashed and restored")}`));
  await expectData(luis("POST", `/contacts/${of("trashed and restored")}/restore`));
  const undone = await expectData(ana("POST", "/contacts/bulk", { undo_id: done.undo_id }));
  assert.deepEqual(
    Object.fromEntries(names.map((name, at) => [name, outcomes(undone)[at]])),
    {
      untouched: "changed",
      "changed elsewhere": "changed",
      "back as it was": "unchanged",
      "another's": "version_conflict",
      "changed and changed back": "changed",
      trashed: "version_conflict",
      merged: "version_conflict",
      "trashed and restored": "changed",
    },
  );
  const { name, tags, assignee } = await expectData(
    ana("GET", `/contacts/${of("changed elsewhere")}`),
  );
  assert.deepEqual([name, tags, assignee], ["Otro", ["x"], null]);
}, { both: true });

testOnEach("a trashed record, a won one, and a change of before", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const client_id = await addClient(world, 1, "Sol");
  const make = async (title: string) =>
    (await expectData(ana("POST", "/opportunities", { title, client_id }), 201)).id as number;
  const ids = [await make("Perdida"), await make("Abierta"), await make("Ida y vuelta")];
  const [lost, , away] = ids;
  const stages = await expectData(ana("GET", "/pipeline-stages"));
  const moved = await expectData(
    ana("POST", "/opportunities/bulk", { ids, stage_id: stages[1].id }),
  );
  await expectData(ana("POST", `/opportunities/${lost}/lose`, { lost_reason: "Precio" }));
  await expectData(ana("PATCH", `/opportunities/${ids[1]}`, { title: "Con otro título" }));
  for (const stage of [stages[2], stages[1]]) {
    await expectData(ana("POST", `/opportunities/${away}/move`, { stage_id: stage.id }));
  }
  const back = await expectData(ana("POST", "/opportunities/bulk", { undo_id: moved.undo_id }));
  assert.deepEqual(outcomes(back), ["invalid_transition", "changed", "changed"]);

  const trashed = await expectData(ana("POST", "/opportunities/bulk", { ids, trash: true }));
  await expectData(ana("POST", `/opportunities/${away}/restore`));
  const undone = await expectData(
    ana("POST", "/opportunities/bulk", { undo_id: trashed.undo_id }),
  );
  assert.deepEqual(outcomes(undone), ["restored", "restored", "unchanged"]);

  // A change that was kept before values were goes by the version.
  const tags = { tags: { add: ["a"] } };
  const old = await expectData(ana("POST", "/opportunities/bulk", { ids: ids.slice(1), ...tags }));
  await inDatabase(world, 1, (trx) =>
    sql`update bulk_changes set records =
      (select jsonb_agg(e - 'now') from jsonb_array_elements(records) e)
      where id = ${old.undo_id}`.execute(trx));
  await expectData(ana("PATCH", `/opportunities/${away}`, { title: "Otra" }));
  const before = await expectData(ana("POST", "/opportunities/bulk", { undo_id: old.undo_id }));
  assert.deepEqual(outcomes(before), ["changed", "version_conflict"]);
});
