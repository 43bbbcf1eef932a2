import assert from "node:assert/strict";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { listShares } from "@/lib/sales/quotes/quote_shares.ts";
import { testOnEach, type World } from "../../support/world.ts";
import {
  apis,
  draftQuote,
  expectData,
  expectFailure,
  inDatabase,
  lapse,
  plainLine,
  quoteThatIs,
  verbsOf,
} from "../scene.ts";

/** Sharing a quotation as Ana, and a client's calls by its link. */
function linkCalls(world: World) {
  const { ana } = apis(world);
  return {
    share: (id: number, json?: unknown) =>
      expectData(ana("POST", `/quotes/${id}/share`, json), 201),
    read: (token: string) => world.call("GET", `/q/${token}/data`),
    accept: (token: string, json: unknown = { name: "Marta Gil", revision: 1 }) =>
      world.call("POST", `/q/${token}/accept`, { json }),
    reject: (token: string, json: unknown = { reason: "Caro", revision: 1 }) =>
      world.call("POST", `/q/${token}/reject`, { json }),
  };
}

testOnEach("a client reads and answers a quotation by its link, once", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { share, read, accept, reject } = linkCalls(world);

  const draft = await draftQuote(ana, { internal_note: "SECRETO", valid_until: "2031-03-30" });
  const created = await share(draft.id);
  assert.match(created.token, /^rlq_[\w-]{43}$/);
  assert.equal(created.url, `${world.services.config.publicUrl}/q/${created.token}`);
  assert.equal(created.expires_at, "2031-03-30T22:00:00.000Z", "the day has 23 hours");
  const shares = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("quote_shares").selectAll().where("company_id", "=", 1).execute(),
  );
  assert.ok(!JSON.stringify(shares).includes(created.token));
  assert.equal((await expectData(read(created.token))).document, null);
  await expectFailure(accept(created.token), 409, "invalid_transition");

  await expectData(ana("POST", `/quotes/${draft.id}/send`));
  const page = await expectData(read(created.token));
  assert.deepEqual([page.status, page.expired, page.document.net_total], ["sent", false, 100]);
  assert.equal(page.document.lines[0].name, "Montaje");
  assert.ok(!JSON.stringify(page).includes("SECRETO"));
  const { views } = (await expectData(ana("GET", `/quotes/${draft.id}`))).share;
  assert.equal(views, 2);
  await expectData(ana("PATCH", `/quotes/${draft.id}`, { valid_until: "2031-04-01" }));
  const extended = await expectData(ana("GET", `/quotes/${draft.id}`));
  assert.equal(extended.share.expires_at, "2031-04-01T22:00:00.000Z");
  assert.equal((await expectData(read(created.token))).document.valid_until, "2031-04-01");

  for (
    const body of [
      ...[{}, { name: " ", revision: 1 }, { name: "x", revision: 1, y: 1 }, { name: "x" }],
      ...[{ name: "x", revision: 0 }, { name: "x", revision: "1x" }],
    ]
  ) await expectFailure(accept(created.token, body), 422, "validation_failed");
  await expectFailure(reject(created.token, {}), 422, "validation_failed");
  const all = await Promise.all(Array.from({ length: 8 }, () => accept(created.token)));
  assert.deepEqual(all.map(({ status }) => status), Array(8).fill(200));
  assert.ok(all.every(({ body }) => body.data.status === "approved"));
  const other = { name: "Luis Gil", revision: 1 };
  await expectFailure(accept(created.token, other), 409, "invalid_transition");
  await expectFailure(reject(created.token), 409, "invalid_transition");
  const approved = await expectData(ana("GET", `/quotes/${draft.id}`));
  assert.deepEqual(
    [approved.status, approved.approved_by_name, approved.approved_via],
    ["approved", "Marta Gil", "link"],
  );
  assert.deepEqual(
    await verbsOf(world, "quote_id", draft.id),
    ["created", "shared", "viewed", "sent", "changed", "approved"],
  );

  const sent = await quoteThatIs("sent", ana);
  const link = await share(sent.id);
  const reason = { reason: "Muy caro", revision: 1 };
  const declined = await expectData(reject(link.token, reason));
  assert.deepEqual([declined.status, typeof declined.rejected_at], ["rejected", "string"]);
  assert.equal(
    (await expectData(ana("GET", `/quotes/${sent.id}`))).rejection_reason,
    "Muy caro",
  );
  assert.equal((await expectData(reject(link.token, reason))).rejected_at, declined.rejected_at);
  await expectFailure(reject(link.token), 409, "invalid_transition");
  assert.equal((await expectData(ana("DELETE", `/quotes/${sent.id}/share`))).share, null);
  for (const call of [read, accept, reject]) {
    await expectFailure(call(link.token), 410, "link_expired");
  }
});

