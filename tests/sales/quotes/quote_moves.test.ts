import assert from "node:assert/strict";
import {
  allowedVerbs,
  isExpired,
  quoteBecomes,
  quoteCan,
  quoteStatuses,
  type QuoteVerb,
} from "@/lib/sales/quotes/quote.ts";
import { sendQuote } from "@/lib/sales/sharing/send_quote.ts";
import { testOnEach } from "../../support/world.ts";
import {
  type Api,
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

Deno.test("quotation: the moves are those of the contract", () => {
  const arrows = (Object.keys(quoteCan) as QuoteVerb[]).flatMap((verb) =>
    quoteCan[verb].map((from) => `${from} –${verb}→ ${quoteBecomes[verb]}`)
  );
  assert.deepEqual(arrows, [
    "draft –edit→ draft",
    "draft –send→ sent",
    "sent –recall→ draft",
    "sent –approve→ approved",
    "sent –reject→ rejected",
    "rejected –reopen→ draft",
    "approved –revoke-approval→ sent",
    "approved –confirm-sale→ sold",
  ]);
  assert.deepEqual(allowedVerbs("sold"), []);
  assert.equal(isExpired({ status: "sent", valid_until: "2026-03-29" }, "2026-03-29"), false);
  assert.equal(isExpired({ status: "sent", valid_until: "2026-03-28" }, "2026-03-29"), true);
  assert.equal(isExpired({ status: "draft", valid_until: "2026-03-28" }, "2026-03-29"), false);
});

function attempt(api: Api, verb: QuoteVerb, id: number) {
  return verb === "edit"
    ? api("PUT", `/quotes/${id}/lines`, { lines: [plainLine] })
    : api("POST", `/quotes/${id}/${verb}`);
}

testOnEach("every verb in every state does what the table says", async (world) => {
  const { ana } = apis(world);
  for (const status of quoteStatuses) {
    let { id } = await quoteThatIs(status, ana);
    for (const verb of Object.keys(quoteCan) as QuoteVerb[]) {
      const answer = await attempt(ana, verb, id);
      const now = await expectData(ana("GET", `/quotes/${id}`));
      const what = `${verb} of ${status}: ${JSON.stringify(answer.body)}`;
      if ((quoteCan[verb] as readonly string[]).includes(status)) {
        assert.equal(answer.status, verb === "confirm-sale" ? 201 : 200, what);
        assert.equal(now.status, quoteBecomes[verb], what);
        if (now.status !== status) ({ id } = await quoteThatIs(status, ana));
      } else if (status === "sold" && verb === "confirm-sale") {
        assert.deepEqual([answer.status, answer.body.data.already], [200, true], what);
      } else {
        assert.deepEqual([answer.status, answer.body.code], [409, "invalid_transition"], what);
        assert.deepEqual(answer.body.details.allowed, allowedVerbs(status), what);
        assert.equal(now.status, status, what);
      }
    }
  }
});

testOnEach(
  "a quotation can be sent until its last day ends where the company is",
  async (world) => {
    const { ana } = apis(world);
    const { id } = await draftQuote(ana, { issue_date: "2026-10-01", valid_until: "2026-10-25" });
    const sendAt = (instant: string) =>
      inDatabase(world, 1, (trx) => {
        const seller = { companyId: 1, userId: 1, timezone: "Europe/Madrid" };
        return sendQuote(trx, seller, id, { now: new Date(instant) });
      });
    await assert.rejects(sendAt("2026-10-25T23:00:00Z"), { code: "validation_failed" });
    const sent = await sendAt("2026-10-25T22:59:59Z");
    assert.deepEqual([sent.status, sent.expired], ["sent", false]);
  },
);

testOnEach("sending keeps what was sent, and a round trip leaves its traces", async (world) => {
  const { ana, eva } = apis(world);
  const empty = await draftQuote(ana, {
    lines: [],
    issue_date: "2020-01-01",
    valid_until: "2020-01-01",
  });
  const { fields } = await expectFailure(
    ana("POST", `/quotes/${empty.id}/send`),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["lines", "valid_until"]);
  assert.equal((await expectData(ana("GET", `/quotes/${empty.id}`))).revision, 0);

  const { id, client } = await draftQuote(ana, { title: "Primera" });
  const path = `/quotes/${id}`;
  const post = (verb: string, json?: unknown) => expectData(ana("POST", `${path}/${verb}`, json));
  const sent = await post("send");
  assert.equal(sent.revision, 1);
  assert.ok(sent.sent_at);
  const recalled = await post("recall");
  assert.equal(recalled.sent_at, null);
  await expectData(ana("PATCH", path, { title: "Segunda" }));
  await expectData(ana("PUT", `${path}/lines`, { lines: [{ name: "Todo", unit_price: 7 }] }));
  await post("send");
  await expectData(ana("PATCH", `/clients/${client.id}`, { name: "Otro nombre" }));
  const revisions = await expectData(ana("GET", `${path}/revisions`));
  const [second, first] = revisions;
  assert.deepEqual([second.revision, second.document.title, second.net_total], [2, "Segunda", 7]);
  assert.deepEqual([first.revision, first.document.title, first.net_total], [1, "Primera", 100]);
  assert.equal(first.sent_by.name, "Ana Ruiz");
  assert.equal(second.document.client.name, client.name);
  assert.equal(second.document.seller.name, "Primary");
  assert.equal(first.document.lines[0].name, "Montaje");
  await expectFailure(eva("GET", `${path}/revisions`), 404, "not_found");

  const rejected = await post("reject", { reason: "Caro" });
  assert.deepEqual([rejected.rejection_reason, rejected.status], ["Caro", "rejected"]);
  const reopened = await post("reopen");
  assert.deepEqual([reopened.rejection_reason, reopened.rejected_at], [null, null]);
  await post("send");
  await lapse(world, 1, id);
  assert.equal((await expectData(ana("GET", path))).expired, true);
  const approved = await post("approve", { name: "Marta" });
  assert.deepEqual([approved.approved_by_name, approved.approved_via], ["Marta", "employee"]);
  assert.equal(approved.expired, false);
  const revoked = await post("revoke-approval");
  assert.deepEqual([revoked.status, revoked.approved_at, revoked.approved_by_name], [
    "sent",
    null,
    null,
  ]);
  await expectFailure(ana("POST", `${path}/approve`, { nombre: "x" }), 422, "validation_failed");
  await expectFailure(eva("POST", `${path}/approve`, {}), 404, "not_found");
  assert.deepEqual(await verbsOf(world, "quote_id", id), [
    "created",
    "sent",
    "recalled",
    "changed",
    "changed",
    "sent",
    "rejected",
    "reopened",
    "sent",
    "approved",
    "approval_revoked",
  ]);
});
