/** What the gateway asks about addresses and links, and who else gets to ask. */
import assert from "node:assert/strict";
import { makeEntryLink, makeRecoveryLink } from "@/lib/access/entry_links.ts";
import { addMember } from "@/lib/access/members.ts";
import type { Statement } from "@/lib/db/connection.ts";
import { transact } from "@/lib/db/transaction.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { passNight } from "../support/nights.ts";
import { openEmbedded } from "../support/embedded.ts";
import { makeWorld, people, testOnEach, type World } from "../support/world.ts";
import {
  asksOf,
  boundCall,
  gatewaySecret,
  hire,
  linkFor,
  passTime,
  withGateway,
} from "./entry_scene.ts";

const dayMs = 86_400_000;
const newcomer = "nora@primary.example";
const gone = (answer: ReturnType<World["call"]>) => expectFailure(answer, 410, "link_expired");

/** An answer as a caller compares it, without what differs from call to call. */
async function seenBy(world: World, method: string, path: string, headers: HeadersInit) {
  const body = method === "POST" ? "{}" : undefined;
  const response = await fetch(world.url + path, { method, headers, body });
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, "");
  const names = [...response.headers.keys()].filter((name) => name !== "x-request-id");
  return { status: response.status, text, names };
}

const calls = ["may-enter", "redeem"].map((name) => `/api/gateway/${name}`);
const json = { "Content-Type": "application/json" };
const secret = { ...json, Authorization: `Bearer ${gatewaySecret}` };

async function assertUnknown(world: World, path: string, headers: Record<string, string>) {
  for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
    const response = await seenBy(world, method, path, headers);
    assert.equal(response.status, 404, `${method} ${path}`);
    assert.deepEqual(response, await seenBy(world, method, "/api/gateway/nothing", headers));
  }
}

testOnEach("without the setting the gateway's calls are nowhere", async (world) => {
  for (const path of calls) await assertUnknown(world, path, secret);
  const { body } = await world.call("GET", "/api/openapi.json");
  assert.ok(!JSON.stringify(body.paths).includes("/api/gateway"));
  const ana = apiOf(world, people.ana);
  const { user_id } = await expectData(
    ana("POST", "/employees", { email: newcomer, role: "" }),
    201,
  );
  for (const verb of ["POST", "DELETE"]) {
    await expectFailure(ana(verb, `/employees/${user_id}/link`), 404, "not_found");
  }
});

testOnEach("only the gateway's own calls are answered", async (world) => {
  const token = await world.tokenFor(people.ana);
  const wrong: Record<string, string>[] = [
    json,
    { ...json, Authorization: `Bearer ${gatewaySecret}z` },
    { ...json, Authorization: `Bearer ${gatewaySecret.slice(0, -1)}z` },
    { ...json, Authorization: `Bearer ${world.keys.shop}` },
    { ...json, Authorization: gatewaySecret },
    // What a proxy passed on is not the gateway's own.
    { ...secret, "Cf-Access-Jwt-Assertion": token },
    { ...secret, "X-Client": "203.0.113.7" },
  ];
  for (const headers of wrong) {
    for (const path of calls) await assertUnknown(world, path, headers);
  }
  const right = await seenBy(world, "GET", calls[0]!, secret);
  assert.equal(right.status, 405, "to the gateway the path is there");
  for (const body of [{}, { email: "nobody" }, { email: "a@b.es", company_id: 0 }, { x: 1 }]) {
    const answer = world.call("POST", calls[0]!, { key: gatewaySecret, json: body });
    await expectFailure(answer, 422, "validation_failed");
  }
  for (const body of [{ token: "x" }, { token: "", use: true }, { token: 1, use: 1 }]) {
    const answer = world.call("POST", calls[1]!, { key: gatewaySecret, json: body });
    await expectFailure(answer, 422, "validation_failed");
  }
}, { env: { ...withGateway.env, CLIENT_IP_HEADER: "X-Client" }, both: true });

