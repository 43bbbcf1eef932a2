import assert from "node:assert/strict";
import type { SentNow } from "@/lib/tools/after_commit.ts";
import { Places } from "@/lib/fairness/places.ts";
import { InboxFeeds } from "@/lib/notify/inbox/feeds.ts";
import { testHeard } from "../../support/heard.ts";

testHeard("2,000 streams of one company get it directly, one more reads", async (world) => {
  const { deviceId } = await world.pairPhone("maria");
  const device = await world.owner.db.selectFrom("devices")
    .select(["id", "company_id as companyId", "user_id as userId", "member_id as memberId"])
    .where("id", "=", deviceId).executeTakeFirstOrThrow();
  const wakers: ((sent?: SentNow[]) => void)[] = [];
  const live = {
    subscribe: (_: unknown, waker: (sent?: SentNow[]) => void) => {
      wakers.push(waker);
      return () => {};
    },
  };
  const places = new Places({ perCaller: 3_000, perCompany: 3_000, perProcess: 3_000 });
  const database = world.services.database;
  const feeds = new InboxFeeds({ database, live, places, rereadMs: 600_000 });
  const followers = Array.from({ length: 2_001 }, () => feeds.follow(device, { tell() {} }));
  await Promise.all(followers.map((follower) => follower.begun));
  await feeds.idle();
  const place = { txid: Number.MAX_SAFE_INTEGER, seq: 1 };
  const notification = { id: "new", status: "queued" };
  for (const wake of wakers) wake([{ ...place, notification, phones: [device.id] }]);
  await feeds.idle();
  const receivers = followers.filter((follower) => follower.take()?.changes.length === 1);
  assert.equal(receivers.length, 2_000);
  followers.forEach((follower) => follower.close());
});