testOnEach("a late link and an unknown one open nothing", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana, eva } = apis(world);
  const { share, read, accept, reject } = linkCalls(world);
  const late = await quoteThatIs("sent", ana);
  const past = { expires_at: "2020-01-01T00:00:00Z" };
  await expectFailure(ana("POST", `/quotes/${late.id}/share`, past), 422, "validation_failed");
  const { token } = await share(late.id);
  await lapse(world, 1, late.id, "2020-01-01");
  for (const call of [read, accept, reject]) {
    await expectFailure(call(token), 410, "link_expired");
  }
  await expectFailure(ana("POST", `/quotes/${late.id}/share`), 422, "validation_failed");

  await expectFailure(eva("POST", `/quotes/${late.id}/share`), 404, "not_found");
  await expectFailure(eva("DELETE", `/quotes/${late.id}/share`), 404, "not_found");
  const forged = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  for (const unknown of [forged, "rlq_", "x", "rlq_%00", world.keys.shop]) {
    await expectFailure(read(unknown), 404, "not_found");
    await expectFailure(accept(unknown), 404, "not_found");
  }
});

testOnEach("an answer is to the revision that was shown", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const { token } = await expectData(ana("POST", `/quotes/${id}/share`), 201);
  const answer = (verb: string, json: unknown) =>
    world.call("POST", `/q/${token}/${verb}`, { json });
  await expectData(ana("POST", `/quotes/${id}/recall`));
  const dearer = [{ ...plainLine, quantity: 20 }, { ...plainLine, name: "Transporte" }];
  await expectData(ana("PUT", `/quotes/${id}/lines`, { lines: dearer }));
  await expectData(ana("POST", `/quotes/${id}/send`));

  for (
    const [verb, body] of [["accept", { name: "Marta" }], ["reject", { reason: "Caro" }]] as const
  ) {
    const stale = answer(verb, { ...body, revision: 1 });
    const { details } = await expectFailure(stale, 409, "quote_changed");
    assert.equal(details.revision, 2);
    const { added, removed, changed, texts, gross_total } = details.changes;
    assert.deepEqual(added.map(({ name }: { name: string }) => name), ["Transporte"]);
    assert.deepEqual([removed, texts], [[], []]);
    assert.deepEqual([changed[0].before.quantity, changed[0].after.quantity], [2, 20]);
    assert.deepEqual(gross_total, { before: 121, after: 1331 });
    const unknown = answer(verb, { ...body, revision: 9 });
    assert.equal((await expectFailure(unknown, 409, "quote_changed")).details.changes, null);
  }
  assert.equal((await expectData(ana("GET", `/quotes/${id}`))).status, "sent");
  await expectData(answer("accept", { name: "Marta", revision: 2 }));
  await expectFailure(answer("accept", { name: "Marta", revision: 1 }), 409, "quote_changed");
});

testOnEach("several links of a quotation work until each is revoked", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana, eva } = apis(world);
  const { id, valid_until } = await quoteThatIs("sent", ana);
  const other = await quoteThatIs("sent", ana);
  const share = (json?: unknown) => expectData(ana("POST", `/quotes/${id}/share`, json), 201);
  const read = (token: string) => world.call("GET", `/q/${token}/data`);
  const first = await share();
  const second = await share({ expires_at: "2031-01-01T11:00:00Z" });
  const third = await share({ expires_at: new Date(Date.now() + 60_000).toISOString() });
  assert.equal(second.expires_at, "2031-01-01T11:00:00.000Z");
  assert.equal(second.readable_until, "2031-04-01T10:00:00.000Z", "noon in both");
  assert.equal(third.expires_at, first.expires_at, "a link lives as long as the offer at least");
  const days = await Promise.all(
    [first, second].map(async ({ token }) => (await expectData(read(token))).document.valid_until),
  );
  assert.deepEqual(days, [valid_until, "2031-01-01"]);

  const listed = await expectData(ana("GET", `/quotes/${id}/share`));
  assert.deepEqual(listed.map((one: { id: number }) => one.id), [third.id, second.id, first.id]);
  assert.deepEqual(listed.map((one: { views: number }) => one.views), [0, 1, 1]);
  assert.equal(listed[0].created_by.id, 1);
  assert.doesNotMatch(JSON.stringify(listed), /rlq_|digest|token/);
  const record = await expectData(ana("GET", `/quotes/${id}`));
  assert.deepEqual([record.share, record.shares], [listed[0], listed]);
  await expectFailure(eva("GET", `/quotes/${id}/share`), 404, "not_found");

  const one = (quote: number) => ana("DELETE", `/quotes/${quote}/share?id=${first.id}`);
  await expectFailure(one(other.id), 404, "not_found");
  assert.equal((await expectData(one(id))).shares.length, 2);
  await expectFailure(one(id), 404, "not_found");
  await expectFailure(read(first.token), 410, "link_expired");
  await expectData(read(second.token));
  assert.deepEqual((await expectData(ana("DELETE", `/quotes/${id}/share`))).shares, []);
  await expectFailure(read(second.token), 410, "link_expired");
});

