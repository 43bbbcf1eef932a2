/** Two at once, and a process that dies between the decision and what follows. */
import assert from "node:assert/strict";
import { connect } from "../../channels/scene.ts";
import { ApprovedQuotes } from "@/lib/sales/approvals/approved_quotes.ts";
import { decideApproval } from "@/lib/sales/approvals/decide_approval.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { expectData, inDatabase } from "../scene.ts";
import { body, draftFor } from "../sharing/offering.ts";
import { cheap, companyWithRules, stateOf } from "./scene.ts";

async function pendingQuote(world: World, isByMessage = false) {
  const company = await companyWithRules(world);
  const program = await connect(world, {
    channel: "whatsapp",
    callbackUrl: "http://127.0.0.1:1/out",
  });
  const client = { phone: "+34 600 111 222" };
  const quote = await draftFor(company.ana, client, { lines: [cheap] });
  const path = `/quotes/${quote.id}`;
  const message = isByMessage ? { via: program.id, body } : undefined;
  await expectData(company.ana("POST", `${path}/ask-approval`, { message }));
  return { ...company, quote, path };
}

/** How often it has left: revisions, links and messages. */
function leftOf(world: World) {
  return inDatabase(world, 1, async (trx) => {
    const count = async (table: "quote_revisions" | "quote_shares" | "outbox") =>
      (await trx.selectFrom(table).select("company_id").where("company_id", "=", 1).execute())
        .length;
    return [await count("quote_revisions"), await count("quote_shares"), await count("outbox")];
  });
}

testOnEach("two answers at once: the first one counts", async (world) => {
  const { luis, third, phone, path, quote, ...company } = await pendingQuote(world);
  const [question] = await phone.inbox();
  const answers = await Promise.all([
    luis("POST", `${path}/decide`, { approved: false }),
    third("POST", `${path}/decide`, { approved: false }),
    phone.answer(question!.id, "no"),
  ]);
  const statuses = answers.map(({ status }) => status).sort();
  assert.equal(statuses.filter((status) => status < 300).length, 1, JSON.stringify(statuses));
  assert.ok(statuses.every((status) => [200, 201, 409, 410].includes(status)), `${statuses}`);
  assert.equal(await stateOf({ ...company, luis, third, phone }, quote.id), "draft refused");
});

testOnEach(
  "an approval and a change at once: it leaves as it was shown, or not at all",
  async (world) => {
    const { ana, luis, path } = await pendingQuote(world);
    const [, changed] = await Promise.all([
      luis("POST", `${path}/decide`, { approved: true }),
      ana("PATCH", path, { title: "Otra" }),
    ]);
    const { status, approval, revision } = await expectData(ana("GET", path));
    if (status === "sent") {
      const [{ document }] = await expectData(ana("GET", `${path}/revisions`));
      // Whatever came first, no other title has an approval.
      assert.deepEqual([document.title, changed.status], [null, 409]);
    } else assert.deepEqual([approval.state, revision], ["needed", 0]);
  },
);

testOnEach("of two requests for approval at once one is made", async (world) => {
  const { ana, third, phone, draft } = await companyWithRules(world);
  const { id } = await draft();
  const answers = await Promise.all(
    [ana, third].map((api) => api("POST", `/quotes/${id}/ask-approval`)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const questions = (await phone.inbox()).filter(({ actions }) => actions.length > 0);
  assert.equal(questions.length, 1);
});

for (const isByMessage of [false, true]) {
  const how = isByMessage ? "with its message" : "without one";
  testOnEach(`what a dead process has decided leaves once, ${how}`, async (world) => {
    const { quote, path, luisId, ana } = await pendingQuote(world, isByMessage);
    const before = await leftOf(world);
    const { approvedQuotes, database } = world.services;
    // Nobody hears of the commit, as when the process ends with it.
    await inCompany(
      database.db,
      1,
      (trx) =>
        decideApproval(trx, { companyId: 1, userId: luisId }, quote.id, { approved: true }, {
          via: "phone",
        }),
      () => {},
    );
    const { status, approval } = await expectData(ana("GET", path));
    assert.deepEqual([status, approval.state], ["draft", "given"]);
    const { log, announce, config, pdfRenderer, groups } = world.services;
    const other = new ApprovedQuotes({
      ...{ db: database.db, log, announce, publicUrl: config.publicUrl },
      print: (printable, companyId) => pdfRenderer.print(printable, groups.of(companyId)),
      filesBytesPerCompany: config.filesBytesPerCompany,
    });
    await Promise.all([approvedQuotes.sweep(), other.sweep()]);
    await approvedQuotes.sweep();
    assert.equal((await expectData(ana("GET", path))).status, "sent");
    const after = await leftOf(world);
    const many = isByMessage ? 1 : 0;
    assert.deepEqual(after.map((count, at) => count - before[at]!), [1, many, many]);
  });
}

testOnEach("a quotation whose asker has left is not sent on approval", async (world) => {
  const { luis, third, draft, ...company } = await companyWithRules(world);
  const { id } = await draft();
  await expectData(third("POST", `/quotes/${id}/ask-approval`));
  await expectData(luis("DELETE", `/employees/${company.thirdId}`));
  await expectData(luis("POST", `/quotes/${id}/decide`, { approved: true }));
  assert.equal(await stateOf({ ...company, luis, third, draft }, id), "draft given");
  await expectData(luis("POST", `/quotes/${id}/send`));
});
