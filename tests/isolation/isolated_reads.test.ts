/** Reads without an id: figures, searches, imports, streams and links keep to their company. */
import assert from "node:assert/strict";
import { apiOf, expectData } from "../crm/scene.ts";
import { untilListed } from "../notify/scene.ts";
import { openStream } from "../notify/streams/streams.ts";
import { people, testOnEach, type World } from "../support/world.ts";
import { makeRecords, textsOf } from "./records.ts";
import { allEntries, neededQuery } from "../http/routes.ts";
import { assertShowsNothingOf, shows, sidesOf } from "./sides.ts";
import { makeScene, pairPhone } from "./things.ts";

const text = (value: unknown) => JSON.stringify(value);

/** Without when the reader was last here, which reading moves. */
const unseen = (value: unknown) =>
  JSON.parse(text(value), (name, inner) => name === "last_seen_at" ? null : inner);

/** Everything that a member sees without naming a record. */
async function everything(world: World, member: string, companyId: number) {
  const plain = (await allEntries()).filter(({ verb, path, method }) =>
    verb === "GET" && method.guard === "member" && !path.includes("{") &&
    method.spec.mediaType !== "text/event-stream" &&
    !["/api/admin/notes", "/api/admin/search"].includes(path)
  );
  const results: Record<string, unknown> = {};
  for (const { path, method } of plain) {
    const query = new URLSearchParams({
      ...neededQuery({ path, method }),
      company_id: String(companyId),
    });
    const answer = await world.call("GET", `${path}?${query}`, { member });
    assert.equal(answer.status, 200, path);
    const isFile = typeof answer.body === "string";
    results[path] = isFile ? answer.body : unseen([answer.body.data, answer.body.meta]);
  }
  return results;
}

testOnEach("no figure, list or search moves by what another company does", async (world) => {
  const { 1: first, 2: second } = sidesOf(world);
  await makeScene(world, second);
  const before = await everything(world, people.eva, 2);
  assert.ok(Object.keys(before).length > 15, "the lists are found");
  await makeScene(world, first);
  const after = await everything(world, people.eva, 2);
  assert.deepEqual(after, before);
  assertShowsNothingOf(first, text(after), "what Eva sees");

  // The same numbers do move for those whose they are.
  const own = await everything(world, people.ana, 1);
  for (const path of ["stats", "reports", "contacts", "notifications"]) {
    assert.notDeepEqual(own[`/api/admin/${path}`], before[`/api/admin/${path}`], path);
  }
  assert.ok(shows(first, text(own)));
  for (const [word, path] of [[first.word, "search?q"], [first.phone, "contacts?q"]]) {
    const q = word!.slice(0, -1);
    const matches = await world.call("GET", `/api/admin/${path}=${q}`, { member: people.eva });
    assert.equal(matches.status, 200);
    assertShowsNothingOf(first, text(matches.body), path!);
    const mine = await world.call("GET", `/api/admin/${path}=${q}`, { member: people.ana });
    assert.ok(shows(first, text(mine.body)), path);
  }
});

