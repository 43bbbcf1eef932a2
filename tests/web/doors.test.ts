/**
 * Every door is tried shut. The cases come from the route table: an endpoint that is added is tried
 * without anybody thinking of it, and fails here where this file does not know how to call it.
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { inTenant } from "../notify/scene.ts";
import type { DoorName } from "@/lib/web/endpoint.ts";
import { type Call, people, testOnEach, type World } from "../support/world.ts";
import { allEntries, allFiles, bodyFor, type Entry, parametersOf } from "./routes.ts";
import { makeScene, marker, picture, queryOf, type Scene, type Things } from "./things.ts";

/** Files below routes/ that need no door: they show nothing of anybody's. */
const doorless = [
  /(^|\/)_(app|error|404|layout|middleware)\.tsx?$/,
  /^index\.tsx?$/, // leads to the panel
  /^api\/\[\.\.\.path\]\.ts$/, // answers 404
  /^api\/(openapi\.json|docs)\.tsx?$/, // the interface's own description
];

/** The tables with something of company 1 in them. */
const tables = [
  ...["companies", "company_logos", "user_companies", "pipeline_stages", "api_keys", "devices"],
  ...["pairings", "notifications", "notification_recipients", "responses", "callbacks"],
  ...["callback_attempts", "contacts", "contact_messages", "clients", "opportunities"],
  ...["opportunity_stage_log", "products", "document_counters", "quotes", "quote_lines"],
  ...["quote_revisions", "quote_shares", "sales", "tasks", "events", "event_reminders", "notes"],
  ...["activities", "search_words"],
];

/** Everything of company 1 as text; when a phone last came by is nobody's secret. */
function contents(world: World): Promise<string> {
  return inTenant(world, async (trx) => {
    const found: unknown[] = [];
    for (const table of tables) {
      const own = sql.ref(table === "companies" ? "id" : "company_id");
      const { rows } = await sql<{ row: string }>`
        select (to_jsonb(t) - 'last_seen_at')::text as row from ${sql.table(table)} t
        where ${own} = 1 order by 1`
        .execute(trx);
      found.push([table, ...rows.map(({ row }) => row)]);
    }
    return JSON.stringify(found);
  });
}

/** The path with the ids of company 1's things. */
function pathTo(path: string, things: Things): string {
  return path.replace(/([\w-]+)\/\{(\w+)\}|\{(\w+)\}/g, (_, noun, name, alone) => {
    if (alone === "mark") return "read";
    const id = things[noun];
    assert.ok(id, `doors.test.ts must be told what ${name ?? alone} is in ${path}`);
    return `${noun}/${id}`;
  });
}

/** A body that fits: JSON by the schema, or one of the media types that the endpoint reads. */
function bodyOf(entry: Entry): Pick<Call, "json" | "body" | "headers"> {
  const { spec } = entry.method;
  if (spec.body) return { json: bodyFor(entry) };
  const [type] = Object.keys(spec.bodies ?? {});
  if (!type) return {};
  const body = type.startsWith("image/") ? picture() : "name,email\nOtra,otra@relevo.example\n";
  return { body, headers: { "Content-Type": type } };
}

/** Calls an endpoint; of a stream, only its beginning is read. */
async function tryDoor({ world, things }: Scene, entry: Entry, call: Call, company?: number) {
  const query = new URLSearchParams(queryOf(`${entry.verb} ${entry.path}`, things));
  if (company) query.set("company_id", String(company));
  const path = `${pathTo(entry.path, things)}?${query}`;
  if (entry.method.spec.mediaType !== "text/event-stream") {
    const sent = bodyOf(entry);
    const answer = await world.call(entry.verb, path, {
      ...{ ...sent, ...call },
      headers: { ...sent.headers, ...call.headers },
    });
    return { status: answer.status, code: answer.body?.code, text: JSON.stringify(answer.body) };
  }
  const stop = new AbortController();
  const bearer = call.device ?? call.key;
  const response = await fetch(world.url + path, {
    headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
    signal: stop.signal,
  });
  const { value } = await response.body!.getReader().read();
  stop.abort();
  const text = new TextDecoder().decode(value);
  const code = response.status === 200 ? undefined : JSON.parse(text).code;
  return { status: response.status, code, text };
}

function wrongLinks({ things, phones }: Scene): string[] {
  return ["rlq_x", `${things.q}x`, things.q!.slice(0, -1), phones.maria.token];
}

/** A link is opened by its token alone: none that is nearly right, and by nobody's other secret. */
async function tryLinks(scene: Scene, entry: Entry): Promise<void> {
  const { things, world } = scene;
  for (const q of wrongLinks(scene)) {
    const call = { key: world.keys.shop, member: people.ana };
    const tried = await tryDoor({ ...scene, things: { ...things, q } }, entry, call);
    assertNothingSeen(tried, entry.path);
    assert.equal(tried.status, 404, `${entry.verb} ${entry.path} with ${q}: ${tried.text}`);
  }
}

/** The pages behind a door. */
async function pagesBehind(door: DoorName) {
  return (await allFiles()).filter(({ kind, door: own }) => kind === "page" && own === door);
}

type Tried = Awaited<ReturnType<typeof tryDoor>>;

function assertNothingSeen(tried: Tried, what: string): void {
  assert.ok(!tried.text.includes(marker), `${what} shows what is another's: ${tried.text}`);
}