testOnEach("members and invited people may sign in by the gateway", async (world) => {
  const { mayEnter } = asksOf(world);
  for (
    const [email, company, may] of [
      [people.ana, undefined, true],
      [people.ana.toUpperCase(), undefined, true],
      [people.ana, 1, true],
      [people.ana, 2, false],
      [people.ana, 2_147_483_647, false],
      [people.luis, 2, true],
      [people.nadie, undefined, false],
      ["nobody@nowhere.example", undefined, false],
      ["nobody@nowhere.example", 1, false],
    ] as const
  ) assert.equal(await mayEnter(email, company), may, `${email} in ${company}`);

  const { userId } = await hire(world, newcomer);
  assert.ok(await mayEnter(newcomer) && await mayEnter(newcomer, 1));
  await expectData(apiOf(world, people.ana)("DELETE", `/employees/${userId}`));
  assert.ok(!await mayEnter(newcomer) && !await mayEnter(newcomer, 1));

  // Eva works elsewhere; once she is there no more, the invitation alone lets her in.
  const ana = apiOf(world, people.ana);
  const { user_id } = await expectData(
    ana("POST", "/employees", { email: people.eva, role: "" }),
    201,
  );
  assert.ok(!await mayEnter(people.eva, 1), "an invitation is no membership");
  const eva = await expectData(apiOf(world, people.eva)("GET", "/me"));
  await expectData(apiOf(world, people.luis, 2)("DELETE", `/employees/${eva.id}`));
  assert.ok(await mayEnter(people.eva) && !await mayEnter(people.eva, 2));
  await expectData(ana("DELETE", `/employees/${user_id}`));
  assert.ok(!await mayEnter(people.eva));
}, { ...withGateway, both: true });

testOnEach("an entry link can be opened many times and used once", async (world) => {
  const { look, use } = asksOf(world);
  const { token } = await hire(world, newcomer);
  const entry = await expectData(look(token));
  const { expires_at, ...rest } = entry;
  assert.deepEqual(rest, {
    email: newcomer,
    company_id: 1,
    company: "Primary",
    language: "es",
    adds_credential: true,
    recover: false,
  });
  const remainingMs = new Date(expires_at).getTime() - Date.now();
  assert.ok(remainingMs > 6.9 * dayMs && remainingMs <= 7 * dayMs);
  assert.deepEqual(await expectData(look(token)), entry);
  const both = await Promise.all(Array.from({ length: 10 }, () => use(token)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, ...Array(9).fill(410)]);
  assert.deepEqual(both.find(({ status }) => status === 200)!.body.data, entry);
  const used = await gone(look(token));
  const never = await gone(look("A".repeat(43)));
  assert.deepEqual({ ...used, requestId: "" }, { ...never, requestId: "" });
  await gone(use(token));
}, { ...withGateway, both: true });

testOnEach("an entry link ends when it expires, is replaced or is withdrawn", async (world) => {
  const { look, use } = asksOf(world);
  const { userId, token } = await hire(world, newcomer);
  const next = await linkFor(world, userId);
  await gone(use(token));
  await expectData(look(next));
  const ana = apiOf(world, people.ana);
  await expectData(ana("DELETE", `/employees/${userId}/link`));
  await gone(look(next));
  await gone(use(next));
  await expectFailure(ana("DELETE", `/employees/${userId}/link`), 404, "not_found");
  const last = await linkFor(world, userId);
  await passTime(world, 1, 7 * dayMs);
  await gone(look(last));
  await gone(use(last));
  await passNight(world);
  const count = () =>
    inDatabase(world, 1, (trx) => trx.selectFrom("entry_links").select("id").execute());
  assert.equal((await count()).length, 1, "what became of it can be seen for a while");
  await passTime(world, 1, 31 * dayMs);
  await passNight(world);
  assert.equal((await count()).length, 0);
}, withGateway);

testOnEach("an entry link ends with the membership, also after it was opened", async (world) => {
  const { look, use } = asksOf(world);
  const { userId, token } = await hire(world, newcomer);
  await expectData(look(token));
  const ana = apiOf(world, people.ana);
  await expectData(ana("DELETE", `/employees/${userId}`));
  await gone(use(token));
  await expectData(ana("POST", "/employees", { email: newcomer, role: "" }), 201);
  await gone(use(token));

  // Removed, withdrawn and used at once: whatever comes first, the answers fit together.
  for (const end of [`/employees/${userId}`, `/employees/${userId}/link`]) {
    const fresh = await linkFor(world, userId);
    const [ended, used] = await Promise.all([ana("DELETE", end), use(fresh)]);
    assert.ok([200, 404].includes(ended.status) && [200, 410].includes(used.status));
    if (end.endsWith("link")) assert.notEqual(ended.status === 200, used.status === 200);
    await gone(use(fresh));
    const back = await ana("POST", "/employees", { email: newcomer, role: "" });
    assert.ok(back.status < 300);
  }
}, { ...withGateway, both: true });

