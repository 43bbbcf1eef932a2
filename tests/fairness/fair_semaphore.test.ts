import assert from "node:assert/strict";
import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";

/** Work that runs until it is let go; what has begun is noted. */
function stand(limits: { perQueue: number; inAll: number }) {
  const places = new FairSemaphore<string>(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = async (queue: string, name: string, signal?: AbortSignal) => {
    const release = await places.acquire(queue, signal);
    begun.push(name);
    ends.set(name, release);
  };
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  return { places, begun, enter, end };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

Deno.test("a queue has a few places, and all together have some", async () => {
  const { begun, enter, end } = stand({ perQueue: 2, inAll: 3 });
  for (const name of ["a1", "a2", "a3"]) enter("a", name);
  for (const name of ["b1", "b2"]) enter("b", name);
  await settled();
  assert.deepEqual(begun, ["a1", "a2", "b1"]);
  await end("b1");
  assert.deepEqual(begun.slice(3), ["b2"], "lane a has its two");
  await end("a2");
  assert.deepEqual(begun.slice(4), ["a3"]);
});

Deno.test("each company's queue takes its turn at the shared places", async () => {
  const { begun, enter, end } = stand({ perQueue: 3, inAll: 1 });
  for (const name of ["a1", "a2", "a3"]) enter("a", name);
  enter("b", "b1");
  enter("c", "c1");
  await settled();
  for (const name of ["a1", "b1", "c1", "a2"]) await end(name);
  assert.deepEqual(begun, ["a1", "b1", "c1", "a2", "a3"]);
});

Deno.test("a caller who stops waiting takes no place", async () => {
  const { begun, enter, end } = stand({ perQueue: 1, inAll: 1 });
  enter("a", "a1");
  const gone = new AbortController();
  const entry = enter("a", "a2", gone.signal);
  const last = enter("b", "b1");
  gone.abort(new Error("too late"));
  await assert.rejects(entry, /too late/);
  await assert.rejects(enter("a", "a3", gone.signal), /too late/);
  await end("a1");
  await last;
  gone.abort();
  await end("b1");
  assert.deepEqual(begun, ["a1", "b1"]);
});

Deno.test("clearing tells those who wait, and leaves what runs", async () => {
  const { places, begun, enter, end } = stand({ perQueue: 1, inAll: 1 });
  enter("a", "a1");
  const waiting = [enter("a", "a2"), enter("b", "b1")];
  places.clear(new Error("closed"));
  for (const one of waiting) await assert.rejects(one, /closed/);
  const next = enter("b", "b2");
  await end("a1");
  await next;
  assert.deepEqual(begun, ["a1", "b2"]);
});

Deno.test("a place is taken at once only where one is free", async () => {
  const { places, begun, enter } = stand({ perQueue: 1, inAll: 2 });
  const release = places.tryAcquire("a");
  assert.ok(release);
  assert.equal(places.tryAcquire("a"), undefined, "of the lane");
  assert.ok(places.tryAcquire("b"));
  assert.equal(places.tryAcquire("c"), undefined, "of all");
  const waiting = enter("a", "a2");
  assert.deepEqual(begun, []);
  release();
  await waiting;
});

Deno.test("a place rests where its releaser knows of others who wait", async () => {
  const places = new FairSemaphore<string>({ perQueue: 1, inAll: 1, coolsDownForAll: true });
  const release = await places.acquire("a");
  assert.equal(places.isAwaited("a"), false);
  release(30, true);
  assert.equal(places.tryAcquire("b"), undefined);
  const next = places.acquire("b");
  assert.equal(places.isAwaited("b"), true);
  (await next)();
  (await places.acquire("a"))(30, false);
  places.tryAcquire("b")!();
});

Deno.test("where places rest for all, other queues wait for them too", async () => {
  const places = new FairSemaphore<string>({ perQueue: 1, inAll: 1, coolsDownForAll: true });
  const release = await places.acquire("a");
  const [startedAt, order] = [performance.now(), [] as string[]];
  const next = (name: string) =>
    places.acquire(name).then((release) => {
      order.push(`${name} ${performance.now() - startedAt >= 49}`);
      release();
    });
  const both = [next("a"), next("b")];
  release(50);
  assert.equal(places.tryAcquire("c"), undefined);
  await Promise.all(both);
  assert.deepEqual(order.sort(), ["a true", "b true"]);
  (await places.acquire("a"))();
});

Deno.test("a place rests where others of its queue wait for it, and other queues do not wait", async () => {
  const places = new FairSemaphore<string>({ perQueue: 1, inAll: 1 });
  const release = await places.acquire("a");
  const [startedAt, order] = [performance.now(), [] as string[]];
  const next = (name: string) =>
    places.acquire(name).then((release) => {
      order.push(name);
      release(1_000_000); // nobody waits for it
    });
  const both = [next("a"), next("b")];
  release(50);
  await Promise.all(both);
  assert.deepEqual(order, ["b", "a"]);
  assert.ok(performance.now() - startedAt >= 49);
  (await places.acquire("a"))();
});
