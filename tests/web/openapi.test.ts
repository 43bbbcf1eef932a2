import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { catalogue } from "@/lib/web/errors.ts";
import { codesOf, collectRoutes, describeRoutes, listFiles, pathOf } from "@/lib/web/openapi.ts";
import { makeWorld } from "../support/world.ts";

const folder = new URL("../../routes/", import.meta.url);
const routes = await collectRoutes(folder);
const document = describeRoutes(routes, "http://localhost:8000");

Deno.test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  assert.ok(valid, JSON.stringify(errors, null, 1));
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
      const failure = operation.responses![catalogue[code].status] as { description: string };
      assert.match(failure.description, new RegExp(code), `${verb} ${path}`);
    }
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = (operation.parameters ?? []) as { in: string; name: string }[];
    assert.deepEqual(
      described.filter((parameter) => parameter.in === "path").map(({ name }) => name).sort(),
      inPath.sort(),
      `${verb} ${path}`,
    );
  }
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

Deno.test("the document and its page are public, and load nothing from elsewhere", async () => {
  await using world = await makeWorld();
  const served = await world.call("GET", "/api/openapi.json");
  assert.equal(served.body.paths["/api/notify"].post.operationId, "post_notify");
  const page = await world.call("GET", "/api/docs");
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.body, /(src|href)="(https?:)?\/\//);
  const policy = page.headers.get("content-security-policy")!;
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
});