testOnEach("an import tells nothing of who or what another company has", async (world) => {
  const { 1: first, 2: second } = sidesOf(world);
  await makeRecords(world, first);
  const { contact, client, product } = textsOf(first);
  const files = {
    contacts:
      `email,phone,assignee\n${contact.email},${contact.phone},\nb@x.example,,${first.word}\n`,
    clients: `name,tax_id,email\n${client.name},${client.tax_id},${client.email}\n`,
    products: `name,sku,price\n${product.name},${product.sku},1\n`,
  };
  for (const [noun, body] of Object.entries(files)) {
    const post = (step: string, member: string) =>
      world.call("POST", `/api/admin/imports/${noun}/${step}`, {
        member,
        body,
        headers: { "Content-Type": "text/csv" },
      });
    const preview = (member: string) => expectData(post("preview", member));
    const rowsOf = async (path: string, member: string) =>
      (await post(path, member)).body.trim().split("\n").length - 1;
    assert.equal((await preview(first.member)).counts.duplicates, 1, noun);
    const foreign = await preview(second.member);
    assert.equal(foreign.counts.duplicates, 0, noun);
    const update = "preview?duplicates=update";
    assert.equal((await expectData(post(update, first.member))).counts.duplicates, 1, noun);
    const foreignUpdate = await expectData(post(update, second.member));
    assert.equal(foreignUpdate.counts.duplicates, 0, noun);
    // Only the employee is doubtful: company 2 does not have them.
    assert.deepEqual(foreign.errors, [], noun);
    assert.equal(foreign.counts.remarks, noun === "contacts" ? 1 : 0, noun);
    assert.equal((await preview(first.member)).errors.length, 1, noun);
    assert.equal(await rowsOf("errors?rows=remarks", second.member), foreign.counts.remarks, noun);
    assert.equal(await rowsOf("errors", first.member), 1, noun);
  }
  const matches = await expectData(apiOf(world, second.member)("POST", "/contacts", contact), 201);
  const eva = apiOf(world, second.member);
  assert.deepEqual(await expectData(eva("GET", `/contacts/${matches.id}/candidates`)), []);
});

testOnEach("a stream and a feed carry their own company's only", async (world) => {
  const { 1: first, 2: second } = sidesOf(world);
  const phone = await pairPhone(world, second, "maria");
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  await makeScene(world, first);
  const start = inbox.body.meta.lastEventId;
  // Resumed from a cursor before company 1's first, and open while more is added.
  await using stream = await openStream(world, phone.token, { query: `?lastEventId=${start}` });
  await stream.opened();
  await using theirs = await openStream(world, (await pairPhone(world, first, "maria")).token, {
    query: `?lastEventId=${start}`,
  });
  await theirs.received(1);
  assert.ok(shows(first, theirs.text), "her own company's stream has it");
  const send = (key: string, title: string) =>
    expectData(
      world.call("POST", "/api/notify", { key, json: { userId: "maria", title, body: title } }),
      202,
    );
  await send(first.key, first.word);
  await send(second.key, "the last one");
  await stream.until(({ data }) => text(data).includes("the last one"));
  assertShowsNothingOf(first, stream.text, "the stream of the same user in company 2");

  const { body } = await world.call("GET", "/api/responses", { key: second.key });
  assert.deepEqual(body.data, []);
  const own = await untilListed(world, "/api/responses", 1, first.key);
  assert.ok(shows(first, text(own.body)));
  // Another company's cursor is only a position: it shows nothing before or after it.
  const after = own.body.meta.nextCursor;
  const resumed = await world.call("GET", `/api/responses?after=${after}`, { key: second.key });
  assert.deepEqual(resumed.body.data, []);
});

testOnEach("a link shows one quotation, and acts on no other", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { 1: first, 2: second } = sidesOf(world);
  const [one, other] = [await makeRecords(world, first), await makeRecords(world, second)];
  const read = (token: string) => world.call("GET", `/q/${token}/data`);
  const page = await read(other.q!);
  assertShowsNothingOf(first, text([...page.headers, page.body]), "company 2's link");
  assert.ok(shows(second, text(page.body)));
  // Only the token names the quotation and its company.
  for (const query of [`company_id=1`, `quote_id=${one.quotes}`]) {
    const { status, body } = await world.call("GET", `/q/${other.q}/data?${query}`);
    assert.deepEqual([status, Object.keys(body.fields)], [422, [query.split("=")[0]]]);
  }
  const path = `/q/${other.q}/accept?company_id=1`;
  assert.equal((await world.call("POST", path, { json: { name: "X", revision: 1 } })).status, 422);
  await expectData(
    world.call("POST", `/q/${other.q}/accept`, { json: { name: "X", revision: 1 } }),
  );
  const theirs = await expectData(apiOf(world, first.member)("GET", `/quotes/${one.quotes}`));
  assert.equal(theirs.status, "sent");
});