/** What another may get: nothing found, not allowed, or something of their own. */
function assertForeign(tried: Tried, what: string): void {
  assertNothingSeen(tried, what);
  const { status, text } = tried;
  // A body that names another's thing is told so, as one that names nothing is.
  if (status === 422 && Object.keys(JSON.parse(text).fields ?? {}).every(isReference)) return;
  assert.notEqual(status, 422, `${what}: bodyFor must be told a body that fits: ${text}`);
  assert.ok(status === 404 || status === 403 || status < 300, `${what}: ${status} ${text}`);
}

const isReference = (field: string) => /(^|_)ids?(\.\d+)?$/.test(field);

Deno.test("every file below routes/ is behind a door, or known to need none", async () => {
  for (const { file, kind } of await allFiles()) {
    const known = doorless.some((pattern) => pattern.test(file));
    assert.notEqual(kind === "other", !known, `${file} is behind no door`);
  }
});

testOnEach("no door opens without the credential that it asks for", async (world) => {
  const scene = await makeScene(world);
  const before = await contents(world);
  const token = await world.tokenFor(people.ana);
  const { keys: { shop }, keyServer } = world;
  const { maria } = scene.phones;
  const header = "Cf-Access-Jwt-Assertion";
  const expired = await keyServer.sign({ email: people.ana, aud: "relevo-tests" }, {
    expiresIn: -60,
  });
  const elsewhere = await keyServer.sign({ email: people.ana, aud: "another-app" });
  const wrong: Record<string, Call[]> = {
    key: [{}, { key: "rlv_x" }, { key: `${shop}x` }, { key: maria.token }, { key: token }, {
      member: people.ana,
    }],
    device: [{}, { device: "rld_x" }, { device: `${maria.token}x` }, { device: shop }, {
      headers: { Cookie: `relevo_device_${maria.deviceId}=${shop}` },
    }, { member: people.ana }],
    member: [
      {},
      { key: shop },
      { device: maria.token },
      { key: token },
      {
        headers: { [header]: "x" },
      },
      { headers: { [header]: token.slice(0, -8) + "AAAAAAAA" } },
      {
        headers: { [header]: expired },
      },
      { headers: { [header]: elsewhere } },
    ],
  };
  for (const entry of await allEntries()) {
    const { door } = entry.method;
    const what = `${entry.verb} ${entry.path}`;
    if (door === "public") continue;
    if (door === "link") {
      await tryLinks(scene, entry);
      continue;
    }
    assert.ok(wrong[door], `doors.test.ts must be told how to try the door "${door}"`);
    for (const [n, call] of wrong[door].entries()) {
      const tried = await tryDoor(scene, entry, call);
      assertNothingSeen(tried, what);
      assert.equal(tried.status, 401, `${what} with wrong credential ${n}: ${tried.text}`);
    }
  }
  for (const { path } of await pagesBehind("member")) {
    for (const call of wrong.member!) {
      const answer = await world.call("GET", pathTo(path, scene.things), call);
      assert.equal(answer.status, 401, path);
      assert.ok(!answer.body.includes(marker));
    }
  }
  for (const { path } of await pagesBehind("link")) {
    for (const q of wrongLinks(scene)) {
      const page = await world.call("GET", pathTo(path, { ...scene.things, q }), {
        member: people.ana,
      });
      assert.equal(page.status, 404, `${path} with ${q}`);
      assert.ok(!page.body.includes(marker));
    }
  }
  assert.equal(await contents(world), before, "nothing was changed");
});

testOnEach("what is one company's no other sees or changes", async (world) => {
  const scene = await makeScene(world);
  const before = await contents(world);
  const { namesake, luis, maria } = scene.phones;
  const entries = await allEntries();
  for (const entry of entries) {
    const { door } = entry.method;
    const what = `${entry.verb} ${entry.path}`;
    if (door === "key") {
      assertForeign(await tryDoor(scene, entry, { key: world.keys.studio }), what);
    }
    if (door === "device" && entry.path !== "/api/phone/device") {
      for (const phone of [namesake, luis]) {
        assertForeign(await tryDoor(scene, entry, { device: phone.token }), what);
      }
    }
    if (door === "member") {
      // Of her own company: she may have made another by now.
      assertForeign(await tryDoor(scene, entry, { member: people.eva }, 2), what);
      for (const member of [people.eva, people.nadie]) {
        const tried = await tryDoor(scene, entry, { member }, 1);
        assertForeign(tried, what);
        // Only what needs no company may answer, and then with the caller's own.
        if (tried.status === 403) assert.equal(tried.code, "not_a_member");
      }
    }
  }
  for (const { path } of await pagesBehind("member")) {
    const foreign = await world.call("GET", `${pathTo(path, scene.things)}?company_id=1`, {
      member: people.eva,
    });
    const own = await world.call("GET", `${pathTo(path, scene.things)}?company_id=2`, {
      member: people.eva,
    });
    assert.equal(foreign.status, 403, path);
    assert.ok(own.status === 200 || own.status === 404, `${path}: ${own.status}`);
    for (const { body } of [foreign, own]) assert.ok(!body.includes(marker), path);
  }
  assert.equal(await contents(world), before, "nothing was changed");

  // The same calls by those who may: what was not found above is there.
  for (const entry of entries.filter(({ verb, path }) => verb === "GET" && parametersOf(path)[0])) {
    const calls: Record<string, Call> = {
      key: { key: world.keys.shop },
      device: { device: maria.token },
      member: { member: people.ana },
    };
    const tried = await tryDoor(scene, entry, calls[entry.method.door] ?? {});
    assert.equal(tried.status, 200, `GET ${entry.path}: ${tried.text}`);
    assert.ok(tried.text.includes(marker), `GET ${entry.path} shows the owner what is theirs`);
  }
});
