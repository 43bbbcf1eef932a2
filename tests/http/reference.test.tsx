/** The API reference: what it makes of the document, and what it makes of a hostile one. */
import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { ApiReference } from "@/lib/panel/reference/ApiReference.tsx";
import { generators } from "@/lib/http/reference/generators.ts";
import { paragraphsOf } from "@/lib/http/reference/prose.ts";
import { readSamples, type Sample } from "@/lib/http/reference/samples.ts";
import { referenceOf } from "@/lib/http/reference/reference.ts";
import { exampleOf } from "@/lib/http/reference/example.ts";
import { byPath } from "@/lib/http/reference/order.ts";
import { nestedFields, shapeOf } from "@/lib/http/reference/shape.ts";
import type { ApiDocument, JsonSchema } from "@/lib/http/reference/source.ts";
import { formatLimit, referenceWords } from "@/lib/http/reference/words.ts";
import { type Code, statuses } from "@/lib/input/errors.ts";
import { speak } from "@/lib/words/language.ts";
import { collectRoutes, describeRoutes, publicRoutes } from "@/lib/http/openapi.ts";
import { responseRecord } from "@/lib/notify/sending/notification_records.ts";
import { makeWorld } from "../support/world.ts";

const routes = publicRoutes(await collectRoutes(new URL("../../routes/", import.meta.url)));
const text = JSON.stringify(describeRoutes(routes, "http://localhost:8000"));
const document: ApiDocument = JSON.parse(text);
const reference = referenceOf(document);
const all = reference.sections.flatMap(({ groups }) => groups)
  .flatMap(({ operations }) => operations);
const visible = all.filter(({ isWebhook }) => !isWebhook);

const draw = (document: ApiDocument, samples: Sample[] = []) =>
  renderToString(
    <ApiReference
      reference={referenceOf(document)}
      samples={samples}
      words={speak(referenceWords, "en")}
    />,
  );
const samples = await readSamples();
const page = draw(document, samples);

