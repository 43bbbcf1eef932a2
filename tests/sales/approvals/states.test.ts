/** Every move in every state of the approval that a quotation needs. */
import assert from "node:assert/strict";
import { approvalCan, mayApprove } from "@/lib/sales/quotes/approval/approval_states.ts";
import type { Answer } from "../../support/world.ts";
import { testOnEach } from "../../support/world.ts";
import { type Api, apis, expectData, expectFailure, plainLine, verbsOf } from "../scene.ts";
import { type Company, companyWithRules, stateOf } from "./scene.ts";

Deno.test("the moves are those of the contract", () => {
  assert.deepEqual(approvalCan, {
    ask: ["needed", "refused"],
    decide: ["asked"],
    withdraw: ["asked"],
    send: ["given"],
  });
  const states = ["needed", "asked", "given", "refused", null] as const;
  assert.deepEqual(states.filter((state) => mayApprove("send", state)), ["given", null]);
  assert.equal(mayApprove("ask", null), false);
});

const moves = {
  ask: (api: Api, id: number) => api("POST", `/quotes/${id}/ask-approval`),
  approve: (api: Api, id: number) => api("POST", `/quotes/${id}/decide`, { approved: true }),
  refuse: (api: Api, id: number) =>
    api("POST", `/quotes/${id}/decide`, { approved: false, note: "Caro" }),
  withdraw: (api: Api, id: number) => api("DELETE", `/quotes/${id}/ask-approval`),
  send: (api: Api, id: number) => api("POST", `/quotes/${id}/send`),
  change: (api: Api, id: number) => api("PATCH", `/quotes/${id}`, { title: "Otra" }),
  lines: (api: Api, id: number) => api("PUT", `/quotes/${id}/lines`, { lines: [plainLine] }),
};
type Move = keyof typeof moves;

/** Ways to each state: who does what. */
const ways: Record<string, [who: "ana" | "luis", move: Move | "recall"][]> = {
  free: [["ana", "lines"]],
  needed: [],
  asked: [["ana", "ask"]],
  refused: [["ana", "ask"], ["luis", "refuse"]],
  // Sent with its approval, and taken back as it was.
  given: [["ana", "ask"], ["luis", "approve"], ["ana", "recall"]],
};

const busy = "invalid_transition";
/** By state, move and who makes it: the state after it, or the refusal. */
const outcomes: Record<string, Record<Move, [ana: string, luis: string]>> = {
  free: {
    ask: [busy, busy],
    approve: [busy, busy],
    refuse: [busy, busy],
    withdraw: [busy, busy],
    send: ["sent free", "sent free"],
    change: ["draft free", "draft free"],
    lines: ["draft free", "draft free"],
  },
  needed: {
    ask: ["draft asked", "validation_failed"],
    approve: [busy, busy],
    refuse: [busy, busy],
    withdraw: [busy, busy],
    send: ["approval_needed", "sent free"],
    change: ["draft needed", "draft needed"],
    lines: ["draft free", "draft free"],
  },
  asked: {
    ask: [busy, busy],
    approve: ["asked_by_you", "sent given"],
    refuse: ["asked_by_you", "draft refused"],
    withdraw: ["draft needed", "draft needed"],
    send: ["approval_needed", "sent given"],
    change: ["draft needed", "draft needed"],
    lines: ["draft free", "draft free"],
  },
  refused: {
    ask: ["draft asked", "validation_failed"],
    approve: [busy, busy],
    refuse: [busy, busy],
    withdraw: [busy, busy],
    send: ["approval_needed", "sent free"],
    change: ["draft needed", "draft needed"],
    lines: ["draft free", "draft free"],
  },
  given: {
    ask: [busy, busy],
    approve: [busy, busy],
    refuse: [busy, busy],
    withdraw: [busy, busy],
    send: ["sent given", "sent given"],
    change: ["draft needed", "draft needed"],
    lines: ["draft free", "draft free"],
  },
};

async function quoteThatIs(company: Company, state: string): Promise<number> {
  const { id } = await company.draft();
  for (const [who, move] of ways[state]!) {
    const api = company[who];
    await expectData(
      move === "recall" ? api("POST", `/quotes/${id}/recall`) : moves[move](api, id),
    );
  }
  assert.equal(await stateOf(company, id), `draft ${state}`);
  return id;
}

