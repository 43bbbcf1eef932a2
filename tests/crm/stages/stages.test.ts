import assert from "node:assert/strict";
import { people, testOnEach } from "../../support/world.ts";
import { addClient, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";

type Stage = { id: number; name: string; order: number };
const names = (stages: Stage[]) => stages.map(({ name }) => name);

testOnEach("stages are added, changed, ordered and kept apart by company", async (world) => {
  const ana = apiOf(world, people.ana);
  const eva = apiOf(world, people.eva);
  const factory = await expectData(ana("GET", "/pipeline-stages"));
  assert.deepEqual(names(factory), ["Nuevo", "Calificado", "Propuesta", "Negociación"]);
  assert.deepEqual(factory.map((stage: { rot_days: number }) => stage.rot_days), [7, 10, 14, 14]);

  const answer = await ana("POST", "/pipeline-stages", { name: "  Visita ", color: "#AABBCC" });
  const visit = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/pipeline-stages/${visit.id}`);
  assert.deepEqual([visit.name, visit.order, visit.color, visit.default_probability], [
    "Visita",
    5,
    "#aabbcc",
    50,
  ]);
  const twice = await expectFailure(
    ana("POST", "/pipeline-stages", { name: "vISITA" }),
    409,
    "duplicate",
  );
  assert.deepEqual(Object.keys(twice.fields), ["name"]);
  await expectFailure(
    ana("PATCH", `/pipeline-stages/${visit.id}`, { name: "NUEVO" }),
    409,
    "duplicate",
  );
  const wrong = await expectFailure(
    ana("POST", "/pipeline-stages", { name: " ", default_probability: 101, rot_days: -1, x: 1 }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), [
    "default_probability",
    "name",
    "rot_days",
    "x",
  ]);

  const path = `/pipeline-stages/${visit.id}`;
  const changed = await expectData(ana("PATCH", path, { rot_days: 3, version: 1 }));
  assert.deepEqual([changed.rot_days, changed.version], [3, 2]);
  const stale = await expectFailure(
    ana("PATCH", path, { rot_days: 4, version: 1 }),
    409,
    "version_conflict",
  );
  assert.equal(stale.details.current, 2);

  const ids = factory.map(({ id }: Stage) => id);
  const wanted = [visit.id, ...ids.toReversed()];
  const ordered = await expectData(ana("PUT", "/pipeline-stages/order", { ids: wanted }));
  assert.deepEqual(ordered.map(({ id, order }: Stage) => [id, order]), [
    ...wanted.map((id, at) => [id, at + 1]),
  ]);
  const foreign = (await expectData(eva("GET", "/pipeline-stages")))[0].id;
  for (const bad of [ids, [...wanted, visit.id], [...ids, foreign], [...wanted, foreign]]) {
    const refused = await expectFailure(
      ana("PUT", "/pipeline-stages/order", { ids: bad }),
      422,
      "validation_failed",
    );
    assert.ok(refused.fields.ids);
  }
  for (const method of ["GET", "PATCH", "DELETE"]) {
    await expectFailure(eva(method, path, method === "PATCH" ? {} : undefined), 404, "not_found");
  }
  await expectFailure(ana("DELETE", `${path}?reassign_to=${foreign}`), 422, "validation_failed");
  assert.deepEqual(names(await expectData(eva("GET", "/pipeline-stages"))), names(factory));
});

testOnEach(
  "a stage goes when its opportunities have another, and the last stays",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const clientId = await addClient(world, 1, "Talleres Sol");
    const [first, second, ...rest] = await expectData(ana("GET", "/pipeline-stages"));
    const open = (title: string, stage_id: number) =>
      expectData(ana("POST", "/opportunities", { title, client_id: clientId, stage_id }), 201);
    const stays = await open("Letrero", first.id);
    const lower = await open("Web", second.id);
    const upper = await open("Logo", second.id);
    await expectData(ana("POST", `/opportunities/${upper.id}/lose`, { lost_reason: "Precio" }));
    const trashed = await open("Nada", second.id);
    await expectData(ana("DELETE", `/opportunities/${trashed.id}`));

    const path = `/pipeline-stages/${second.id}`;
    const used = await expectFailure(ana("DELETE", path), 409, "stage_in_use");
    assert.equal(used.details.count, 2);
    await expectFailure(
      ana("DELETE", `${path}?reassign_to=${second.id}`),
      422,
      "validation_failed",
    );
    await expectFailure(ana("DELETE", `${path}?reassign_to=x`), 422, "validation_failed");
    const gone = await expectData(ana("DELETE", `${path}?reassign_to=${first.id}`));
    assert.equal(gone.name, "Calificado");
    await expectFailure(ana("GET", path), 404, "not_found");

    const board = await expectData(ana("GET", "/opportunities/board"));
    assert.deepEqual(board.columns[0].cards.map(({ id }: { id: number }) => id), [
      stays.id,
      lower.id,
    ]);
    const lost = await expectData(ana("GET", `/opportunities/${upper.id}`));
    assert.deepEqual(lost.stage, { id: first.id, name: first.name });
    const back = await expectData(ana("POST", `/opportunities/${trashed.id}/restore`));
    assert.equal(back.stage.id, first.id);
    const log = await inDatabase(
      world,
      1,
      (trx) =>
        trx.selectFrom("opportunity_stage_log").select(["from_stage_id", "to_stage_id", "left_at"])
          .where("opportunity_id", "=", lower.id).orderBy("id").execute(),
    );
    assert.deepEqual(
      log.map((row) => [row.from_stage_id, row.to_stage_id, row.left_at === null]),
      [[null, null, false], [null, first.id, true]],
    );

    for (const { id } of rest) {
      await expectData(ana("DELETE", `/pipeline-stages/${id}`));
    }
    await expectFailure(ana("DELETE", `/pipeline-stages/${first.id}`), 409, "in_use");
  },
);

testOnEach("stages that come and go at once leave one order and one last stage", async (world) => {
  const ana = apiOf(world, people.ana);
  const before = await expectData(ana("GET", "/pipeline-stages"));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, at) => ana("POST", "/pipeline-stages", { name: `Etapa ${at}` })),
  );
  assert.deepEqual(answers.map(({ status }) => status), Array(6).fill(201));
  const stages: Stage[] = await expectData(ana("GET", "/pipeline-stages"));
  assert.deepEqual(stages.map(({ order }) => order), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const gone = await Promise.all(
    stages.map(({ id }) => ana("DELETE", `/pipeline-stages/${id}`)),
  );
  assert.deepEqual(gone.map(({ status }) => status).sort(), [...Array(9).fill(200), 409]);
  assert.equal((await expectData(ana("GET", "/pipeline-stages"))).length, 1);
  assert.equal(before.length, 4);
});