Deno.test("every operation of the document is shown once, and nothing else", () => {
  const described = Object.entries(document.paths!).flatMap(([path, item]) =>
    Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`)
  );
  assert.deepEqual(visible.map(({ method, path }) => `${method} ${path}`).sort(), described.sort());
  for (const { id } of visible) assert.equal(page.split(`<div id="${id}">`).length, 2, id);
});

Deno.test("the samples are shown as they stand in their files, and none is left out", async () => {
  const folder = new URL("../../docs/samples/", import.meta.url);
  const there = (await Array.fromAsync(Deno.readDir(folder))).filter(({ isFile }) => isFile)
    .map(({ name }) => name);
  assert.deepEqual(samples.map(({ file }) => file).sort(), there.sort());
  for (const { file, code } of samples) {
    assert.equal(code, (await Deno.readTextFile(new URL(file, folder))).trimEnd());
    assert.ok(page.includes(renderToString(<code>{code}</code>)), file);
  }
});

Deno.test("each generator's command is shown with the document's address", () => {
  for (const { command } of generators) {
    const code = command("'http://localhost:8000/api/openapi.json'");
    assert.ok(page.includes(renderToString(<code>{code}</code>)), code);
  }
});

Deno.test("a webhook is shown as the request that arrives", () => {
  const webhooks = all.filter(({ isWebhook }) => isWebhook);
  assert.deepEqual(webhooks.map(({ id }) => id).sort(), ["callback_message", "callback_response"]);
  const webhook = webhooks.find(({ id }) => id === "callback_response");
  const { id, body, parameters, successes, failures, example } = webhook!;
  assert.equal(id, "callback_response");
  assert.equal(body!.name, null);
  assert.match(page, /The button that was pressed/);
  assert.deepEqual(parameters.map((group) => group.in), ["header"]);
  assert.deepEqual(successes.map(({ status }) => status), ["2XX"]);
  assert.ok(failures.some(({ status }) => status === "410"));
  assert.match(example, /^POST \/answers HTTP\/1\.1\n/);
  assert.match(example, /\nwebhook-signature: v1,/);
  const record = JSON.parse(example.slice(example.indexOf("\n\n")));
  assert.deepEqual(Object.keys(record), Object.keys(responseRecord.parse(record)));
  assert.match(page, /Relevo calls the URL that you name/);
});

Deno.test("every parameter, body, status and code of an operation is shown", () => {
  for (const { method, path, parameters, body, successes, failures } of visible) {
    const operation = document.paths![path]![method.toLowerCase()]!;
    const what = `${method} ${path}`;
    assert.deepEqual(
      parameters.flatMap(({ fields }) => fields.map(({ name }) => name)).sort(),
      (operation.parameters ?? []).map(({ name }) => name).sort(),
      what,
    );
    assert.equal(body !== null, operation.requestBody !== undefined, what);
    const statuses = [...successes, ...failures].map(({ status }) => status);
    assert.deepEqual(statuses, Object.keys(operation.responses!), what);
    // A part behind the end of a file is refused without a body.
    for (const { status, codes } of failures) {
      assert.equal(codes.length > 0, status !== "416", what);
    }
  }
  for (const { code, status } of reference.failures) {
    assert.equal(String(statuses[code as Code]), status);
  }
});

Deno.test("a list's file stands among its list's operations, as no noun of its own", () => {
  const groups = reference.sections.flatMap(({ groups }) => groups);
  assert.deepEqual(groups.filter(({ name }) => name?.includes(".")), []);
  const files = visible.filter(({ path }) => path.endsWith(".csv"));
  assert.ok(files.length > 3);
  for (const { path } of files) {
    const group = groups.find(({ operations }) => operations.some((one) => one.path === path))!;
    const list = path.replace(/\.csv$/, "");
    assert.ok(group.operations.some((one) => one.path === list), path);
  }
});

Deno.test("every link of the page has its target, and every id is unique", () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
  assert.equal(new Set(ids).size, ids.length);
  const targets = new Set([...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!));
  assert.ok(targets.size > 100);
  for (const target of targets) assert.ok(ids.includes(target), target);
});

Deno.test("every JSON body that is shown is one that its endpoint takes", () => {
  const schemas = document.components!.schemas!;
  const refused = routes.flatMap(({ path, methods }) =>
    Object.entries(methods).flatMap(([verb, { spec }]) => {
      if (!spec.body) return [];
      const { content } = document.paths![path]![verb.toLowerCase()]!.requestBody!;
      const { schema, example = exampleOf(schema!, schemas) } = content["application/json"]!;
      const { error } = spec.body.safeParse(example);
      return error ? [`${verb} ${path}: ${JSON.stringify(example)} ${error}`] : [];
    })
  );
  assert.deepEqual(refused, []);
});

Deno.test("the page stays light: what most people never open costs little", () => {
  assert.ok(
    page.length / visible.length < 5_050,
    `${page.length} for ${visible.length} operations`,
  );
});

Deno.test("what a document says is text, whatever it looks like", () => {
  const evil = `<img src=x onerror=alert(1)>"'\`'; rm -rf ~`;
  const hostile: JsonSchema = {
    type: "object",
    description: evil,
    required: [evil],
    properties: { [evil]: { type: "string", enum: [evil], default: evil, description: evil } },
  };
  const drawn = draw({
    info: { title: evil, version: evil, description: evil },
    servers: [{ url: `http://localhost/"$(id)"` }],
    tags: [{ name: "t", description: evil }],
    components: {
      schemas: { Hostile: hostile },
      securitySchemes: { key: { type: "apiKey", name: evil, description: evil } },
    },
    paths: {
      [`/${evil}`]: {
        post: {
          operationId: "post",
          summary: evil,
          description: evil,
          tags: ["t"],
          parameters: [{ name: evil, in: "query", required: true, schema: hostile }],
          requestBody: { content: { "application/json": { schema: hostile } } },
          responses: { 200: { description: evil }, 400: { description: evil } },
        },
      },
    },
  });
  assert.doesNotMatch(drawn, /<img|<script/);
  const [curl, npx] = ["curl", "npx"].map((program) =>
    new RegExp(`<pre[^>]*><code>(${program} [^]*?)</code>`).exec(drawn)![1]
  );
  assert.ok(npx!.includes(` 'http://localhost/&quot;$(id)&quot;/api/openapi.json' `), npx);
  assert.ok(curl!.includes(`\\&quot;\\$(id)\\&quot;`), "the shell runs nothing of the address");
  assert.ok(curl!.includes(`'\\''; rm -rf ~`), "nor of the body");
});

Deno.test("a schema that holds itself is shown once, and has an example that ends", () => {
  const tree: JsonSchema = {
    type: "object",
    required: ["child", "others"],
    properties: {
      child: { $ref: "#/components/schemas/Tree" },
      others: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    },
  };
  const drawn = draw({
    info: { title: "t", version: "1" },
    tags: [{ name: "t" }],
    components: { schemas: { Tree: tree } },
    paths: {
      "/tree": {
        post: {
          operationId: "post",
          tags: ["t"],
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Tree" } } },
          },
        },
      },
    },
  });
  assert.equal(drawn.split('id="schema-Tree"').length, 2);
  assert.ok(drawn.length < 20_000);
});

