import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { Verb } from "@/lib/http/endpoint.ts";
import { statuses } from "@/lib/input/errors.ts";
import { codesOf } from "@/lib/http/document/responses.ts";
import {
  collectRoutes,
  describeRoutes,
  listFiles,
  pathOf,
  publicRoutes,
} from "@/lib/http/openapi.ts";
import { version } from "@/lib/tools/version.ts";
import { makeWorld } from "../support/world.ts";
import { fieldsIn } from "./fields_in.ts";

const folder = new URL("../../routes/", import.meta.url);
const routes = publicRoutes(await collectRoutes(folder));
const document = describeRoutes(routes, "http://localhost:8000");
/** As callers read it. */
const served = JSON.parse(JSON.stringify(document));

Deno.test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(served);
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
    for (const code of codesOf(method.guard, method.spec, verb.toUpperCase() as Verb)) {
      const { responses = {} } = operation;
      const failure = (responses[statuses[code]] ?? responses.default) as { description: string };
      assert.match(failure.description, new RegExp(code), `${verb} ${path}`);
    }
    const inGuard: Record<string, string[]> = {
      member: method.isOfPerson ? [] : ["company_id"],
      device: ["device"],
    };
    const inQuery = [
      ...inGuard[method.guard] ?? [],
      ...Object.keys(method.spec.query?.shape ?? {}),
    ];
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

Deno.test("every endpoint that callers reach is in the document, and nothing else", () => {
  const described = Object.entries(document.paths!).flatMap(([path, operations]) =>
    Object.keys(operations!).map((verb) => `${verb} ${path}`)
  );
  const names = routes.flatMap(({ path, methods }) =>
    Object.keys(methods).map((verb) => `${verb.toLowerCase()} ${path}`)
  );
  assert.deepEqual(described.sort(), names.sort());
});

Deno.test("operation ids are unique", () => {
  const ids = Object.values(document.paths!).flatMap((path) =>
    Object.values(path!).map((operation) => (operation as { operationId: string }).operationId)
  );
  assert.equal(new Set(ids).size, ids.length);
});

Deno.test("every field and parameter is described", () => {
  const fields = [...fieldsIn(served)];
  assert.ok(fields.length > 1500);
  // An envelope's own fields are described once, in the introduction.
  const bare = fields.filter(({ path }) => path.at(-2) !== "answer")
    .filter(({ described }) => !described.description?.trim())
    .map(({ path }) => path.join("."));
  assert.deepEqual([...new Set(bare)], [], "give them `means` in a field table, or a .meta()");
});

Deno.test("every array says what it holds, and what is required is defined", () => {
  const wrong: string[] = [];
  const visit = (value: unknown, where: string, outer: Record<string, unknown> = {}) => {
    if (typeof value !== "object" || value === null) return;
    const { type, items, properties, required } = value as Record<string, unknown>;
    const own = { ...outer, ...properties as Record<string, unknown> };
    if (type === "array" && typeof items !== "object") wrong.push(`${where}: no items`);
    for (const name of Array.isArray(required) ? required : []) {
      if (!Object.hasOwn(own, name)) wrong.push(`${where}: ${name} is required`);
    }
    for (const [name, inner] of Object.entries(value)) {
      const isAlternative = name === "oneOf" || name === "anyOf" || /\.(one|any)Of$/.test(where);
      visit(inner, `${where}.${name}`, isAlternative ? own : {});
    }
  };
  visit(served.components.schemas, "schemas");
  visit(served.paths, "paths");
  assert.deepEqual(wrong, []);
});

Deno.test("the callback is a webhook with the headers that are sent", () => {
  const { post } = served.webhooks.response;
  const { schema } = post.requestBody.content["application/json"];
  assert.deepEqual(schema, served.components.schemas.ResponseRecord);
  const headers = post.parameters.map(({ name }: { name: string }) => name);
  assert.deepEqual(headers, [
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
    "X-Service-Signature",
    "X-Service-Attempt",
  ]);
});

Deno.test("the document names licence and server", () => {
  assert.deepEqual(served.info.license, { name: "MIT", identifier: "MIT" });
  assert.equal(served.servers[0].url, "http://localhost:8000");
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
  assert.equal(served.body.paths["/api/notify"].post.operationId, "sendNotification");
});
