/** Bulk changes are undone, except of records changed since. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { removeOldBulkChanges } from "@/lib/records/bulk/undo_bulk.ts";
import {
  addClient,
  type Api,
  apiOf,
  expectData,
  expectFailure,
  inDatabase,
} from "../../crm/scene.ts";
import { people, testOnEach } from "../../support/world.ts";

const outcomes = (report: { records: { outcome: string; code?: string }[] }) =>
  report.records.map(({ outcome, code }) => code ?? outcome);

async function makeMany(api: Api, path: string, bodies: object[]): Promise<number[]> {
  const ids = [];
  for (const body of bodies) ids.push((await expectData(api("POST", path, body), 201)).id);
  return ids;
}

testOnEach("an undo leaves alone what another person has changed", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const luis = apiOf(world, people.luis, 1);
  const me = (await expectData(luis("GET", "/me"))).id;
  const ids = await makeMany(ana, "/contacts", [{ name: "A" }, { name: "B" }, { name: "C" }]);
  const [a, b, c] = ids;
  await expectData(ana("PATCH", `/contacts/${a}`, { status: "archived" }));
  const assigned = await expectData(ana("POST", "/contacts/bulk", { ids, assignee_id: me }));
  const { id: anaId } = await expectData(ana("GET", "/me"));
  await expectData(luis("PATCH", `/contacts/${b}`, { assignee_id: anaId }));
  const undo = { undo_id: assigned.undo_id };
  await expectFailure(luis("POST", "/contacts/bulk", undo), 404, "not_found");
  await expectFailure(ana("POST", "/clients/bulk", undo), 404, "not_found");
  const elsewhere = apiOf(world, people.luis, 2);
  await expectFailure(elsewhere("POST", "/contacts/bulk", undo), 404, "not_found");
  const undone = await expectData(ana("POST", "/contacts/bulk", undo));
  assert.deepEqual(outcomes(undone), ["changed", "version_conflict", "changed"]);
  assert.deepEqual(undone.records[1].details, { current: 3, status: "new" });
  assert.deepEqual(undone.counts, { matched: 3, done: 2, unchanged: 0, skipped: 1 });
  const assignees = [];
  for (const id of ids) {
    assignees.push((await expectData(ana("GET", `/contacts/${id}`))).assignee?.id ?? null);
  }
  assert.deepEqual(assignees, [null, anaId, null]);
  await expectFailure(ana("POST", "/contacts/bulk", undo), 409, "invalid_transition");

  const read = await expectData(ana("POST", "/contacts/bulk", { ids: [a, c], status: "read" }));
  await expectData(ana("POST", "/contacts/bulk", { undo_id: read.undo_id }));
  assert.equal((await expectData(ana("GET", `/contacts/${a}`))).status, "archived");
  const late = await expectData(ana("POST", "/contacts/bulk", { ids: [c], status: "read" }));
  await inDatabase(
    world,
    1,
    (trx) =>
      sql`update bulk_changes set created_at = now() - interval '25 hours' where id = ${late.undo_id}`
        .execute(trx),
  );
  await expectFailure(ana("POST", "/contacts/bulk", { undo_id: late.undo_id }), 404, "not_found");
  const storedChanges = () =>
    inDatabase(world, 1, (trx) => trx.selectFrom("bulk_changes").select("id").execute());
  const before = (await storedChanges()).length;
  await removeOldBulkChanges(world.services.database.db);
  assert.equal((await storedChanges()).length, before - 1);
});

testOnEach("stages, places, days and the trash come back as they were", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const [sol, luna] = [await addClient(world, 1, "Sol"), await addClient(world, 1, "Luna")];
  const ids = await makeMany(ana, "/opportunities", [
    { title: "Uno", client_id: sol },
    { title: "Dos", client_id: luna },
  ]);
  const stages = await expectData(ana("GET", "/pipeline-stages"));
  const first = async () =>
    (await expectData(ana("GET", "/opportunities/board"))).columns[0].cards
      .map(({ title }: { title: string }) => title);
  const before = await first();
  const stage_id = stages[2].id;
  const moved = await expectData(ana("POST", "/opportunities/bulk", { ids, stage_id }));
  assert.deepEqual(await first(), []);
  await expectData(ana("POST", "/opportunities/bulk", { undo_id: moved.undo_id }));
  assert.deepEqual(await first(), before);
  const { data } = (await ana("GET", `/activities?opportunity_id=${ids[0]}`)).body;
  assert.deepEqual(data.map(({ verb }: { verb: string }) => verb), ["moved", "moved", "created"]);
  const log = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("opportunity_stage_log").select("left_at").where(
        "opportunity_id",
        "=",
        ids[0]!,
      )
        .orderBy("id").execute(),
  );
  assert.deepEqual(log.map(({ left_at }) => left_at === null), [false, false, true]);

  const extra = await expectData(ana("POST", "/pipeline-stages", { name: "Breve" }), 201);
  await expectData(ana("POST", "/opportunities/bulk", { ids, stage_id: extra.id }));
  const away = await expectData(ana("POST", "/opportunities/bulk", { ids, stage_id }));
  await expectData(ana("DELETE", `/pipeline-stages/${extra.id}`));
  const gone = await expectData(ana("POST", "/opportunities/bulk", { undo_id: away.undo_id }));
  assert.deepEqual(outcomes(gone), ["validation_failed", "validation_failed"]);
  assert.deepEqual(Object.keys(gone.records[0].fields), ["stage_id"]);

  const trashed = await expectData(ana("POST", "/opportunities/bulk", { ids, trash: true }));
  await expectData(ana("DELETE", `/clients/${luna}`));
  const back = await expectData(ana("POST", "/opportunities/bulk", { undo_id: trashed.undo_id }));
  assert.deepEqual(outcomes(back), ["restored", "validation_failed"]);
  assert.equal((await expectData(ana("GET", `/opportunities/${ids[0]}`))).stage.id, stage_id);

  const tasks = await makeMany(ana, "/tasks", [{ title: "Una" }, { title: "Otra" }]);
  await expectData(ana("PATCH", `/tasks/${tasks[0]}`, { status: "done" }));
  const done = await expectData(ana("GET", `/tasks/${tasks[0]}`));
  const opened = await expectData(
    ana("POST", "/tasks/bulk", { ids: tasks, status: "in_progress" }),
  );
  await expectData(ana("POST", "/tasks/bulk", { undo_id: opened.undo_id }));
  const again = await expectData(ana("GET", `/tasks/${tasks[0]}`));
  assert.deepEqual([again.status, again.done_at, again.done_by], [
    ...["done", done.done_at, done.done_by],
  ]);
  assert.equal((await ana("GET", "/tasks?status=pending")).body.meta.total, 1);
}, { both: true });

testOnEach("nothing goes back to somebody who has left", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const { id: luis } = await expectData(apiOf(world, people.luis, 1)("GET", "/me"));
  const ids = await makeMany(ana, "/clients", [{ name: "A", assignee_id: luis }, { name: "B" }]);
  const { id: me } = await expectData(ana("GET", "/me"));
  const mine = await expectData(ana("POST", "/clients/bulk", { ids, assignee_id: me }));
  await expectData(ana("DELETE", `/employees/${luis}`));
  const undone = await expectData(ana("POST", "/clients/bulk", { undo_id: mine.undo_id }));
  assert.deepEqual(outcomes(undone), ["validation_failed", "changed"]);
  assert.deepEqual(Object.keys(undone.records[0].fields), ["assignee_id"]);
});
