/**
 * What callers rely on: paths, schemas, codes and ids of the OpenAPI document, as last agreed on.
 * They change on purpose only: `UPDATE_CONTRACT=1 deno task test tests/http/contract.test.ts`
 * writes them anew, one operation or schema a line, and a review sees the difference. Wording is
 * free.
 */
import assert from "node:assert/strict";
import { codesIn } from "@/lib/http/document/responses.ts";
import { collectRoutes, describeRoutes } from "@/lib/http/openapi.ts";

const agreed = new URL("contract.json", import.meta.url);

type Json = Record<string, unknown>;

/** A value without its wording; a property that is itself called `description` stays. */
function withoutWording(value: unknown, isMapOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWording(item));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([name]) =>
    isMapOfNames || !["summary", "description", "example"].includes(name)
  );
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, withoutWording(inner, name === "properties")]),
  );
}

/** An operation without its wording, each response with the codes that its description names. */
function operation(value: Json): unknown {
  const responses = Object.entries(value.responses as Record<string, Json>).map(([status, one]) => {
    const codes = codesIn(String(one.description));
    return [status, { ...withoutWording(one) as Json, ...(codes.length > 0 ? { codes } : {}) }];
  });
  return { ...withoutWording(value) as Json, responses: Object.fromEntries(responses) };
}

async function readContract(): Promise<Json> {
  const routes = await collectRoutes(new URL("../../routes/", import.meta.url));
  const document = JSON.parse(JSON.stringify(describeRoutes(routes, "http://localhost:8000")));
  const operations = Object.entries({ ...document.paths, ...document.webhooks })
    .flatMap(([path, verbs]) =>
      Object.entries(verbs as Record<string, Json>)
        .map(([verb, one]) => [`${verb} ${path}`, operation(one)])
    );
  const schemas = Object.entries(document.components.schemas)
    .map(([name, schema]) => [`schema ${name}`, withoutWording(schema)]);
  return Object.fromEntries([...operations, ...schemas]);
}

Deno.test("paths, schemas, codes and ids are those agreed on", async () => {
  const now = await readContract();
  if (Deno.env.get("UPDATE_CONTRACT")) {
    const lines = Object.entries(now).map(([name, value]) =>
      `${JSON.stringify(name)}: ${JSON.stringify(value)}`
    );
    await Deno.writeTextFile(agreed, `{\n${lines.join(",\n")}\n}\n`);
  }
  assert.deepEqual(now, JSON.parse(await Deno.readTextFile(agreed)));
});
