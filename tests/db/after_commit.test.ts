/** What a transaction collects is announced after its commit, or not at all. */
import assert from "node:assert/strict";
import {
  announceTo,
  type Change,
  type CommitEvent,
  type Due,
  type Erasure,
  type QuoteDue,
  type SeenPerson,
} from "@/lib/tools/after_commit.ts";
import { inCompany, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { collisions, failsOnce } from "./collisions.ts";
import { testOnEachDatabase } from "./each.ts";

const changed = (userId: string): CommitEvent => ({ kind: "changed", companyId: 1, userId });

testOnEachDatabase("what was collected comes in order, once the rows are there", async ({ db }) => {
  const heard: CommitEvent[] = [];
  const reads: Promise<{ email: string }[]>[] = [];
  const result = await transact(db, async (trx) => {
    trx.afterCommit(changed("ana"));
    await trx.insertInto("users").values({ email: "new@relevo.example" }).execute();
    trx.afterCommit(
      { kind: "callback_due", id: "1", companyId: 1, host: "a.example" },
      changed("luis"),
    );
    assert.deepEqual(heard, []);
    return "done";
  }, (events) => {
    heard.push(...events);
    reads.push(db.selectFrom("users").select("email").execute());
  });
  assert.equal(result, "done");
  assert.deepEqual(heard, [
    changed("ana"),
    { kind: "callback_due", id: "1", companyId: 1, host: "a.example" },
    changed("luis"),
  ]);
  assert.deepEqual(await Promise.all(reads), [[{ email: "new@relevo.example" }]]);
});

testOnEachDatabase(
  "nothing is announced of what was undone, nor where nothing was collected",
  async ({ db }) => {
    const heard: CommitEvent[][] = [];
    const announce = (events: CommitEvent[]) => void heard.push(events);
    const undo = new Error("undo");
    await assert.rejects(
      inCompany(db, 1, (trx) => {
        trx.afterCommit(changed("ana"));
        return Promise.reject(undo);
      }, announce),
      undo,
    );
    await inCompany(db, 1, (trx) => trx.selectFrom("clients").select("id").execute(), announce);
    assert.deepEqual(heard, []);
  },
);

for (const collision of collisions) {
  testOnEachDatabase(`a ${collision.name} drops what was collected before`, async ({ db }) => {
    const heard: CommitEvent[][] = [];
    let attempt = 0;
    const fail = failsOnce(collision);
    await inCompany(db, 1, async (trx) => {
      trx.afterCommit(changed(`attempt ${++attempt}`));
      await fail(trx);
    }, (events) => void heard.push(events));
    assert.deepEqual(heard, [[changed("attempt 2")]]);
  });
}

Deno.test("streams wake by one publish, callbacks by one offer, and a failure is only logged", () => {
  const published: Change[][] = [];
  const offered: Due[][] = [];
  const lines: string[] = [];
  const log = createLog("debug", (line) => void lines.push(line));
  const callbacks = { offer: (due: Due[]) => void offered.push(due) };
  const later: [Due, number][] = [];
  const delayed = (timers: [Due, number][]) => ({
    offer: callbacks.offer,
    offerIn: (due: Due, delayMs: number) => Promise.resolve(void timers.push([due, delayMs])),
  });
  const timed: [Due, number][] = [];
  const moved: string[] = [];
  const noteMoved = (rows: { id: string }[]) => void moved.push(...rows.map(({ id }) => id));
  const [messages, times] = [
    { ...delayed(later), noteMoved, notePace() {} },
    delayed(timed),
  ];
  const marked: SeenPerson[] = [];
  const marks = { offer: (_: number, people: SeenPerson[]) => void marked.push(...people) };
  const approved: QuoteDue[] = [];
  const quotes = { offer: (due: QuoteDue[]) => void approved.push(...due) };
  const due: CommitEvent = { kind: "callback_due", id: "1", companyId: 1, host: "a.example" };

  const live = { publish: (changes: Change[]) => void published.push(changes) };
  const listed: Erasure[] = [];
  const erasures = { offer: (erased: Erasure[]) => void listed.push(...erased) };
  const companies: number[] = [];
  const files = { offer: (companyId: number) => void companies.push(companyId) };
  const names = { offer: (companyId: number) => void companies.push(-companyId) };
  const pools = { callbacks, messages, times, quotes, erasures, files, names, marks, log };
  announceTo({ live, ...pools })([changed("ana"), due, changed("luis")]);
  assert.deepEqual(published, [[changed("ana"), changed("luis")]]);
  assert.deepEqual([offered, lines], [[[due]], []]);

  const broken = {
    publish() {
      throw new Error("no stream hears");
    },
  };
  announceTo({ live: broken, ...pools })([changed("ana"), due]);
  assert.deepEqual(offered, [[due], [due]]);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /after_commit_failed.*no stream hears/);

  const erasure = { id: "3", companyId: 1, at: "2026-11-24", contacts: [1], clients: [] };
  const message = { id: "2", companyId: 1, host: "b.example" };
  announceTo({ live, ...pools })([
    { kind: "message_due", ...message, delayMs: 10_000 },
    { kind: "message_due", ...message, delayMs: 0 },
    { kind: "time_due", ...message, delayMs: 60_000 },
    { kind: "quote_approved", companyId: 1, quoteId: 3 },
    { kind: "erased", erasure },
    ...(["names_due", "files_due", "files_due"] as const).map((kind) => ({ kind, companyId: 1 })),
    { kind: "messages_moved", companyId: 1, ids: ["4", "5"] },
    { kind: "seen", companyId: 1, people: [{ accountId: 6, personId: "7" }] },
  ]);
  assert.deepEqual(companies, [1, -1]);
  assert.deepEqual([moved, marked], [["4", "5"], [{ accountId: 6, personId: "7" }]]);
  assert.deepEqual(listed, [erasure]);
  assert.deepEqual(approved.map(({ quoteId }) => quoteId), [3]);
  assert.deepEqual([later, offered.at(-1)], [[[message, 10_000]], [message]]);
  assert.deepEqual(timed, [[message, 60_000]]);
});