async function outcomeOf(company: Company, answer: Answer, id: number): Promise<string> {
  if (answer.status === 200) return await stateOf(company, id);
  assert.ok([403, 409, 422].includes(answer.status), JSON.stringify(answer.body));
  return answer.body.code;
}

testOnEach("every move in every state does what the table says", async (world) => {
  const company = await companyWithRules(world);
  for (const [state, row] of Object.entries(outcomes)) {
    let id = await quoteThatIs(company, state);
    for (const [move, [ana, luis]] of Object.entries(row) as [Move, [string, string]][]) {
      for (const [who, wanted] of [["ana", ana], ["luis", luis]] as const) {
        const answer = await moves[move](company[who], id);
        const what = `${who}: ${move} of ${state}: ${JSON.stringify(answer.body).slice(0, 300)}`;
        assert.equal(await outcomeOf(company, answer, id), wanted, what);
        const isSame = await stateOf(company, id) === `draft ${state}`;
        assert.ok(isSame || answer.status === 200, `${what}: a refusal changes nothing`);
        if (!isSame) id = await quoteThatIs(company, state);
      }
    }
  }
});

testOnEach(
  "what was sent, trashed or is another company's is asked about no more",
  async (world) => {
    const company = await companyWithRules(world);
    const { ana, luis, draft } = company;
    const { eva } = apis(world);
    const { id } = await draft();
    for (const move of ["ask", "approve", "withdraw"] as const) {
      await expectFailure(moves[move](eva, id), 404, "not_found");
    }
    await expectData(moves.ask(ana, id));
    await expectFailure(moves.approve(eva, id), 404, "not_found");
    await expectData(moves.approve(luis, id));
    for (const move of ["ask", "approve", "refuse", "withdraw"] as const) {
      await expectFailure(moves[move](ana, id), 409, "invalid_transition");
    }
    const binned = await draft();
    await expectData(moves.ask(ana, binned.id));
    await expectData(ana("POST", "/quotes/bulk", { ids: [binned.id], trash: true }));
    await expectFailure(moves.approve(luis, binned.id), 404, "not_found");
    await expectData(ana("POST", `/quotes/${binned.id}/restore`));
    assert.equal(await stateOf(company, binned.id), "draft needed");
  },
);

testOnEach("the quotation says who asked, who decided, and where", async (world) => {
  const { ana, luis, anaId, luisId, draft } = await companyWithRules(world);
  const needing = await draft();
  const { approval: needed } = needing;
  assert.deepEqual(needed, {
    state: "needed",
    ...{ approver: { id: luisId, name: "Luis Vega" }, by: null, at: null, via: null, note: null },
    ...{ version: needing.version, reasons: ["discount"], discount: 20, margin: null },
  });
  const approval = (await expectData(moves.ask(ana, needing.id))).approval;
  assert.deepEqual([approval.state, approval.approver.id, approval.by.id], [
    "asked",
    luisId,
    anaId,
  ]);
  assert.ok(approval.at);
  const no = { approved: false, note: " Baja al 10 % ", version: approval.version };
  const stale = { ...no, version: approval.version + 1 };
  const path = `/quotes/${needing.id}`;
  const { details } = await expectFailure(
    luis("POST", `${path}/decide`, stale),
    409,
    "version_conflict",
  );
  assert.equal(details.current, approval.version);
  const refused = (await expectData(luis("POST", `${path}/decide`, no))).approval;
  assert.deepEqual(
    [refused.state, refused.by.id, refused.via, refused.note.trim(), refused.version],
    ["refused", luisId, "panel", "Baja al 10 %", approval.version],
  );
  const verbs = ["created", "approval_asked", "approval_refused"];
  assert.deepEqual(await verbsOf(world, "quote_id", needing.id), verbs);
  const [entry] = await expectData(ana("GET", `${path}/timeline`));
  assert.deepEqual([entry.verb, entry.by.id, entry.changes.via], [
    "approval_refused",
    luisId,
    [null, "panel"],
  ]);
  const [row] = await expectData(ana("GET", "/quotes?approval=refused"));
  assert.equal(row.id, needing.id);
});
