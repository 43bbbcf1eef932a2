import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import {
  apis,
  draftQuote,
  expectData,
  expectFailure,
  inDatabase,
  lapse,
  quoteThatIs,
  verbsOf,
} from "../scene.ts";

testOnEach("a client reads and answers a quotation by its link, once", async (world) => {
  world.services.linkLimiter.limit.perSecond = 0;
  const { ana, eva } = apis(world);
  const share = (id: number, json?: unknown) =>
    expectData(ana("POST", `/quotes/${id}/share`, json), 201);
  const read = (token: string) => world.call("GET", `/q/${token}/data`);
  const accept = (token: string, json: unknown = { name: "Marta Gil" }) =>
    world.call("POST", `/q/${token}/accept`, { json });
  const reject = (token: string, json: unknown = { reason: "Caro" }) =>
    world.call("POST", `/q/${token}/reject`, { json });

  const draft = await draftQuote(ana, { internal_note: "SECRETO", valid_until: "2031-03-30" });
  const made = await share(draft.id);
  assert.match(made.token, /^rlq_[\w-]{43}$/);
  assert.equal(made.url, `${world.services.config.publicUrl}/q/${made.token}`);
  assert.equal(made.expires_at, "2031-03-30T22:00:00.000Z", "the day has 23 hours");
  const kept = await inDatabase(
    world,
    1,
    (trx) => trx.selectFrom("quote_shares").selectAll().where("company_id", "=", 1).execute(),
  );
  assert.ok(!JSON.stringify(kept).includes(made.token));
  assert.equal((await expectData(read(made.token))).document, null);
  await expectFailure(accept(made.token), 409, "invalid_transition");

  await expectData(ana("POST", `/quotes/${draft.id}/send`));
  const shown = await expectData(read(made.token));
  assert.deepEqual([shown.status, shown.expired, shown.document.net_total], ["sent", false, 100]);
  assert.equal(shown.document.lines[0].name, "Montaje");
  assert.ok(!JSON.stringify(shown).includes("SECRETO"));
  const { views } = (await expectData(ana("GET", `/quotes/${draft.id}`))).share;
  assert.equal(views, 2);
  await expectData(ana("PATCH", `/quotes/${draft.id}`, { valid_until: "2031-04-01" }));
  const extended = await expectData(ana("GET", `/quotes/${draft.id}`));
  assert.equal(extended.share.expires_at, "2031-04-01T22:00:00.000Z");

  for (const body of [{}, { name: " " }, { name: "x", y: 1 }]) {
    await expectFailure(accept(made.token, body), 422, "validation_failed");
  }
  await expectFailure(reject(made.token, {}), 422, "validation_failed");
  const all = await Promise.all(Array.from({ length: 8 }, () => accept(made.token)));
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
  await expectFailure(reject(made.token), 409, "invalid_transition");
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
  const old = await share(sent.id, { expires_at: "2031-01-01T00:00:00Z" });
  const link = await share(sent.id);
  await expectFailure(read(old.token), 410, "link_expired");
  const declined = await expectData(reject(link.token, { reason: "Muy caro" }));
  assert.deepEqual([declined.status, typeof declined.rejected_at], ["rejected", "string"]);
  assert.equal(
    (await expectData(ana("GET", `/quotes/${sent.id}`))).rejection_reason,
    "Muy caro",
  );
  await expectFailure(reject(link.token), 409, "invalid_transition");
  assert.equal((await expectData(ana("DELETE", `/quotes/${sent.id}/share`))).share, null);
  for (const call of [read, accept, reject]) {
    await expectFailure(call(link.token), 410, "link_expired");
  }

  const late = await quoteThatIs("sent", ana);
  const past = { expires_at: "2020-01-01T00:00:00Z" };
  await expectFailure(ana("POST", `/quotes/${late.id}/share`, past), 422, "validation_failed");
  const { token } = await share(late.id);
  await lapse(world, 1, late.id);
  assert.equal((await expectData(read(token))).expired, true);
  await expectFailure(accept(token), 410, "link_expired");
  await expectFailure(reject(token), 410, "link_expired");
  await expectFailure(ana("POST", `/quotes/${late.id}/share`), 422, "validation_failed");

  await expectFailure(eva("POST", `/quotes/${late.id}/share`), 404, "not_found");
  await expectFailure(eva("DELETE", `/quotes/${late.id}/share`), 404, "not_found");
  const forged = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  for (const unknown of [forged, "rlq_", "x", "rlq_%00", world.keys.shop]) {
    await expectFailure(read(unknown), 404, "not_found");
    await expectFailure(accept(unknown), 404, "not_found");
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
