/**
 * No company sees or changes another's records: every endpoint of the route table is called with
 * valid credentials, with the other company's ids, and with every company that can be asked for.
 * The answers' bytes are searched for the other company's marks.
 */
import assert from "node:assert/strict";
import { long } from "../faults/support/proof.ts";
import { people, testOnEach } from "../support/world.ts";
import { callAs, callOwn, doored, isBroughtBack, jsonOf, type Query, withGuards } from "./calls.ts";
import { contents } from "./contents.ts";
import { nowhere, readyFor } from "./ready.ts";
import { allFiles, type Entry, parametersOf } from "../http/routes.ts";
import { assertShowsNothingOf, shows, type Side } from "./sides.ts";
import { makeSides, type Scene } from "./things.ts";
import { comparable, nameOf, pathTo, type Target, type Tried, tryGuard } from "./try_endpoint.ts";

/** Behind the gateway, but of no company: anyone signed in may call them. */
const needsNoCompany = new Set([
  "GET /api/admin/companies",
  "POST /api/admin/companies",
  "GET /api/admin/companies/{id}",
  "PATCH /api/admin/companies/{id}",
  "PUT /api/admin/companies/{id}/logo",
  "GET /api/admin/me",
  "PATCH /api/admin/me",
  "POST /api/admin/me/invitations/{id}/accept",
  "POST /api/admin/me/invitations/{id}/decline",
]);

/** Answers about what there is that have no text of the company's in them. */
const wordless = new Set([
  "GET /api/admin/counts",
  "GET /api/admin/employees/workload", // numbers
  "POST /api/admin/contacts/{id}/messages", // the message that was sent
  "POST /api/admin/channels/{id}/test", // steps
  "POST /api/admin/meta-apps/{id}/problems/{problem_id}/retry", // yes or no
  "POST /api/admin/meta-apps/{id}/test",
  "POST /api/admin/meta-apps/{id}/subscribe",
  "POST /api/admin/channels/{id}/catch-up", // an id and a time
  "PUT /api/admin/channels/senders", // the address that was said
  "POST /api/admin/channels/{id}/automatic/{mail_id}/conversation", // state and ids
  "POST /api/messages/{messageId}/status", // a state
  "POST /api/admin/quotes/{id}/share", // a link
  "POST /api/admin/employees/{user_id}/link", // a link
  "GET /api/admin/quotes/{id}/share", // who made which link when
  "GET /api/admin/clients/{id}/figures", // numbers
  "GET /api/admin/quotes/{id}/warnings", // codes and places
  "GET /api/admin/products/{id}/usage",
  "GET /api/admin/imports/{noun}/template", // the same for everyone
  "GET /api/admin/imports/{id}/undo", // numbers
  "POST /api/admin/clients/{id}/erase", // numbers
  "POST /api/admin/contacts/{id}/erase",
  "POST /api/admin/contacts/release", // how many
  "GET /api/admin/privacy-requests", // no names, on purpose
  "GET /api/admin/retention", // numbers
  "GET /api/admin/changes", // live events are tested in tests/changes/changes.test.ts
  "POST /api/phone/conversations/{contactId}/seen", // yes or no
  "GET /api/phone/stream", // live events are tested in isolated_reads.test.ts
]);

const noCompany = 2147483000;
const malformed = ["0", "-1", "x", "1.5", "2147483648"];

const behindGateway = doored.filter(({ method }) => method.guard === "member");

function assertCode(tried: Tried, status: number, code: string, what: string): void {
  assert.deepEqual([tried.status, tried.body.code], [status, code], `${what}: ${tried.text}`);
}

/** Parameters of a path that name a record; an import's names a noun, a send's whom it is for. */
function idsOf(path: string): string[] {
  return parametersOf(path).filter((name) => !["noun", "provider", "userId"].includes(name));
}

testOnEach("a company's own answers hold its marks", async (world) => {
  const sides = await makeSides(world);
  for (const [scene, other] of [[sides[1], sides[2]], [sides[2], sides[1]]] as const) {
    for (const entry of doored.filter((one) => !isBroughtBack(one))) {
      const what = nameOf(entry);
      const tried = await callOwn(scene, entry);
      assertShowsNothingOf(other.side, tried.text, what);
      // A new record has the words of the body.
      const isThere = entry.verb === "GET" || idsOf(entry.path).length > 0;
      // Values of a filter are numbers and states, with counts.
      const isWordless = wordless.has(what) || entry.path.endsWith("/values");
      if (!isThere || isWordless) continue;
      assert.ok(shows(scene.side, tried.text), `${what} shows nothing of its own: ${tried.text}`);
    }
  }
}, withGuards);

testOnEach("an id of another company's is an id that does not exist", async (world) => {
  const sides = await makeSides(world);
  const tries: (() => Promise<void>)[] = [];
  for (const [own, other] of [[sides[1], sides[2]], [sides[2], sides[1]]] as const) {
    for (const entry of doored.filter(({ path }) => idsOf(path).length > 0)) {
      if (entry.method.guard === "link") continue; // the parameter is the credential
      // The other company itself could do this: only the owner differs.
      const { things } = await readyFor(other, entry);
      tries.push(() =>
        tryForeign(own, other.side, { ...own, things: { ...own.things, ...things } }, entry)
      );
    }
  }
  const before = await contents(world);
  for (const attempt of tries) await attempt();
  assert.equal(await contents(world), before, "nothing was changed");
}, withGuards);

