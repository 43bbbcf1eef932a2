/**
 * Whatever a body or a query can name by id, another company's id there is an id that does not
 * exist. The places are found in each endpoint's own schemas.
 */
import assert from "node:assert/strict";
import { commonTemplate } from "@/lib/crm/companies/company.ts";
import { testOnEach } from "../support/world.ts";
import { isForChannels } from "./channels.ts";
import { contents } from "./contents.ts";
import { nobodys, readyBody, readyFor } from "./ready.ts";
import { getAt, type Reference, referencesOf, setAt } from "./references.ts";
import { allEntries, type Entry } from "../http/routes.ts";
import { assertShowsNothingOf } from "./sides.ts";
import { isForMembers, makeSides, type Scene } from "./things.ts";
import { comparable, nameOf, type Target, type Tried, tryGuard } from "./try_endpoint.ts";

// The gateway acts for no company, and asks about any.
const ofCompanies = (await allEntries()).filter(({ method }) => method.guard !== "gateway");
const references = ofCompanies.flatMap((entry) =>
  referencesOf(entry).map((reference) => ({ entry, reference }))
);

/** Calls with the right credential, with the id in one place of the request. */
async function callNaming(
  { side, channelKey, own, maria }: Scene,
  target: Target,
  { entry, reference, body }: Case & { body: Record<string, unknown> | undefined },
  id: number | string,
): Promise<Tried> {
  const { where, field } = reference;
  const query: Record<string, string | number> = where === "query" ? { [field]: id } : {};
  if (entry.method.guard === "member") query.company_id = side.companyId;
  const json = body && structuredClone(body);
  if (where === "body") setAt(json!, field, id);
  const key = isForChannels(entry.path) ? channelKey : side.key;
  const { guard } = entry.method;
  const device = isForMembers(entry.path) ? own.token : maria.token;
  const who = guard === "key" ? { key } : guard === "device" ? { device } : { member: side.member };
  return await tryGuard(target, entry, json ? { ...who, json } : who, query);
}

interface Case {
  entry: Entry;
  reference: Reference;
}

/** The body around the reference: one that would do, but for what excludes the reference. */
async function bodyAround(scene: Scene, { entry, reference: { field } }: Case) {
  if (!entry.method.spec.body) return undefined;
  const body = await readyBody(scene, entry) as Record<string, unknown>;
  // A note is about one record.
  if (nameOf(entry) === "POST /api/admin/notes") delete body.client_id;
  if (field === "client_id") delete body.client;
  // Only what is sent is about a quotation, and a quotation's message says something.
  if (field === "quote_id" && entry.path.endsWith("/messages")) {
    body.via = Number(scene.things.channels);
  }
  if (field === "message.via") body.message = { body: "sample" };
  if (field.startsWith("filter.")) delete body.ids;
  // A change of many is one verb.
  if (field === "stage_id" && "ids" in body) delete body.assignee_id;
  return body;
}

testOnEach(
  "an id of another company's in body or query is one that does not exist",
  async (world) => {
    assert.ok(references.length > 60, "the references are found");
    const sides = await makeSides(world);
    for (const [own, other] of [[sides[1], sides[2]], [sides[2], sides[1]]] as const) {
      const cases = [];
      for (const one of references) {
        const target = await readyFor(own, one.entry) as Scene;
        cases.push({ ...one, target, body: await bodyAround(own, one) });
      }
      const before = await contents(world);
      for (const one of cases) await tryForeign(own, other, one);
      assert.equal(await contents(world), before, "nothing was changed");
      for (const earlier of cases) {
        const one = { ...earlier, body: await bodyAround(own, earlier) };
        const what = `${nameOf(one.entry)} with ${one.reference.field}`;
        const tried = await callNaming(own, one.target, one, ownId(own, one));
        assert.ok(tried.status < 300, `${what} of one's own: ${tried.text}`);
        assertShowsNothingOf(other.side, tried.text, what);
      }
    }
  },
);

/** The id that a request of the own company would name. */
function idOf({ things }: Target, { reference: { noun } }: Case): number | string {
  const id = things[noun]!;
  return /^\d+$/.test(id) ? Number(id) : id;
}

/** Ids that the own request names or could name, such as the quotation's own lines. */
function ownId(own: Scene, { target, body, ...one }: Prepared): number | string {
  const named = getAt(body, one.reference.field) as number | undefined;
  return named ?? idOf(one.reference.noun === "lines" ? target : own, one);
}

type Prepared = Case & { target: Scene; body: Record<string, unknown> | undefined };

async function tryForeign(own: Scene, other: Scene, one: Prepared): Promise<void> {
  const { entry, reference: { field, where, noun }, target } = one;
  // The first company's pipeline is the template that is open to all.
  if (noun === "companies" && other.side.companyId === commonTemplate) return;
  const what = `${nameOf(entry)} with another company's ${field}`;
  const id = idOf(other, one);
  const foreign = await callNaming(own, target, one, id);
  const nobody = typeof id === "number" ? 2147483000 : nobodys(id);
  const none = await callNaming(own, target, one, nobody);
  assertShowsNothingOf(other.side, foreign.text, what);
  assert.deepEqual(
    isReported(field) ? answerOf(foreign, id) : comparable(foreign),
    isReported(field) ? answerOf(none, nobody) : comparable(none),
    `${what} is told from what does not exist`,
  );
  if (noun === "companies") return assert.equal(foreign.body.code, "not_a_member", what);
  if (foreign.status === 200 && where === "query") {
    return assert.ok(isEmpty(foreign.body), `${what} finds something: ${foreign.text}`);
  }
  if (foreign.status === 200 && field === "records.0.id") {
    return assert.equal(foreign.body.data[0].restored, false, `${what}: ${foreign.text}`);
  }
  if (foreign.status === 200 && (field === "ids.0" || field.startsWith("filter."))) {
    return assert.equal(foreign.body.data.counts.done, 0, `${what}: ${foreign.text}`);
  }
  assert.deepEqual(
    [foreign.status, foreign.body.code],
    [422, "validation_failed"],
    `${what}: ${foreign.text}`,
  );
  const named = Object.keys(foreign.body.fields);
  assert.ok(named.every((name) => isAt(name, field)), `${what}: ${named}`);
}

/** Whether the answer says of each id what became of it. */
function isReported(field: string): boolean {
  return field === "ids.0" || field === "records.0.id";
}

/** The answer without the id that was asked for, which a report of many repeats. */
function answerOf(tried: Tried, id: number | string): unknown {
  const isAsked = (name: string, value: unknown) => name === "id" && value === id;
  return JSON.parse(
    JSON.stringify(comparable(tried), (name, value) => isAsked(name, value) ? 0 : value),
  );
}

/** Whether an error is about the field: about it, its list or its part. */
const isAt = (name: string, field: string) =>
  name === field || field.startsWith(`${name}.`) || name.startsWith(`${field}.`);

/** Whether a list, a board or a file is empty. */
// deno-lint-ignore no-explicit-any -- a list, or a board
function isEmpty(body: any): boolean {
  // A CSV file that has its header alone.
  if (typeof body === "string") return body.trim().split("\n").length === 1;
  const { data } = body;
  if (Array.isArray(data)) return data.length === 0;
  return data.columns.every(({ count }: { count: number }) => count === 0);
}
