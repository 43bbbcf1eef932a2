import assert from "node:assert/strict";
import { maxViews } from "@/lib/views/view.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";

testOnEach("views are saved, shared, changed and deleted", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const luis = apiOf(world, people.luis, 1);
  const body = {
    list: "clients",
    name: "Empresas",
    filters: { kind: "company", assignee_id: "me,none" },
    sort: "-created_at",
    columns: ["city", "name"],
  };
  const answer = await ana("POST", "/views", body);
  const view = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/views/${view.id}`);
  assert.deepEqual({ ...view, ...body }, view);
  assert.deepEqual([view.shared, view.maker.name, view.version], [false, "Ana Ruiz", 1]);
  const path = `/views/${view.id}`;
  const names = async (api: typeof ana, list = "clients") =>
    (await expectData(api("GET", `/views?list=${list}`))).map(({ name }: { name: string }) => name);
  assert.deepEqual([await names(ana), await names(luis), await names(ana, "tasks")], [
    ...[["Empresas"], [], []],
  ]);
  for (const [method, json] of [["GET"], ["PATCH", { name: "x" }], ["DELETE"]] as const) {
    await expectFailure(luis(method, path, json), 404, "not_found");
  }
  const twice = await expectFailure(
    ana("POST", "/views", { ...body, name: "EMPRESAS" }),
    409,
    "duplicate",
  );
  assert.deepEqual(Object.keys(twice.fields), ["name"]);
  await expectData(luis("POST", "/views", body), 201);

  await expectData(ana("PATCH", path, { shared: true, version: 1 }));
  await expectFailure(ana("PATCH", path, { name: "y", version: 1 }), 409, "version_conflict");
  const renamed = await expectData(luis("PATCH", path, { name: "De todos", columns: null }));
  assert.deepEqual([renamed.name, renamed.columns, renamed.sort], ["De todos", null, body.sort]);
  assert.deepEqual(await names(luis), ["De todos", "Empresas"]);
  const updated = await expectData(luis("PATCH", path, { shared: false }));
  assert.equal(updated.shared, false);
  assert.deepEqual(await names(ana), []);
  await expectData(luis("DELETE", path));
  await expectFailure(luis("GET", path), 404, "not_found");
});

testOnEach("a saved view keeps only what its list can filter and sort by", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const cases: [object, string[]][] = [
    [{ list: "odd", name: "" }, ["list", "name"]],
    [{ list: "clients", name: "a", filters: { kind: "odd", page: "2", x: "1" } }, [
      ...["filters.kind.0", "filters.page", "filters.x"],
    ]],
    [{ list: "clients", name: "a", filters: { sort: "name" } }, ["filters.sort"]],
    [{ list: "clients", name: "a", filters: { kind: 1 } }, ["filters.kind"]],
    [{ list: "clients", name: "a", sort: "city" }, ["sort"]],
    [{ list: "clients", name: "a", columns: ["name", "name"] }, ["columns"]],
    [{ list: "clients", name: "a", columns: ["<b>"] }, ["columns.0"]],
  ];
  for (const [body, fields] of cases) {
    const failure = await expectFailure(ana("POST", "/views", body), 422, "validation_failed");
    assert.deepEqual(Object.keys(failure.fields).sort(), fields, JSON.stringify(body));
  }
  const { id } = await expectData(ana("POST", "/views", { list: "tasks", name: "a" }), 201);
  const wrong = { filters: { channel: "web" } };
  const failure = await expectFailure(
    ana("PATCH", `/views/${id}`, wrong),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(failure.fields), ["filters.channel"]);
  await inDatabase(world, 1, (trx) =>
    trx.insertInto("saved_views").values(
      Array.from({ length: maxViews }, (_, n) => ({
        company_id: 1,
        list: "sales" as const,
        name: `v${n}`,
      })),
    ).execute());
  const more = { list: "sales", name: "one more", shared: true };
  const full = await expectFailure(ana("POST", "/views", more), 422, "validation_failed");
  assert.deepEqual(Object.keys(full.fields), ["name"]);
  await expectData(ana("POST", "/views", { ...more, shared: false }), 201);
});
