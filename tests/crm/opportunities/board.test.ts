import assert from "node:assert/strict";
import { sql } from "kysely";
import { people, testOnEach, type World } from "../../support/world.ts";
import { addClient, type Api, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";

async function openMany(world: World, api: Api, titles: string[], extra = {}) {
  const client_id = await addClient(world, 1, "Talleres Sol");
  const ids: number[] = [];
  for (const title of titles) {
    const opportunity = await expectData(
      api("POST", "/opportunities", { title, client_id, ...extra }),
      201,
    );
    ids.push(opportunity.id);
  }
  return ids;
}

async function columnOf(api: Api, at: number): Promise<number[]> {
  const board = await expectData(api("GET", "/opportunities/board?per_column=200"));
  return board.columns[at].cards.map(({ id }: { id: number }) => id);
}

testOnEach("the board counts, sums and orders what was asked for", async (world) => {
  const ana = apiOf(world, people.ana);
  const [first, second] = await expectData(ana("GET", "/pipeline-stages"));
  const [a, b, c] = await openMany(world, ana, ["Alfa", "Beta", "Gamma"], { amount: 100.55 });
  await openMany(world, ana, ["Delta"], { amount: 10, probability: 80, stage_id: second.id });
  await expectData(ana("POST", `/opportunities/${a}/win`));
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("opportunities").set({ last_activity_at: sql`now() - interval '9 days'` })
        .where("id", "=", b!).execute(),
  );

  const board = await expectData(ana("GET", "/opportunities/board?per_column=1"));
  assert.equal(board.currency, "EUR");
  assert.deepEqual(
    board.columns.map((column: Record<string, unknown>) => [
      column.name,
      column.count,
      column.amount,
      column.weighted,
      (column.cards as unknown[]).length,
    ]),
    [
      ["Nuevo", 2, 201.1, 20.11, 1],
      ["Calificado", 1, 10, 8, 1],
      ["Propuesta", 0, 0, 0, 0],
      ["Negociación", 0, 0, 0, 0],
    ],
  );
  assert.equal(board.columns[0].id, first.id);
  const whole = await expectData(ana("GET", "/opportunities/board"));
  const [top, under] = whole.columns[0].cards;
  assert.deepEqual([top.id, under.id], [c, b], "the newest is on top");
  assert.deepEqual([top.rotting_days, under.rotting_days], [null, 2]);
  await expectData(
    ana("PATCH", `/opportunities/${b}`, {
      next_action_at: "2999-01-01T00:00:00Z",
      assignee_id: null,
    }),
  );
  const result = await expectData(ana("GET", "/opportunities/board?q=bet&assignee_id=none"));
  assert.deepEqual(result.columns.map(({ count }: { count: number }) => count), [1, 0, 0, 0]);
  assert.equal(result.columns[0].cards[0].rotting_days, null);
  const mine = await expectData(ana("GET", "/opportunities/board?assignee_id=me"));
  assert.deepEqual(mine.columns.map(({ count }: { count: number }) => count), [1, 1, 0, 0]);
  await expectFailure(
    ana("GET", "/opportunities/board?per_column=201&x=1"),
    422,
    "validation_failed",
  );
});

testOnEach("a column is read to its end, also while cards move", async (world) => {
  const ana = apiOf(world, people.ana);
  const [stage, second] = await expectData(ana("GET", "/pipeline-stages"));
  const ids = await openMany(world, ana, ["A", "B", "C", "D", "E"], { tags: ["obra"] });
  const [e, d, c, b, a] = ids.toReversed();
  const read = async (query: string) => {
    const { columns } = await expectData(ana("GET", `/opportunities/board?per_column=2${query}`));
    const [{ cards, count, more, next }] = columns;
    const ids = cards.map(({ id }: { id: number }) => id);
    return { columns: columns.length, shown: ids, count, more, next };
  };
  const first = await read("");
  assert.deepEqual([first.columns, first.shown, first.count, first.more], [4, [e, d], 5, 3]);
  // The card that the place was taken from goes away; the place stays.
  await expectData(ana("POST", `/opportunities/${d}/move`, { stage_id: second.id }));
  const after = (next: string) => read(`&stage_id=${stage.id}&after=${next}`);
  const middle = await after(first.next);
  assert.deepEqual([middle.columns, middle.shown, middle.count, middle.more], [1, [c, b], 4, 1]);
  const end = await after(middle.next);
  assert.deepEqual([end.shown, end.more, end.next], [[a], 0, null]);

  const { client } = await expectData(ana("GET", `/opportunities/${a}`));
  const other = await addClient(world, 1, "Otra");
  await expectData(
    ana("PATCH", `/opportunities/${c}`, { client_id: other, tags: [], assignee_id: 1 }),
  );
  assert.deepEqual((await read(`&client_id=${other}`)).shown, [c]);
  assert.equal((await read(`&client_id=${other},${client.id}`)).count, 4);
  assert.deepEqual((await read("&tag=obra,otra")).shown, [e, b]);
  assert.equal((await read("&assignee_id=none,1")).count, 4);
  const wrong = await expectFailure(
    ana("GET", "/opportunities/board?after=x"),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["after", "stage_id"]);
  const columnless = await expectFailure(
    ana("GET", `/opportunities/board?after=${first.next}`),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(columnless.fields), ["stage_id"]);
});