Deno.test("a schema is shown by its type, bounds and format", () => {
  const limitsOf = (schema: JsonSchema) =>
    shapeOf(schema).limits.map((limit) => formatLimit(limit, speak(referenceWords, "en")));
  assert.deepEqual(limitsOf({ type: "string", minLength: 1, maxLength: 20 }), [
    "1 to 20 characters",
  ]);
  assert.deepEqual(limitsOf({ type: "string", minLength: 0 }), []);
  assert.deepEqual(limitsOf({ type: "string", pattern: "^a$" }), ["pattern ^a$"]);
  assert.deepEqual(limitsOf({ type: "string", pattern: "^a$", format: "date" }), []);
  assert.deepEqual(limitsOf({ type: "integer", minimum: 1, maximum: 2 ** 31 - 1 }), ["≥ 1"]);
  assert.deepEqual(limitsOf({ type: "number", exclusiveMinimum: 0, maximum: 9 }), ["≤ 9", "> 0"]);
  assert.deepEqual(limitsOf({ type: "array", maxItems: 1 }), ["≤ 1 item"]);
  for (const schema of [{ type: ["string", "null"] }, { anyOf: [{ type: "string" }, nothing] }]) {
    const { kind, nullable } = shapeOf(schema);
    assert.deepEqual([kind, nullable], ["plain", true]);
  }
  const inner = { type: "object", properties: { id: { type: "integer" } } };
  const choice = { oneOf: [inner, { type: "array", items: inner }, { type: "string" }] };
  assert.equal(nestedFields(shapeOf(choice)).length, 2);
});

const nothing: JsonSchema = { type: "null" };

Deno.test("a collection comes before its records, and reading before writing", () => {
  const operations = [
    "PATCH /c/{id}",
    "POST /c",
    "GET /c/{id}",
    "GET /c/board",
    "GET /c",
    "GET /b",
  ];
  const sorted = operations.map((one) => one.split(" ") as [string, string])
    .map(([method, path]) => ({ method, path })).sort(byPath)
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(sorted, [
    "GET /b",
    "GET /c",
    "POST /c",
    "GET /c/board",
    "GET /c/{id}",
    "PATCH /c/{id}",
  ]);
});

Deno.test("descriptions keep their code and emphasis", () => {
  assert.deepEqual(paragraphsOf("**Calls.** Of `a`\n\nb*"), [
    [
      { kind: "strong", text: "Calls." },
      { kind: "text", text: " Of " },
      { kind: "code", text: "a" },
    ],
    [{ kind: "text", text: "b*" }],
  ]);
});

Deno.test("the page is public, guarded as all others, and speaks English to everybody", async () => {
  await using world = await makeWorld();
  for (const language of ["en", "es"]) {
    const answer = await world.call("GET", "/api/docs", {
      headers: { "Accept-Language": language },
    });
    assert.equal(answer.status, 200);
    assert.ok(
      answer.body.includes('<html lang="en">') && answer.body.includes("Schemas"),
      language,
    );
    assert.doesNotMatch(answer.body, /Esquemas|Referencia de la API/);
    assert.doesNotMatch(answer.body, /(src|href)="(https?:)?\/\/| style="|<style| on\w+="/);
    const policy = answer.headers.get("content-security-policy")!;
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/);
    assert.match(policy, /frame-ancestors 'none'/);
  }
  const post = await world.call("POST", "/api/docs");
  assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD"]);
});
