import assert from "node:assert/strict";
import type { SentNow } from "@/lib/tools/after_commit.ts";
import { Follower } from "@/lib/notify/inbox/follower.ts";

const device = { id: "phone", companyId: 1, userId: "maria", memberId: null };

function sent(txid: number, phones = [device.id]): SentNow {
  return { notification: { id: `n${txid}`, status: "queued" }, txid, seq: txid, phones };
}

function open() {
  const calls: string[] = [];
  const follower = new Follower({
    device,
    rereadMs: 60_000,
    ask: () => void calls.push("ask"),
    tell: () => void calls.push("tell"),
    leave() {},
  });
  const read = (floor: number) => {
    const wanted = follower.begin();
    follower.finish({ isLive: true, changes: [] }, wanted, floor);
    return wanted;
  };
  follower.wake();
  read(100);
  const hand = (...changes: SentNow[]) => {
    follower.offer(changes);
    follower.hand();
  };
  return { follower, calls, read, hand };
}

Deno.test("a notification reaches a stream without a read, and the next skips it", () => {
  const { follower, calls, read, hand } = open();
  hand(sent(120));
  assert.deepEqual(follower.take()?.changes.map(({ notification }) => notification.id), ["n120"]);
  follower.offer([sent(130)]);
  hand(sent(131));
  assert.equal(follower.take()?.changes.length, 2);
  assert.deepEqual(calls, ["ask", "tell", "tell"]);
  follower.wake();
  assert.deepEqual([...read(131).ahead], [[120, 120], [130, 130], [131, 131]]);
  assert.equal(follower.isAhead, true);
  follower.wake();
  read(140);
  // Now a phone may go on from above them.
  assert.deepEqual(follower.take(), { changes: [] });
  assert.equal(follower.isAhead, false);
});

Deno.test("a stream reads the database where it was not handed the change", () => {
  type Opened = ReturnType<typeof open>;
  const cases: Record<string, (opened: Opened) => void> = {
    "a phone that was not paired then": ({ hand }) => hand(sent(120, ["another"])),
    "a change of another sort": ({ follower }) => follower.wake(),
    "something from before its place": ({ hand }) => hand(sent(90)),
  };
  for (const [what, change] of Object.entries(cases)) {
    const opened = open();
    change(opened);
    assert.deepEqual(opened.calls, ["ask", "ask"], what);
  }
  const { follower, calls, hand } = open();
  hand(sent(120));
  // Before that is written, there is more.
  hand(sent(121));
  follower.take();
  assert.deepEqual(calls, ["ask", "tell", "ask"]);
});
