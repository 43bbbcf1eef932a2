/** What the document says of a call is what the call does. */
import assert from "node:assert/strict";
import { makeWorld, people, type World } from "../../support/world.ts";
import { follow, type OperationPart, operations, type SchemaPart, served } from "./served.ts";

const byId = new Map(operations.map((one) => [one.operation.operationId, one]));

function operationOf(id: string): OperationPart {
  return byId.get(id)!.operation;
}

function parameterOf(id: string, name: string) {
  return (operationOf(id).parameters ?? []).map(follow).find((one) => one.name === name);
}

/** An answer's status is described: by its own response, or by a code in `default`. */
function assertDescribed(id: string, status: number, code?: string): void {
  const { responses } = operationOf(id);
  const one = follow(responses[status] ?? responses.default!);
  if (code) assert.match(one.description!, new RegExp(`\`${code}\``), `${id} ${status}`);
  else assert.ok(responses[status], `${id} ${status}`);
}

const ana = { member: people.ana };

Deno.test("company_id is said of the operations that read it, and of no other", async () => {
  await using world = await makeWorld();
  const isOfMember = ({ operation }: (typeof operations)[number]) =>
    "member" in ((operation.security ?? served.security)[0] ?? {});
  const members = operations.filter(isOfMember);
  const readsCompany = ({ operation: { operationId } }: (typeof operations)[number]) =>
    parameterOf(operationId, "company_id") !== undefined;
  const reading = members.filter(readsCompany);
  const ignoring = members.filter((one) => !readsCompany(one));
  assert.deepEqual(ignoring.map(({ operation }) => operation.operationId).sort(), [
    "acceptInvitation",
    "createCompany",
    "declineInvitation",
    "getCompany",
    "getInstallation",
    "getMe",
    "holdInstallation",
    "listCompanies",
    "releaseInstallation",
    "setCompanyLogo",
    "updateCompany",
    "updateMe",
  ]);
  const isPlain = (
    { path, verb, operation: { operationId, parameters = [] } }: typeof reading[0],
  ) =>
    verb === "get" && !path.includes("{") && !path.endsWith(".csv") &&
    operationId !== "listNotes" &&
    !parameters.map(follow).some(({ required }) => required);
  const plain = reading.filter(isPlain);
  assert.ok(plain.length > 20);
  for (const { path } of plain) {
    const { status, body } = await world.call("GET", `${path}?company_id=0`, ana);
    assert.equal(status, 422, path);
    assert.ok(body.fields.company_id, path);
  }
  for (const path of ["/api/admin/me", "/api/admin/companies", "/api/admin/companies/1"]) {
    const { status } = await world.call("GET", `${path}?company_id=99`, ana);
    assert.equal(status, 200, path);
  }
});

Deno.test("the list of a browser's pairings may be asked for without a credential", async () => {
  await using world = await makeWorld();
  const { status, body } = await world.call("GET", "/api/phone/pairings?none=empty");
  assert.deepEqual([status, body.data], [200, []]);
  assert.deepEqual(operationOf("listPhonePairings").security, [{ device: [] }, {}]);
  for (const { operation } of operations.filter(({ operation }) => operation.security)) {
    const hasNone = operation.security!.some((one) => Object.keys(one).length === 0);
    assert.equal(hasNone, operation.operationId === "listPhonePairings");
  }
});

Deno.test("a file comes as what it is, whole, in part, unchanged or not at all", async () => {
  await using world = await makeWorld();
  const stored = await world.call("POST", "/api/admin/files?name=door.txt", {
    ...ana,
    headers: { "content-type": "text/plain" },
    body: "Two doors.",
  });
  const path = `/api/admin/files/${stored.body.data.id}`;
  const headers = { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana) };
  const get = async (more: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(world.url + path, { method, headers: { ...headers, ...more } });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const whole = await get();
  assert.equal(whole.headers.get("content-type"), "text/plain; charset=utf-8");
  const content = follow(operationOf("downloadFile").responses[200]!).content!;
  assert.deepEqual(Object.keys(content), ["application/octet-stream", "*/*"]);
  const etag = whole.headers.get("etag")!;
  const statuses = [
    [await get({ range: "bytes=0-2" }), 206, "Two"],
    [await get({ "if-none-match": etag }), 304, ""],
    [await get({ range: "bytes=99-" }), 416, ""],
  ] as const;
  const files = ["downloadFile", "readBroughtFile", "readLinkedFile", "readPhoneFile"];
  for (const [answer, status, text] of statuses) {
    assert.deepEqual([answer.status, answer.text], [status, text]);
    for (const id of files) assertDescribed(id, status);
  }
  for (const id of files) {
    for (const name of ["Range", "If-None-Match", "If-Range"]) {
      assert.equal(parameterOf(id, name)?.in, "header", `${id} ${name}`);
    }
  }
  const other = await get({}, "PUT");
  assert.equal(other.status, 405);
  assertDescribed("downloadFile", 405, "method_not_allowed");
});

/** Every schema below this one, with its path. */
function* schemasOf(schema: SchemaPart, path: string): Generator<[string, SchemaPart]> {
  yield [path, schema];
  const { properties = {}, anyOf = [], items } = schema;
  for (const [name, one] of Object.entries(properties)) yield* schemasOf(one, `${path}.${name}`);
  for (const one of [...anyOf, ...items ? [items] : []]) yield* schemasOf(one, path);
}

