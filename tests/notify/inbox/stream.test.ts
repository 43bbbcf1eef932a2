import assert from "node:assert/strict";
import { compare, type Cursor, readCursor } from "@/lib/notify/streams/cursor.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, ask, assertFailure, readBack, send } from "../scene.ts";
import { openQuickly, openStream } from "../streams/streams.ts";

const newIds = (events: readonly { data: { id: string } }[]) => events.map(({ data }) => data.id);

testOnEach("a stream is server-sent events, each with the notification as it is", async (world) => {
  const phone = await world.pairPhone("maria");
  await ask(world, { title: "Before the stream" });
  await using stream = await openStream(world, phone.token);
  const { headers } = stream.response;
  assert.match(headers.get("content-type")!, /^text\/event-stream/);
  assert.equal(headers.get("cache-control"), "no-store");
  await stream.opened();
  assert.match(stream.text, /^retry: \d+\nid: [0-9a-z]+-[0-9a-z]+\n\n$/);

  const id = await ask(world, { title: "Línea 1\nLínea 2\r\n🦉", data: { secret: 1 } });
  const event = await stream.until(({ data }) => data.id === id);
  assert.equal(event.event, "notification");
  const answer = await world.call("GET", `/api/phone/notifications/${id}`, { device: phone.token });
  const { status: _, ...asRead } = answer.body.data;
  const { status, ...asSent } = event.data;
  assert.deepEqual(asSent, asRead);
  assert.equal(status, "queued");
  await until(async () => (await readBack(world, id)).recipients[0].status === "sent", {
    what: "the status to become sent",
  });
});

testOnEach(
  "a stream tells what changes: read, answered, replaced, cancelled",
  async (world) => {
    const phone = await world.pairPhone("maria");
    const tablet = await world.pairPhone("maria");
    await using stream = await openStream(world, phone.token);
    const id = await ask(world);
    await stream.until(({ data }) => data.id === id);
    const read = `/api/phone/notifications/${id}/read`;
    await world.call("POST", read, { device: tablet.token });
    await stream.until(({ data }) => data.id === id && data.readAt !== null);
    await answer(world, tablet, id, { reply: "Vale" });
    const answered = await stream.until(({ data }) => data.id === id && data.answeredAt !== null);
    assert.deepEqual([answered.data.response.reply, answered.data.answerable], ["Vale", false]);

    const tagged = await ask(world, { tag: "t" });
    await stream.until(({ data }) => data.id === tagged);
    const next = await ask(world, { tag: "t" });
    await stream.until(({ data }) => data.id === next);
    const replaced = await stream.until(({ data }) =>
      data.id === tagged && data.status === "replaced"
    );
    assert.equal(replaced.data.answerable, false);
    await world.call("DELETE", `/api/notifications/${next}`, { key: world.keys.shop });
    await stream.until(({ data }) => data.id === next && data.status === "cancelled");
  },
);

testOnEach("a stream goes on where an earlier one ended, without a gap", async (world) => {
  const phone = await world.pairPhone("maria");
  const first = await openStream(world, phone.token);
  const before = await ask(world);
  await first.until(({ data }) => data.id === before);
  const from = first.lastEventId;
  await first.close();
  const missed = [await ask(world), await ask(world), await ask(world)];
  const ways = [
    { headers: { "Last-Event-ID": from } },
    { query: `?lastEventId=${from}` },
    { headers: { "Last-Event-ID": from }, query: "?lastEventId=zzz-0" },
  ];
  for (const way of ways) {
    await using again = await openStream(world, phone.token, way);
    await again.until(({ data }) => data.id === missed.at(-1));
    missed.push(await ask(world));
    await again.until(({ data }) => data.id === missed.at(-1));
    // Another test's transaction on the same server may have kept `before` from having an id.
    assert.deepEqual(newIds(again.events).filter((id) => id !== before), missed);
  }
  // The inbox gives the cursor from which the stream goes on.
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  const next = await ask(world);
  const query = `?lastEventId=${inbox.body.meta.lastEventId}`;
  await using after = await openStream(world, phone.token, { query });
  await after.until(({ data }) => data.id === next);
  for (const wrong of ["x", "", "1", "%00"]) {
    const refused = await world.call("GET", `/api/phone/stream?lastEventId=${wrong}`, {
      device: phone.token,
    });
    assertFailure(refused, 422, "validation_failed");
  }
}, { both: true });

