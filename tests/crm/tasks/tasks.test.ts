import assert from "node:assert/strict";
import { taskStatuses } from "@/lib/crm/tasks/task.ts";
import { people, testOnEach } from "../../support/world.ts";
import { addClient, addQuote, apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";

testOnEach("tasks are made, listed, changed and trashed", async (world) => {
  const ana = apiOf(world, people.ana);
  const clientId = await addClient(world, 1, "Talleres Sol");
  const opportunity = await expectData(
    ana("POST", "/opportunities", { title: "Web", client_id: clientId }),
    201,
  );
  const { saleId } = await addQuote(world, 1, {
    opportunityId: opportunity.id,
    clientId,
    net: 10,
    number: "P-1",
    sold: true,
  });
  const answer = await ana("POST", "/tasks", {
    title: " Llamar a José ",
    priority: "high",
    kind: "follow_up",
    due_at: "2026-03-29T10:00:00+02:00",
    sale_id: saleId,
    checklist: [{ text: "Presupuesto" }, { text: "Fotos", done: true }],
  });
  const task = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/tasks/${task.id}`);
  assert.deepEqual([task.title, task.status, task.due_at, task.due_all_day], [
    "Llamar a José",
    "pending",
    "2026-03-29T08:00:00.000Z",
    true,
  ]);
  assert.deepEqual([task.client, task.opportunity, task.sale], [
    { id: clientId, name: "Talleres Sol" },
    { id: opportunity.id, name: "Web" },
    { id: saleId, name: "S-P-1" },
  ]);
  assert.deepEqual(task.checklist, [
    { text: "Presupuesto", done: false },
    { text: "Fotos", done: true },
  ]);

  const path = `/tasks/${task.id}`;
  const same = await expectData(ana("PATCH", path, { checklist: task.checklist, version: 1 }));
  assert.equal(same.version, 1);
  const changed = await expectData(
    ana("PATCH", path, { checklist: [], due_at: null, description: "x", version: 1 }),
  );
  assert.deepEqual([changed.version, changed.checklist, changed.due_at], [2, [], null]);
  await expectFailure(ana("PATCH", path, { title: "y", version: 1 }), 409, "version_conflict");
  await expectData(ana("PATCH", path, { due_at: "2026-03-29T21:30:00Z" }));

  const lists: [string, number][] = [
    ["q=jose", 1],
    ["status=pending,done&priority=high&kind=follow_up", 1],
    ["status=in_progress", 0],
    [`client_id=${clientId}&opportunity_id=${opportunity.id}&sale_id=${saleId}`, 1],
    ["due_at_from=2026-03-29&due_at_to=2026-03-29", 1], // 23:30 in Madrid, where summer began
    ["due_at_from=2026-03-30", 0],
    ["assignee_id=me&sort=-due_at,created_at", 1],
    ["assignee_id=none", 0],
  ];
  for (const [query, total] of lists) {
    const { body } = await ana("GET", `/tasks?${query}`);
    assert.equal(body.meta?.total, total, `${query}: ${JSON.stringify(body)}`);
  }

  await expectData(ana("DELETE", path));
  await expectFailure(ana("GET", path), 404, "not_found");
  await expectData(ana("POST", `${path}/restore`));
  const wrong = await expectFailure(
    ana("POST", "/tasks", { title: "", status: "odd", due_at: "2026-03-29", position: 1 }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["due_at", "position", "status", "title"]);
});

testOnEach("every task status leads to every other; done says when and who", async (world) => {
  const ana = apiOf(world, people.ana);
  for (const from of taskStatuses) {
    for (const to of taskStatuses) {
      const { id } = await expectData(ana("POST", "/tasks", { title: "Tarea", status: from }), 201);
      const task = await expectData(ana("PATCH", `/tasks/${id}`, { status: to }));
      assert.equal(task.status, to);
      assert.equal(task.version, from === to ? 1 : 2);
      assert.equal(task.done_at !== null, to === "done");
      assert.equal(task.done_by?.name, to === "done" ? "Ana Ruiz" : undefined);
      const verbs = await inDatabase(
        world,
        1,
        (trx) =>
          trx.selectFrom("activities").select(["verb", "changes"]).where("task_id", "=", id)
            .orderBy("id").execute(),
      );
      const expected = from === to ? [] : [to === "done" ? "done" : "changed"];
      assert.deepEqual(verbs.map(({ verb }) => verb), ["created", ...expected]);
      if (from !== to) assert.deepEqual(verbs.at(-1)!.changes, { status: [from, to] });
    }
  }
});

testOnEach("the task board counts, and keeps its order under drags at once", async (world) => {
  const ana = apiOf(world, people.ana);
  const ids: number[] = [];
  for (let at = 0; at < 24; at++) {
    ids.push((await expectData(ana("POST", "/tasks", { title: `Tarea ${at}` }), 201)).id);
  }
  const [bottom, anchor, ...others] = ids as [number, number, ...number[]];
  for (const id of [bottom, anchor]) {
    await expectData(ana("PATCH", `/tasks/${id}`, { status: "in_progress" }));
  }
  const dragged = await Promise.all(
    others.map((id) => ana("PATCH", `/tasks/${id}`, { status: "in_progress", after_id: anchor })),
  );
  assert.deepEqual(dragged.map(({ status }) => status), others.map(() => 200));
  const board = await expectData(ana("GET", "/tasks/board"));
  assert.deepEqual(
    board.columns.map(({ status, count }: { status: string; count: number }) => [status, count]),
    [["pending", 0], ["in_progress", 24], ["done", 0]],
  );
  const column = board.columns[1].cards.map(({ id }: { id: number }) => id);
  assert.deepEqual([column[0], column.at(-1)], [anchor, bottom]);
  assert.deepEqual(column.slice(1, -1).toSorted(), others.toSorted());

  const numbers: number[] = [];
  for (let after: string | null = ""; after !== null;) {
    const query = `status=in_progress&per_column=5${after && `&after=${after}`}`;
    const { columns } = await expectData(ana("GET", `/tasks/board?${query}`));
    assert.deepEqual([columns.length, columns[0].count], [1, column.length]);
    numbers.push(...columns[0].cards.map(({ id }: { id: number }) => id));
    assert.equal(columns[0].more, column.length - numbers.length);
    after = columns[0].next;
  }
  assert.deepEqual(numbers, column);

  const moved = await expectData(ana("PATCH", `/tasks/${bottom}`, { before_id: anchor }));
  assert.equal(moved.version, 2, "a place in the same column is no new version");
  const [top] = (await expectData(ana("GET", "/tasks/board?per_column=1"))).columns[1].cards;
  assert.equal(top.id, bottom);
  const result = await expectData(ana("GET", "/tasks/board?q=tarea+23&assignee_id=me"));
  assert.deepEqual(result.columns.map(({ count }: { count: number }) => count), [0, 1, 0]);
  const wrong = await expectFailure(
    ana("PATCH", `/tasks/${top.id}`, { before_id: top.id, after_id: 9999 }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(wrong.fields).sort(), ["after_id", "before_id"]);
});

testOnEach("tasks and events stay within their company", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const foreign = await addClient(world, 2, "Ajena");
  const secret = { title: "Secreta", client_id: foreign };
  const times = { starts_at: "2026-03-01T10:00:00Z", ends_at: "2026-03-01T11:00:00Z" };
  const task = await expectData(eva("POST", "/tasks", secret), 201);
  const event = await expectData(eva("POST", "/events", { ...secret, ...times }), 201);
  for (const path of [`/tasks/${task.id}`, `/events/${event.id}`]) {
    await expectFailure(ana("GET", path), 404, "not_found");
    await expectFailure(ana("PATCH", path, { title: "y" }), 404, "not_found");
    await expectFailure(ana("DELETE", path), 404, "not_found");
    await expectFailure(ana("POST", `${path}/restore`), 404, "not_found");
  }
  const links = { client_id: foreign, opportunity_id: 99, assignee_id: 2 };
  const wrong = [
    await expectFailure(
      ana("POST", "/tasks", { title: "x", ...links, sale_id: 99 }),
      422,
      "validation_failed",
    ),
    await expectFailure(
      ana("POST", "/events", { title: "x", ...times, ...links, contact_id: 99 }),
      422,
      "validation_failed",
    ),
  ];
  assert.deepEqual(wrong.map(({ fields }) => Object.keys(fields).sort()), [
    ["assignee_id", "client_id", "opportunity_id", "sale_id"],
    ["assignee_id", "client_id", "contact_id", "opportunity_id"],
  ]);
  for (const path of ["/tasks", "/tasks/board", "/tasks?q=secreta", "/events?from=2026-03-01"]) {
    assert.doesNotMatch(JSON.stringify((await ana("GET", path)).body), /Secreta|Ajena/);
  }
  const luis = apiOf(world, people.luis, 2);
  assert.equal((await expectData(luis("GET", `/tasks/${task.id}`))).title, "Secreta");
});