async function tryForeign(own: Scene, other: Side, foreign: Target, entry: Entry): Promise<void> {
  const isCompany = entry.path.includes("/companies/{id}");
  // A member of both companies acts in one at a time.
  const both = entry.method.guard === "member" && !isCompany ? [people.luis] : [];
  for (const member of [own.side.member, ...both]) {
    const what = `${nameOf(entry)} by ${member}`;
    const tried = await callAs(own, foreign, entry, member);
    const missing = await callAs(
      own,
      { ...own, things: nowhere(entry, own.things) },
      entry,
      member,
    );
    assertShowsNothingOf(other, tried.text, what);
    if (isCompany) assertCode(tried, 403, "not_a_member", what);
    else assertCode(tried, 404, "not_found", what);
    assert.deepEqual(
      comparable(tried),
      comparable(missing),
      `${what} tells it from what does not exist`,
    );
  }
}

testOnEach("a company's calls are refused to people of another", async (world) => {
  const sides = await makeSides(world);
  const [theirs, own] = [sides[1], sides[2]];
  const companies = [1, 2].map((id) => ({ id, name: sides[id as 1 | 2].side.word }));
  const { nadie, luis } = people;
  await world.call("GET", "/api/admin/me", { member: nadie }); // a first sign-in is kept
  const before = await contents(world);
  const entries = behindGateway.filter((one) => !needsNoCompany.has(nameOf(one)));
  for (const [at, entry] of entries.entries()) {
    const body = await jsonOf(theirs, entry);
    const ask = (member: string, query: Query = {}) =>
      tryGuard(theirs, entry, { member, ...body }, query);
    const what = nameOf(entry);
    const foreign = await ask(own.side.member, { company_id: 1 });
    assertCode(foreign, 403, "not_a_member", what);
    const none = await ask(own.side.member, { company_id: noCompany });
    assert.deepEqual(comparable(foreign), comparable(none), `${what} tells a company from none`);
    // One reader of all endpoints: each of them is asked by one of the forms, in turn.
    for (const company_id of long ? malformed : [malformed[at % malformed.length]!]) {
      const tried = await ask(own.side.member, { company_id });
      assertCode(tried, 422, "validation_failed", what);
      assert.deepEqual(Object.keys(tried.body.fields), ["company_id"], what);
    }
    const several = await ask(luis);
    assertCode(several, 400, "company_required", what);
    assert.deepEqual(several.body.details, { companies }, what);
    const stranger = await ask(nadie);
    assertCode(stranger, 403, "no_membership", what);
    const strange = await ask(nadie, { company_id: 1 });
    assertCode(strange, 403, "not_a_member", what);
    for (const tried of [foreign, stranger, strange]) {
      assertShowsNothingOf(theirs.side, tried.text, what);
    }
  }
  assert.equal(await contents(world), before, "nothing was changed");
}, withGuards);

testOnEach(
  "calls without a company answer with the caller's own data, whatever company_id says",
  async (world) => {
    const sides = await makeSides(world);
    const [theirs, own] = [sides[1], sides[2]];
    const names = behindGateway.map(nameOf);
    for (const name of needsNoCompany) assert.ok(names.includes(name), `${name} is gone`);
    for (const entry of behindGateway.filter((one) => needsNoCompany.has(nameOf(one)))) {
      const queries: Query[] = [{}, { company_id: 1 }, { company_id: 2 }, {
        company_id: noCompany,
      }];
      for (const query of queries) {
        const call = { member: own.side.member, ...await jsonOf(own, entry) };
        const tried = await tryGuard(await readyFor(own, entry), entry, call, query);
        assert.ok(tried.status < 300, `${nameOf(entry)}: ${tried.text}`);
        assertShowsNothingOf(theirs.side, tried.text, nameOf(entry));
      }
    }
    for (const path of ["/api/admin/companies", "/api/admin/me"]) {
      const { status, body } = await world.call("GET", path, { member: people.nadie });
      assert.deepEqual([status, body.data.companies ?? body.data], [200, []], path);
    }
  },
);

testOnEach(
  "a page of another company is refused, and one's own shows nothing of others",
  async (world) => {
    const { 1: theirs, 2: own } = await makeSides(world);
    const pages = (await allFiles()).filter(({ kind }) => kind === "page");
    for (const { path } of pages.filter(({ guard }) => guard === "link")) {
      const { status, body } = await world.call("GET", pathTo(path, own.things));
      assert.equal(status, 200, path);
      assert.ok(shows(own.side, body), `${path} shows nothing of its own`);
      assertShowsNothingOf(theirs.side, body, path);
    }
    for (const { path } of pages.filter(({ guard }) => guard === "member")) {
      const at = `${pathTo(path, theirs.things)}?company_id=`;
      const read = (id: number) => world.call("GET", `${at}${id}`, { member: own.side.member });
      const [foreign, none, mine] = [await read(1), await read(noCompany), await read(2)];
      assert.deepEqual([foreign.status, none.status], [403, 403], path);
      assert.ok(
        mine.status === (idsOf(path).length > 0 ? 404 : 200),
        `${path}: ${mine.status}`,
      );
      for (const { body, headers } of [foreign, none, mine]) {
        assertShowsNothingOf(theirs.side, JSON.stringify([...headers, body]), path);
      }
    }
  },
);