testOnEach("no stream loses one of many, however often it is cut", async (world) => {
  const phone = await world.pairPhone("maria");
  const ids = new Set<string>();
  const places: Cursor[] = [];
  const opening = await openStream(world, phone.token);
  await opening.opened();
  let from = opening.lastEventId;
  await opening.close();

  const sending = sendInWaves(world, { waves: 10, each: 15 });
  while (ids.size < 150) {
    // What came after the last id is asked for again: all that the server wrote since, and what had
    // no id of its own because another transaction was open.
    const stream = await openStream(world, phone.token, { headers: { "Last-Event-ID": from } });
    await stream.received(1);
    await stream.close();
    from = stream.lastEventId;
    places.push(readCursor(from)!);
    for (const { data } of stream.events) ids.add(data.id);
  }
  assert.deepEqual(ids, new Set(await sending));
  for (const [n, place] of places.slice(1).entries()) {
    assert.ok(compare(place, places[n]!) >= 0, "ids only grow");
  }
});

/** Sends to Maria and another user, many at once; returns the ids. */
async function sendInWaves(world: World, { waves, each }: { waves: number; each: number }) {
  const ids: string[] = [];
  for (let wave = 0; wave < waves; wave++) {
    const sends = Array.from(
      { length: each },
      (_, n) => send(world, { userIds: ["maria", `other-${n}`] }),
    );
    for (const { notificationId } of await Promise.all(sends)) ids.push(notificationId);
  }
  return ids;
}

testOnEach(
  "a stream is one user's in one company, on each of the phones",
  async (world) => {
    const phones = [await world.pairPhone("maria"), await world.pairPhone("maria")];
    const luis = await world.pairPhone("luis");
    const namesake = await world.pairPhone("maria", world.keys.studio);
    const streams = await Promise.all(
      [...phones, luis, namesake].map(({ token }) => openStream(world, token)),
    );
    await Promise.all(streams.map((stream) => stream.opened()));
    const id = await ask(world, { title: "Solo María" });
    const theirs = await ask(world, { title: "Studio" }, world.keys.studio);
    const mark = await ask(world, { userId: "luis" });
    await Promise.all(streams.map((stream) => stream.received(1)));
    assert.deepEqual(streams.map(({ events }) => newIds(events)), [[id], [id], [mark], [theirs]]);
    assert.ok(!streams[3]!.text.includes("Solo María"));
    await Promise.all(streams.map((stream) => stream.close()));
    await until(() => world.services.live.waiting === 0, { what: "the server to notice" });
  },
);

testOnEach(
  "unpairing ends the phone's streams at once",
  async (world) => {
    const [phone, tablet] = [await world.pairPhone("maria"), await world.pairPhone("maria")];
    const open = async (token: string) => {
      const stream = await openStream(world, token);
      await stream.opened();
      return stream;
    };
    const [first, second, other] = [
      await open(phone.token),
      await open(phone.token),
      await open(tablet.token),
    ];
    await world.call("DELETE", `/api/devices/${phone.deviceId}`, { key: world.keys.shop });
    await Promise.all([first.ended(), second.ended()]);
    assert.equal(world.services.live.waiting, 1);
    const id = await ask(world);
    await other.until(({ data }) => data.id === id);
    assert.ok(!first.text.includes(id) && !second.text.includes(id));
    await world.call("DELETE", "/api/phone/device", { device: tablet.token });
    await other.ended();
  },
);

testOnEach(
  "a silent stream is kept open, and finds what no wake-up told",
  async (world) => {
    const { token } = await world.pairPhone("maria");
    const { stream, stop } = await openQuickly(world, token, { heartbeatMs: 20, rereadMs: 20 });
    await until(() => stream.beats >= 3, { what: "three heartbeats" });
    assert.deepEqual(stream.events, []);
    // A row whose wake-up was lost, as with a connection, is found at the next beat.
    world.services.live.publish = () => {};
    const id = await ask(world);
    await stream.until(({ data }) => data.id === id);
    stop.abort();
    await stream.ended();
    assert.equal(world.services.live.waiting, 0);
  },
  { both: true },
);