Deno.test("an empty text that is taken as null fits its schema", async () => {
  await using world = await makeWorld();
  const schemas = Object.entries(served.components.schemas)
    .flatMap(([name, schema]) => [...schemasOf(schema, name)])
    .filter(([, { description = "" }]) => description.includes("An empty text is taken as null"));
  assert.ok(schemas.length > 10);
  for (const [path, { pattern = "", minLength = 0 }] of schemas) {
    assert.match("", new RegExp(pattern), path);
    assert.equal(minLength, 0, path);
  }
  const json = { name: "Ruiz", kind: "company", country: "", phone: "", email: "" };
  const { status, body } = await world.call("POST", "/api/admin/clients", { ...ana, json });
  assert.equal(status, 201);
  assert.deepEqual([body.data.country, body.data.phone, body.data.email], [null, null, null]);
  const properties = served.components.schemas.ClientCreate!.properties!;
  assert.ok(new RegExp(follow(properties.country!).pattern!).test("ES"));
});

Deno.test("a stream begins as its description says", async () => {
  await using world = await makeWorld();
  const phone = await world.pairPhone("maria");
  const first = async (path: string, headers: Record<string, string>) => {
    const stop = new AbortController();
    const answer = await fetch(world.url + path, { headers, signal: stop.signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await reader.read();
    stop.abort();
    await reader.closed.catch(() => {});
    return value.replace(/[\da-z]+-[\da-z]+/, "…");
  };
  const member = { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana) };
  assert.equal(
    await first("/api/admin/changes", member),
    "retry: 2000\nid: …\nevent: ready\ndata: {}\n\n",
  );
  assert.match(operationOf("followChanges").description!, /first event is `ready`.*`\{\}`/);
  const device = { Authorization: `Bearer ${phone.token}` };
  assert.equal(await first("/api/phone/stream", device), "retry: 2000\nid: …\n\n");
  assert.match(
    operationOf("followPhoneNotifications").description!,
    /begins with `retry` and an `id`, without an event/,
  );
  for (const id of ["followChanges", "followPhoneNotifications"]) {
    assert.match(operationOf(id).description!, /`beat`.*`\{\}`/, id);
  }
});

Deno.test("a callback address with a fragment is refused by the schema and by the server", async () => {
  await using world = await makeWorld();
  const callbackUrl = "https://shop.example/answers#last";
  const json = { userId: "maria", title: "Open?", body: "Until when?", callbackUrl };
  const { status, body } = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
  assert.deepEqual([status, body.code], [422, "callback_url_refused"]);
  const { callbackUrl: schema } = served.components.schemas.NotificationRequest!.properties!;
  assert.doesNotMatch(callbackUrl, new RegExp(schema!.pattern!));
  assert.match("https://shop.example/answers?of=last", new RegExp(schema!.pattern!));
});

const idFilters = operations.flatMap(({ path, operation }) =>
  (operation.parameters ?? []).map(follow)
    .filter(({ in: place, name }) => place === "query" && /_id$/.test(name))
    .map(({ name, schema }) => ({ path, name, schema: schema!, id: operation.operationId }))
);

Deno.test("ids begin at 1 in the schema of each, and 0 is refused where it is sent", async () => {
  await using world = await makeWorld();
  assert.ok(idFilters.length > 50);
  for (const { id, name, schema } of idFilters) {
    if (schema.pattern) assert.doesNotMatch("0", new RegExp(schema.pattern), `${id} ${name}`);
    else assert.ok(schema.minimum! >= 1, `${id} ${name}`);
    if (schema.pattern) assert.match("17", new RegExp(schema.pattern), `${id} ${name}`);
  }
  for (const name of ["client_id", "stage_id", "assignee_id"]) {
    const path = `/api/admin/opportunities?${name}=0`;
    const { status, body } = await world.call("GET", path, ana);
    assert.deepEqual([status, Object.keys(body.fields)], [422, [`${name}.0`]]);
  }
});

async function refusalOf(world: World, path: string, call = {}): Promise<Record<string, string>> {
  const { status, body } = await world.call("GET", path, call);
  assert.equal(status, 422, path);
  return body.fields;
}

Deno.test("a parameter of one value takes it alone, and the refusal quotes it", async () => {
  await using world = await makeWorld();
  const path = "/api/admin/contacts?deleted=yes";
  assert.deepEqual(await refusalOf(world, path, ana), { deleted: "must be `only`" });
  assert.deepEqual(await refusalOf(world, "/api/phone/pairings?none=none"), {
    none: "must be `empty`",
  });
  for (const { operation: { operationId: id } } of operations) {
    const deleted = parameterOf(id, "deleted");
    if (deleted) assert.equal(deleted.schema!.pattern, "^only$", id);
  }
  assert.equal(parameterOf("listPhonePairings", "none")!.schema!.pattern, "^empty$");
});

Deno.test("a site's program is told of three fields that it fills in wrongly, a form never", async () => {
  await using world = await makeWorld();
  const lead = { name: "Ana", email: "ana@example.com", message: "Two doors." };
  const wrong = { redirect: 5, language: 7, elapsed_ms: "x" };
  const refused = await world.call("POST", "/api/contact", { json: { ...lead, ...wrong } });
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.fields, {
    redirect: "must be text",
    language: "must be text",
    elapsed_ms: "must be a number",
  });
  for (const value of [null, "", "60000", 60_000, 1.5, "1.5"]) {
    const { status } = await world.call("POST", "/api/contact", {
      json: { ...lead, elapsed_ms: value },
    });
    assert.equal(status, 201, String(value));
  }
  const form = await world.call("POST", "/api/contact", {
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: String(new URLSearchParams({ ...lead, elapsed_ms: "x", language: "7", redirect: "5" })),
  });
  assert.equal(form.status, 201);
  const { properties } = served.components.schemas.ContactForm!;
  for (const name of Object.keys(wrong)) assert.ok(properties![name]!.type, name);
  const { pattern } = properties!.elapsed_ms!;
  for (const text of ["", "60000", "1.5"]) assert.match(text, new RegExp(pattern!));
  assert.doesNotMatch("x", new RegExp(pattern!));
});