testOnEach("a link shows its quotation for 90 days after the last day", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  const plain = await expectData(ana("POST", `/quotes/${id}/share`), 201);
  const later = { expires_at: new Date(Date.now() + 86_400_000).toISOString() };
  const longer = await expectData(ana("POST", `/quotes/${id}/share`, later), 201);
  const ago = (days: number) => addDays(dayIn("Europe/Madrid", new Date()), -days);
  const read = ({ token }: { token: string }) => world.call("GET", `/q/${token}/data`);
  const accept = ({ token }: { token: string }) =>
    world.call("POST", `/q/${token}/accept`, { json: { name: "Marta", revision: 1 } });

  await lapse(world, 1, id, ago(90));
  const page = await expectData(read(plain));
  assert.deepEqual([page.expired, page.document.valid_until], [true, ago(90)]);
  const { details } = await expectFailure(accept(plain), 410, "link_expired");
  assert.equal(details.reason, "expired");
  await lapse(world, 1, id, ago(91));
  await expectFailure(read(plain), 410, "link_expired");
  assert.equal((await expectData(read(longer))).expired, false);
  assert.equal((await expectData(accept(longer))).status, "approved");
});

testOnEach("a link's 90 days are the company's, through clock changes", async (world) => {
  const { ana } = apis(world);
  const { id } = await quoteThatIs("sent", ana);
  await expectData(ana("POST", `/quotes/${id}/share`), 201);
  await lapse(world, 1, id, "2025-08-31");
  const { db } = world.services.database;
  const place = { companyId: 1, timezone: "Europe/Madrid" };
  const countAt = async (now: string) =>
    (await inCompany(db, 1, (trx) => listShares(trx, place, id, new Date(now)))).length;
  assert.equal(await countAt("2025-11-29T23:59:59+01:00"), 1);
  assert.equal(await countAt("2025-11-30T00:00:00+01:00"), 0);
});

testOnEach("a link to what no longer stands says that it is withdrawn", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana } = apis(world);
  const withdrawals = {
    "a trashed quotation": async () => {
      const { id } = await draftQuote(ana);
      return { id, by: () => ana("DELETE", `/quotes/${id}`) };
    },
    "a trashed opportunity": async () => {
      const { id, opportunity } = await quoteThatIs("sent", ana);
      return { id, by: () => ana("DELETE", `/opportunities/${opportunity.id}`) };
    },
    "a lost opportunity": async () => {
      const { id, opportunity } = await quoteThatIs("sent", ana);
      const loss = { lost_reason: "Precio" };
      return { id, by: () => ana("POST", `/opportunities/${opportunity.id}/lose`, loss) };
    },
  };
  for (const [what, prepare] of Object.entries(withdrawals)) {
    const { id, by } = await prepare();
    const { token } = await expectData(ana("POST", `/quotes/${id}/share`), 201);
    await expectData(by());
    const page = await expectData(world.call("GET", `/q/${token}/data`));
    assert.deepEqual([page.withdrawn, page.document], [true, null], what);
    for (const [verb, body] of [["accept", { name: "x" }], ["reject", { reason: "x" }]] as const) {
      const json = { ...body, revision: 1 };
      const answer = world.call("POST", `/q/${token}/${verb}`, { json });
      const { details } = await expectFailure(answer, 410, "link_expired");
      assert.equal(details.reason, "withdrawn", what);
    }
    const pdf = world.call("GET", `/q/${token}/pdf`);
    assert.equal((await expectFailure(pdf, 410, "link_expired")).details.reason, "withdrawn");
  }
});

testOnEach("links are tried thirty times a minute and address", async (world) => {
  const tries = await Promise.all(
    Array.from({ length: 32 }, () => world.call("GET", "/q/rlq_x/data")),
  );
  assert.equal(tries.filter(({ status }) => status === 404).length, 30);
  const limited = tries.find(({ status }) => status === 429)!;
  assert.equal(limited.body.code, "rate_limited");
  assert.match(limited.headers.get("retry-after")!, /^\d+$/);
});