testOnEach("an entry link ends once its person has signed in another way", async (world) => {
  const { look, use } = asksOf(world);
  const { userId, token } = await hire(world, newcomer);
  await expectData(look(token));
  assert.equal((await apiOf(world, newcomer)("GET", "/tasks")).status, 200);
  await gone(look(token));
  await gone(use(token));
  const again = apiOf(world, people.ana)("POST", `/employees/${userId}/link`);
  await expectFailure(again, 409, "invalid_transition");
  // The operator's holds.
  const { token: theirs } = await inDatabase(
    world,
    1,
    (trx) => makeEntryLink(trx, { companyId: 1 }, { email: newcomer }),
  );
  await expectData(use(theirs));
}, withGateway);

testOnEach("an entry link adds no credential to a person of another company", async (world) => {
  const { look } = asksOf(world);
  const linkOf = (companyId: number, email: string) =>
    inDatabase(world, companyId, (trx) => makeEntryLink(trx, { companyId }, { email }));
  for (
    const [company, email, adds] of [
      [1, people.ana, true],
      [1, people.luis, false],
      [2, people.luis, false],
    ] as const
  ) {
    const { token } = await linkOf(company, email);
    assert.equal((await expectData(look(token))).adds_credential, adds, `${email} in ${company}`);
  }
  // A stranger who adds her first, and comes in as her by his own link, takes nothing away.
  const stranger = "zoe@fuera.example";
  const other = await expectData(apiOf(world, stranger)("POST", "/companies", { name: "Z" }), 201);
  const theirs = apiOf(world, stranger, other.id);
  const { user_id } = await expectData(
    theirs("POST", "/employees", { email: newcomer, role: "" }),
    201,
  );
  const { url } = await expectData(theirs("POST", `/employees/${user_id}/link`), 201);
  await expectData(asksOf(world).use(url.split("/").at(-1)));
  const asHer = await boundCall(world, newcomer, other.id);
  assert.equal((await asHer("GET", "/api/admin/tasks")).status, 200);
  const { token, userId } = await hire(world, newcomer);
  assert.equal(userId, user_id);
  const entry = await expectData(look(token));
  assert.deepEqual([entry.adds_credential, entry.company_id], [true, 1]);
}, withGateway);

testOnEach("the operator's link lets in a person who has lost every credential", async (world) => {
  const { look, use } = asksOf(world);
  const recover = (companyId: number) =>
    transact(
      world.services.database.db,
      (trx) => makeRecoveryLink(trx, { companyId }, people.luis),
    );
  const first = await recover(1);
  const second = await recover(2);
  await gone(use(first.token));
  const entry = await expectData(look(second.token));
  assert.deepEqual([entry.recover, entry.adds_credential, entry.email], [true, true, people.luis]);
  assert.ok(new Date(entry.expires_at).getTime() - Date.now() <= dayMs);
  await expectData(use(second.token));
  await gone(use(second.token));
  const third = await recover(2);
  const luis = await expectData(apiOf(world, people.luis)("GET", "/me"));
  await expectData(apiOf(world, people.eva)("DELETE", `/employees/${luis.id}`));
  await gone(use(third.token));
}, withGateway);

Deno.test({
  name: "a call takes the same statements for a member and for a stranger",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    let heard: Statement[] = [];
    const database = await openEmbedded({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database, ...withGateway });
    const { mayEnter, look, use } = asksOf(world);
    await transact(
      database.db,
      (trx) => addMember(trx, { companyId: 1, email: newcomer, role: "" }),
    );
    const { token } = await inDatabase(
      world,
      1,
      (trx) => makeEntryLink(trx, { companyId: 1 }, { email: newcomer }),
    );
    const took = async (ask: () => Promise<unknown>) => {
      heard = [];
      await ask();
      return heard.map(({ sql }) => sql.replace(/'\d+'/g, "'n'"));
    };
    const statements = await took(() => mayEnter(people.ana));
    assert.ok(statements.length > 3);
    for (const email of [people.nadie, "nobody@nowhere.example"]) {
      assert.deepEqual(await took(() => mayEnter(email)), statements, email);
    }
    assert.deepEqual(await took(() => mayEnter(people.ana, 1)), statements);
    const good = await took(() => look(token));
    assert.deepEqual(await took(() => look("A".repeat(43))), good);
    assert.deepEqual(await took(() => use(token)), good);
    // A refusal is rolled back, and had the same statements until then.
    assert.deepEqual((await took(() => use(token))).slice(0, -1), good.slice(0, -1));
  },
});
