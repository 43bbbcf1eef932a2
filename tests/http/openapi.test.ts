import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { statuses } from "@/lib/input/errors.ts";
import { codesOf, collectRoutes, describeRoutes, listFiles, pathOf } from "@/lib/http/openapi.ts";
import { version } from "@/lib/version.ts";
import { makeWorld } from "../support/world.ts";

const folder = new URL("../../routes/", import.meta.url);
const routes = await collectRoutes(folder);
const document = describeRoutes(routes, "http://localhost:8000");

Deno.test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  assert.ok(valid, JSON.stringify(errors, null, 1));
});

Deno.test("the interface and the product each state their version", () => {
  assert.equal(document.info.version, "1.1");
  assert.equal(document.info["x-product-version"], version);
});

Deno.test("every endpoint is described: method, parameters, body, success and each failure", () => {
  const api = routes.flatMap(({ path, methods }) =>
    Object.entries(methods).map(([verb, method]) => ({ path, verb: verb.toLowerCase(), method }))
  );
  assert.ok(api.length > 15);
  for (const { path, verb, method } of api) {
    const operation = document.paths![path]![verb as "get"]!;
    assert.ok(operation.summary, path);
    const takesBody = Boolean(method.spec.body ?? method.spec.bodies);
    assert.equal(Boolean(operation.requestBody), takesBody, `${verb} ${path}`);
    assert.ok(operation.responses![method.spec.status ?? 200], `${verb} ${path}`);
    for (const code of codesOf(method.door, method.spec)) {
      const failure = operation.responses![statuses[code]] as { description: string };
      assert.match(failure.description, new RegExp(code), `${verb} ${path}`);
    }
    const inDoor: Record<string, string[]> = { member: ["company_id"], device: ["device"] };
    const inQuery = [...inDoor[method.door] ?? [], ...Object.keys(method.spec.query?.shape ?? {})];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = (operation.parameters ?? []) as {
      in: string;
      name: string;
      schema?: object;
    }[];
    for (const [where, expected] of Object.entries({ path: inPath, query: inQuery })) {
      const names = described.filter((one) => one.in === where).map(({ name }) => name);
      assert.deepEqual(names.sort(), expected.sort(), `${verb} ${path}: ${where}`);
    }
    for (const { name, schema } of described) {
      assert.ok(Object.keys(schema ?? {}).length > 0, `${verb} ${path}: ${name} is of any form`);
    }
  }
});

Deno.test("every endpoint below routes/ is in the document, and nothing else", () => {
  const described = Object.entries(document.paths!).flatMap(([path, operations]) =>
    Object.keys(operations!).map((verb) => `${verb} ${path}`)
  );
  const known = routes.flatMap(({ path, methods }) =>
    Object.keys(methods).map((verb) => `${verb.toLowerCase()} ${path}`)
  );
  assert.deepEqual(described.sort(), known.sort());
});

Deno.test("operation ids are unique", () => {
  const ids = Object.values(document.paths!).flatMap((path) =>
    Object.values(path!).map((operation) => (operation as { operationId: string }).operationId)
  );
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("a route file's name gives its URL", async () => {
  assert.equal(pathOf("index.ts"), "/");
  assert.equal(pathOf("api/responses/index.ts"), "/api/responses");
  assert.equal(pathOf("api/responses/[id]/redeliver.ts"), "/api/responses/{id}/redeliver");
  assert.equal(pathOf("api/openapi.json.ts"), "/api/openapi.json");
  assert.ok((await listFiles(folder)).includes("api/notify.ts"));
});

Deno.test("the document is public", async () => {
  await using world = await makeWorld();
  const served = await world.call("GET", "/api/openapi.json");
  assert.equal(served.body.paths["/api/notify"].post.operationId, "post_notify");
});
