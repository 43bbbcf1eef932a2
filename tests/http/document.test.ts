/** The served OpenAPI document, by the rules that generators of clients in other languages need. */
import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { documentOf } from "@/lib/http/document.ts";

const folder = new URL("../../routes/", import.meta.url);
const { text, document: plain } = await documentOf(folder, "http://localhost:8000");
const served = JSON.parse(text);

interface DocumentPart {
  where: string;
  // Any part of the document.
  // deno-lint-ignore no-explicit-any
  part: any;
}

/** Every schema of the document, with where it stands. */
function* schemasBelow(value: unknown, where: string, isSchema = false): Generator<DocumentPart> {
  if (typeof value !== "object" || value === null) return;
  if (isSchema && !Array.isArray(value)) yield { where, part: value };
  for (const [name, inner] of Object.entries(value)) {
    const at = `${where}.${name}`;
    if (name === "properties" || (name === "schemas" && where === "components")) {
      for (const [field, one] of Object.entries(inner as object)) {
        yield* schemasBelow(one, `${at}.${field}`, true);
      }
    } else if (["anyOf", "oneOf", "allOf", "prefixItems"].includes(name)) {
      for (const [n, one] of Object.entries(inner as object)) {
        yield* schemasBelow(one, `${at}.${n}`, true);
      }
    } else {
      const holds = ["schema", "items", "additionalProperties"].includes(name);
      yield* schemasBelow(inner, at, holds);
    }
  }
}

const schemas = [...schemasBelow(served.components, "components")]
  .concat([...schemasBelow(served.paths, "paths")], [...schemasBelow(served.webhooks, "webhooks")]);

/** Where schemas break a rule. */
function breaking(rule: (part: DocumentPart["part"]) => boolean): string[] {
  return schemas.filter(({ part }) => rule(part)).map(({ where }) => where);
}

Deno.test("the served document is valid, and all that it refers to is there", async () => {
  assert.ok(schemas.length > 2_000, String(schemas.length));
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  assert.ok(valid, JSON.stringify(errors, null, 1));
  for (const [, ref] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = ref!.split("/").reduce((part, name) => part?.[name], served);
    assert.ok(target, ref);
  }
});

Deno.test("what is shared says what stood in each operation", () => {
  const whole = (part: DocumentPart["part"]) =>
    part.$ref
      ? part.$ref.slice(2).split("/").reduce((at: DocumentPart["part"], n: string) => at[n], served)
      : part;
  for (const [path, item] of Object.entries(plain.paths!)) {
    for (const [verb, operation] of Object.entries(item)) {
      const shared = served.paths[path][verb];
      assert.deepEqual((shared.parameters ?? []).map(whole), operation.parameters ?? [], path);
      for (const [status, response] of Object.entries(operation.responses!)) {
        assert.deepEqual(whole(shared.responses[status]), response, `${verb} ${path} ${status}`);
      }
      assert.deepEqual(shared.security ?? served.security, operation.security, `${verb} ${path}`);
    }
  }
});

Deno.test("no schema says what generators stumble over", () => {
  const rules: Record<string, (part: DocumentPart["part"]) => boolean> = {
    "a constant": (part) => "const" in part || part.enum?.length === 1,
    "a default": (part) => "default" in part,
    "a pattern of a number": ({ type, pattern }) =>
      pattern !== undefined && ![type].flat().includes("string"),
    "alternatives without a type": ({ anyOf = [], oneOf = [] }) =>
      [...anyOf, ...oneOf].some((one: object) =>
        !("type" in one) && !("$ref" in one) && !("anyOf" in one)
      ),
    "a type beside alternatives": ({ type, anyOf, oneOf }) =>
      type !== undefined && (anyOf ?? oneOf),
    "two forms of a text": ({ anyOf = [] }) =>
      anyOf.filter((one: DocumentPart["part"]) => [one.type].flat().includes("string")).length > 1,
    "an integer without its size": ({ type, format }) =>
      [type].flat().includes("integer") && format !== "int64",
    "a machine's bound": ({ minimum, maximum }) =>
      Math.abs(minimum ?? 0) > 2 ** 52 || Math.abs(maximum ?? 0) > 2 ** 52,
    "names of properties": (part) => "propertyNames" in part,
    "an extension": (part) => "x-form" in part,
  };
  for (const [what, rule] of Object.entries(rules)) assert.deepEqual(breaking(rule), [], what);
});

Deno.test("what has a base has a name, since its own fields are lost without one", () => {
  const composed = schemas.filter(({ part }) => part.allOf).map(({ where }) => where);
  assert.ok(composed.length > 50);
  assert.deepEqual(composed.filter((where) => where.split(".").length > 3), []);
});

Deno.test("operations are named as a person would say them, by their noun", () => {
  const ids = Object.values(served.paths as Record<string, Record<string, DocumentPart["part"]>>)
    .flatMap((item) => Object.values(item));
  for (const { operationId, tags } of ids) {
    assert.match(operationId, /^[a-z]+(?:[A-Z][a-z]+)*$/);
    assert.ok(served.tags.some(({ name }: { name: string }) => name === tags[0]), tags[0]);
  }
  for (const id of ["sendNotification", "listContacts", "getClient", "createTask", "confirmSale"]) {
    assert.ok(ids.some(({ operationId }) => operationId === id), id);
  }
  const tags = new Set(ids.flatMap((operation) => operation.tags));
  assert.deepEqual(served.tags.filter(({ name }: { name: string }) => !tags.has(name)), [
    served.tags.find(({ name }: { name: string }) => name === "webhooks"),
  ]);
});

Deno.test("no two schemas are X and NewX, and envelopes and pages are components", () => {
  const names = Object.keys(served.components.schemas);
  assert.deepEqual(names.filter((name) => names.includes(`New${name}`)), []);
  for (const name of ["Reference", "PageMeta", "ContactAnswer", "ContactPage"]) {
    assert.ok(names.includes(name), name);
  }
  const inline = schemas.filter(({ where, part }) =>
    where.startsWith("paths") && where.includes("responses") && part.properties?.success
  );
  assert.deepEqual(inline.map(({ where }) => where), []);
});

Deno.test("components of a kind differ in more than capitals and underscores", () => {
  for (const [kind, parts] of Object.entries(served.components)) {
    const names = Object.keys(parts as object);
    const folded = new Set(names.map((name) => name.replace(/[^a-z\d]/gi, "").toLowerCase()));
    assert.equal(folded.size, names.length, kind);
  }
});

Deno.test("every failure has its headers, and what is binary says so", () => {
  const failures = Object.entries(served.components.responses)
    .filter(([name]) => /^(F\d|Other)/.test(name));
  assert.ok(failures.length > 20);
  for (const [name, response] of failures) {
    const { headers } = response as { headers: object };
    assert.ok("X-Request-Id" in headers, name);
  }
  assert.ok(served.components.responses.Other.headers["Retry-After"]);
  const { $ref } = served.paths["/api/admin/quotes/{id}/pdf"].get.responses[200];
  const { content } = served.components.responses[$ref.split("/").at(-1)];
  assert.deepEqual(content, {
    "application/pdf": { schema: { type: "string", format: "binary" } },
  });
});
