/** Each guard takes as much as its fields can hold together, and no more. */
import assert from "node:assert/strict";
import { largestBody, mostBytes, type Sized, sizedOf } from "@/lib/http/serving/body_size.ts";
import { defaultMaxBytes, readJson } from "@/lib/input/input.ts";
import { maxLines } from "@/lib/sales/quotes/limits.ts";
import { apiOf, expectData } from "../crm/scene.ts";
import { assertFailure } from "../notify/scene.ts";
import { people, testOnEach } from "../support/world.ts";
import { allEntries } from "./routes.ts";

/** The longest value of a schema, all of its texts made of one letter. */
function longestOf(schema: Sized, letter: string, root = schema): unknown {
  if (schema.$ref) return longestOf(root.$defs![schema.$ref.split("/").at(-1)!]!, letter, root);
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((one) => longestOf(one, letter, root));
  if (choices.length > 0) return choices.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, longestOf(one, letter, root)]),
    );
  }
  if (schema.items) {
    const item = longestOf(schema.items, letter, root);
    return Array.from({ length: schema.maxItems ?? 1 }, () => item);
  }
  if (schema.enum) return schema.enum.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  if (schema.maxLength) return letter.repeat(schema.maxLength);
  return [schema.type].flat().includes("string") ? "2026-12-31T12:00:00.000+02:00" : 123456.789;
}

function lengthOf(value: unknown): number {
  return (JSON.stringify(value) ?? "").length;
}

/** As programs write JSON that is of ASCII alone. */
function escaped(json: string): string {
  return json.replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

Deno.test("no JSON guard refuses the size of a body whose every field is at its longest", async () => {
  const entries = (await allEntries()).filter(({ method }) => method.spec.body);
  assert.ok(entries.length > 80);
  for (const { verb, path, method } of entries) {
    const { body, maxBytes } = method.spec;
    const limit = largestBody(body!, maxBytes);
    for (
      const [letter, write] of [
        ["é", (json: string) => json],
        ["é", escaped],
        ["🦉", (json: string) => json],
      ] as const
    ) {
      const json = write(JSON.stringify(longestOf(sizedOf(body!), letter), null, 1));
      const headers = { "Content-Type": "application/json" };
      const req = new Request("http://relevo.test", { method: "POST", body: json, headers });
      await assert.doesNotReject(readJson(req, limit), `${verb} ${path}: ${json.length}`);
    }
  }
});

Deno.test("what any guard takes is bounded, of strangers to little more than their fields", async () => {
  for (const { verb, path, method } of await allEntries()) {
    const { body, maxBytes } = method.spec;
    if (!body) continue;
    const limit = largestBody(body, maxBytes);
    assert.ok(limit <= mostBytes, `${verb} ${path}: ${limit}`);
    const isStranger = method.guard === "public" || method.guard === "link";
    if (isStranger) assert.ok(limit <= 3 * defaultMaxBytes, `${verb} ${path}: ${limit}`);
  }
});

testOnEach("the public form takes all of its fields at their longest", async (world) => {
  const list = (count: number, name: (at: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), "ñ".repeat(500)]));
  const own = list(16, (at) => `${"ñ".repeat(98)}${at + 10}`);
  const utm = list(10, (at) => `utm_${"abcdefghij"[at]}`);
  const values = { name: "ñ".repeat(200), company: "ñ".repeat(200), subject: "ñ".repeat(200) };
  const more = { email: "ana@example.com", referrer: "ñ".repeat(2_048) };
  const form = { ...own, ...utm, ...values, ...more, message: "ñ".repeat(5_000) };
  const ways = {
    "application/json": escaped(JSON.stringify(form)),
    "application/x-www-form-urlencoded": new URLSearchParams(form).toString(),
  };
  for (const [type, body] of Object.entries(ways)) {
    assert.ok(body.length > defaultMaxBytes);
    const headers = { "Content-Type": type, Accept: "application/json" };
    const { status } = await world.call("POST", "/api/contact", { body, headers });
    assert.equal(status, 201, type);
  }
});

testOnEach(
  "a quotation of 200 lines of 5,000 characters is saved, and one beyond is not",
  async (world) => {
    const api = apiOf(world, people.ana);
    const client = await expectData(api("POST", "/clients", { name: "Ruiz" }), 201);
    const work = { title: "Mesas", client_id: client.id };
    const { id } = await expectData(api("POST", "/opportunities", work), 201);
    const quote = await expectData(api("POST", "/quotes", { opportunity_id: id }), 201);
    const line = { name: "Mesa", description: "ñ".repeat(5_000), unit_price: 1, tax_rate: 21 };
    const lines = Array.from({ length: maxLines }, () => line);
    const saved = await expectData(api("PUT", `/quotes/${quote.id}/lines`, { lines }));
    assert.equal(saved.lines.length, maxLines);
    assert.equal(saved.lines.at(-1).description, line.description);
    const beyond = await world.call("PUT", `/api/admin/quotes/${quote.id}/lines`, {
      member: people.ana,
      headers: { "Content-Type": "application/json" },
      body: `{"lines":[]${" ".repeat(mostBytes)}}`,
    });
    assertFailure(beyond, 413, "too_large");
  },
);
