import assert from "node:assert/strict";
import {
  earliest,
  entryKey,
  type Inbox,
  isBelow,
  listed,
  nextToLoad,
  withChange,
  withMarks,
  withOlder,
} from "@/lib/phone/inbox/inbox.ts";
import type { PhoneNotification } from "@/lib/phone/notification.ts";
import { namesNeeded, onePerPerson, type Pairing } from "@/lib/phone/pairing.ts";
import { plain } from "../support/samples.ts";

function sentAt(minute: number, change: Partial<PhoneNotification> = {}): PhoneNotification {
  const clock = String(minute).padStart(2, "0");
  return { ...plain, id: `n${clock}`, createdAt: `2026-11-20T10:${clock}:00.000Z`, ...change };
}

function inboxOf(minutes: number[], change: Partial<Inbox> = {}): Inbox {
  return {
    notifications: minutes.map((minute) => sentAt(minute)),
    unread: minutes.length,
    nextCursor: null,
    lastEventId: "1-1",
    fetchedAt: 0,
    isFresh: true,
    ...change,
  };
}

const pairing = (deviceId: string): Pairing => ({
  deviceId,
  userId: "maria",
  name: "Phone",
  createdAt: "2026-11-20T09:00:00.000Z",
  company: { id: 1, name: "Primary", color: "#2563eb", logo: null },
  isMember: false,
  unread: 0,
  pushKey: null,
});

const idsOf = (inbox: Inbox) => inbox.notifications.map(({ id }) => id);

Deno.test("a change comes to its place in the list, and is counted", () => {
  const inbox = inboxOf([5, 3]);
  const arrived = withChange(inbox, sentAt(4));
  assert.deepEqual([idsOf(arrived), arrived.unread], [["n05", "n04", "n03"], 3]);
  const newest = withChange(inbox, sentAt(6));
  assert.deepEqual(idsOf(newest), ["n06", "n05", "n03"]);
  const read = withChange(inbox, sentAt(5, { readAt: "2026-11-20T11:00:00.000Z" }));
  assert.deepEqual([idsOf(read), read.unread], [["n05", "n03"], 1]);
  const replaced = withChange(inbox, sentAt(5, { status: "replaced" }));
  assert.equal(replaced.unread, 1);
  assert.deepEqual(
    listed([pairing("a")], { a: replaced }).map(({ notification }) => notification.id),
    ["n03"],
  );
});

Deno.test("notifications below the loaded part are not shown", () => {
  const inbox = inboxOf([5, 3], { nextCursor: "x" });
  assert.ok(isBelow(inbox, sentAt(1)));
  assert.ok(!isBelow(inbox, sentAt(4)) && !isBelow(inbox, sentAt(3)));
  assert.deepEqual(idsOf(withChange(inbox, sentAt(1))), ["n05", "n03"]);
  const older = withOlder(inbox, [sentAt(3), sentAt(1)], null);
  assert.deepEqual([idsOf(older), older.nextCursor], [["n05", "n03", "n01"], null]);
});

Deno.test("several inboxes are one list down to where all of them are loaded", () => {
  const pairings = [pairing("a"), pairing("b")];
  const inboxes = {
    a: inboxOf([9, 7], { nextCursor: "x" }),
    b: inboxOf([8, 6, 4], { nextCursor: "y" }),
  };
  const ids = () => listed(pairings, inboxes).map(({ notification }) => notification.id);
  assert.deepEqual(ids(), ["n09", "n08", "n07"]);
  assert.equal(nextToLoad(inboxes), "a");
  inboxes.a = withOlder(inboxes.a, [sentAt(5), sentAt(2)], null);
  assert.deepEqual(ids(), ["n09", "n08", "n07", "n06", "n05", "n04"]);
  assert.equal(nextToLoad(inboxes), "b");
  inboxes.b = withOlder(inboxes.b, [], null);
  assert.equal(nextToLoad(inboxes), null);
  assert.equal(ids().at(-1), "n02");
});

Deno.test("those sent at once are all shown, also where the server lists them in another order", () => {
  const inboxes = { a: inboxOf([9, 3, 5], { nextCursor: "x" }) };
  const ids = listed([pairing("a")], inboxes).map(({ notification }) => notification.id);
  assert.deepEqual(ids, ["n09", "n05", "n03"]);
  assert.equal(nextToLoad(inboxes), "a");
});

Deno.test("a person who is paired twice is one reader, and two users of a company are two", () => {
  const again = { ...pairing("b"), isMember: true };
  const eva = { ...pairing("c"), userId: "eva" };
  const elsewhere = { ...pairing("d"), company: { ...pairing("d").company, id: 2 } };
  const readersOf = (...all: Pairing[]) => onePerPerson(all).map(({ deviceId }) => deviceId);
  assert.deepEqual(readersOf(pairing("a"), pairing("x"), elsewhere), ["a", "d"]);
  assert.deepEqual(readersOf(pairing("a"), again), ["b"], "a member's own brings more");
  assert.deepEqual(namesNeeded([pairing("a")]), { company: false, user: false });
  assert.deepEqual(namesNeeded([pairing("a"), elsewhere]), { company: true, user: false });
  assert.deepEqual(namesNeeded([pairing("a"), eva]), { company: true, user: true });
  const entries = listed([pairing("a"), eva], { a: inboxOf([1]), c: inboxOf([1]) });
  assert.deepEqual(entries.map(entryKey).sort(), ["1:eva:n01", "1:maria:n01"]);
});

Deno.test("marks count once, and keep the first instant", () => {
  const inbox = inboxOf([2, 1]);
  const first = { readAt: "2026-11-20T11:00:00.000Z" };
  const once = withMarks(inbox, new Set(["n01"]), first);
  const twice = withMarks(once, new Set(["n01"]), { readAt: "2026-11-20T12:00:00.000Z" });
  assert.deepEqual([once.unread, twice.unread], [1, 1]);
  assert.equal(twice.notifications[1]!.readAt, first.readAt);
});

Deno.test("positions are ordered by transaction, then by row, as numbers", () => {
  assert.equal(earliest(["10-1", "z-5", "z-4"]), "z-4");
  assert.equal(earliest([]), null);
});