testOnEach("a card goes before, after, or on top, and its stay is logged", async (world) => {
  const ana = apiOf(world, people.ana);
  const eva = apiOf(world, people.eva);
  const [first, second] = await expectData(ana("GET", "/pipeline-stages"));
  const [d, c, b, a] = await openMany(world, ana, ["D", "C", "B", "A"]) as [
    number,
    number,
    number,
    number,
  ];
  const move = (id: number, body: Record<string, unknown>) =>
    ana("POST", `/opportunities/${id}/move`, { stage_id: first.id, ...body });
  assert.deepEqual(await columnOf(ana, 0), [a, b, c, d]);
  const moved = await expectData(move(a, { after_id: c }));
  assert.equal(moved.version, 1, "a place in the same column is no new version");
  assert.deepEqual(await columnOf(ana, 0), [b, c, a, d]);
  await expectData(move(d, { before_id: c }));
  assert.deepEqual(await columnOf(ana, 0), [b, d, c, a]);
  await expectData(move(c, {}));
  assert.deepEqual(await columnOf(ana, 0), [c, b, d, a]);
  await expectData(move(c, { after_id: a, before_id: b }));
  assert.deepEqual(await columnOf(ana, 0), [b, d, a, c], "after_id counts first");

  const away = await expectData(move(d, { stage_id: second.id }));
  assert.deepEqual([away.stage.id, away.version], [second.id, 2]);
  await expectData(move(c, { after_id: d, before_id: a }));
  assert.deepEqual(await columnOf(ana, 0), [b, c, a], "a neighbour that left no longer counts");
  await expectData(move(c, { after_id: d }));
  assert.deepEqual(await columnOf(ana, 0), [c, b, a]);

  const client_id = await addClient(world, 2, "Ajena");
  const foreign = await expectData(eva("POST", "/opportunities", { title: "x", client_id }), 201);
  const wrong = await expectFailure(
    move(a, { before_id: a, after_id: foreign.id }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["after_id", "before_id"]);
  const elsewhere = await expectFailure(
    move(a, { stage_id: foreign.stage.id }),
    422,
    "validation_failed",
  );
  assert.ok(elsewhere.fields.stage_id);
  await expectFailure(move(d, { version: 1 }), 409, "version_conflict");

  const { log, activity } = await inDatabase(world, 1, async (trx) => ({
    log: await trx.selectFrom("opportunity_stage_log").selectAll()
      .where("opportunity_id", "=", d).orderBy("id").execute(),
    activity: await trx.selectFrom("activities").selectAll().where("opportunity_id", "=", d)
      .orderBy("id", "desc").executeTakeFirstOrThrow(),
  }));
  assert.deepEqual(
    log.map((row) => [row.from_stage_id, row.to_stage_id, row.left_at !== null]),
    [[null, first.id, true], [first.id, second.id, false]],
  );
  assert.equal(activity.verb, "moved");
  assert.deepEqual(activity.changes, {
    stage: [{ id: first.id, name: first.name }, { id: second.id, name: second.name }],
  });
});

testOnEach("drags at once lose no card and keep their neighbours", async (world) => {
  const ana = apiOf(world, people.ana);
  const [first, second] = await expectData(ana("GET", "/pipeline-stages"));
  const cards = await openMany(world, ana, Array.from({ length: 26 }, (_, at) => `Tarjeta ${at}`));
  const [bottom, anchor, ...others] = cards as [number, number, ...number[]];
  for (const id of [bottom, anchor]) {
    await expectData(ana("POST", `/opportunities/${id}/move`, { stage_id: second.id }));
  }
  // Each goes into the same gap, which halves until the column is renumbered.
  const drag = (id: number, stage_id: number, after_id: number) =>
    ana("POST", `/opportunities/${id}/move`, { stage_id, after_id });
  const dragged = await Promise.all(others.map((id) => drag(id, second.id, anchor)));
  assert.deepEqual(dragged.map(({ status }) => status), others.map(() => 200));
  const column = await columnOf(ana, 1);
  assert.deepEqual([column[0], column.at(-1)], [anchor, bottom]);
  assert.deepEqual(column.slice(1, -1).toSorted(), others.toSorted());

  const half = others.slice(0, 12);
  const crossed = await Promise.all([
    ...half.map((id) => drag(id, first.id, anchor)),
    ...others.slice(12).map((id) => drag(id, second.id, bottom)),
  ]);
  assert.deepEqual(crossed.map(({ status }) => status), others.map(() => 200));
  assert.deepEqual((await columnOf(ana, 0)).toSorted(), half.toSorted());
  const rest = await columnOf(ana, 1);
  assert.deepEqual(rest.slice(0, 2), [anchor, bottom]);
  assert.equal(rest.length, 14);
  const { rows } = await inDatabase(world, 1, (trx) =>
    sql<{ id: number }>`
    select o.id from opportunities o
    where (select count(*) from opportunities p
           where p.stage_id = o.stage_id and p.position = o.position) > 1
       or (select array_agg(to_stage_id) from opportunity_stage_log l
           where l.opportunity_id = o.id and left_at is null) <> array[o.stage_id]`.execute(trx));
  assert.deepEqual(rows, [], "every place is one card's, and every card is logged where it is");
});
