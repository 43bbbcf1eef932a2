/** Limits that several processes keep together, each with its share. */
import assert from "node:assert/strict";
import { Places } from "@/lib/fairness/places.ts";
import { AttemptLimiter, RateLimiter } from "@/lib/fairness/rate_limits.ts";
import { Share } from "@/lib/fairness/share.ts";

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `process ${at + 10}`);

/** The shares of so many processes that know of one another. */
function sharesOf(count: number): Share[] {
  const ids = idsOf(count);
  return ids.map((own) => {
    const share = new Share();
    share.note(own, ids.filter((id) => id !== own));
    return share;
  });
}

const isTaken = (take: () => unknown) => {
  try {
    take();
    return true;
  } catch {
    return false;
  }
};

Deno.test("shares of whole things make the whole, and each process has one at least", () => {
  assert.equal(new Share().wholeOf(10), 10, "one that is alone has all");
  for (let processes = 1; processes <= 16; processes++) {
    const shares = sharesOf(processes);
    for (const most of [1, 2, 5, 10, 20, 30, 2_500]) {
      const parts = shares.map((share) => share.wholeOf(most));
      const sum = parts.reduce((one, other) => one + other);
      assert.equal(sum, Math.max(most, processes), `${most} by ${processes}`);
      assert.ok(Math.max(...parts) - Math.min(...parts) <= 1);
    }
    for (const share of shares) {
      assert.equal(share.wholeOf(0), 0);
      assert.equal(share.wholeOf(Infinity), Infinity);
    }
  }
});

Deno.test("processes that calls are spread over let through what one would", () => {
  const limit = { perSecond: 50, burst: 100 };
  const seconds = 30;
  const most = limit.burst + seconds * limit.perSecond;
  for (const processes of [1, 2, 3, 4, 8, 16]) {
    const clock = { now: 0 };
    const limiters = sharesOf(processes)
      .map((share) => new RateLimiter(limit, { now: () => clock.now, share }));
    let accepted = 0;
    for (let call = 0; call < seconds * 200; call++) {
      clock.now += 5;
      if (limiters[call % processes]!.allows("key")) accepted++;
    }
    assert.ok(accepted <= most * 1.2 && accepted >= most / 1.2, `${accepted} by ${processes}`);
  }
});

Deno.test("a bucket below one call for each process lets through one call", () => {
  const clock = { now: 0 };
  const [share] = sharesOf(4);
  const limiter = new RateLimiter({ perSecond: 1, burst: 1 }, { now: () => clock.now, share });
  assert.equal(limiter.allows("key"), true);
  assert.equal(limiter.allows("key"), false);
  clock.now += 3_999;
  assert.equal(limiter.allows("key"), false);
  clock.now += 1;
  assert.equal(limiter.allows("key"), true);
});

Deno.test("a share that changes holds for the buckets that are there", () => {
  const clock = { now: 0 };
  const share = new Share();
  const limiter = new RateLimiter({ perSecond: 4, burst: 100 }, { now: () => clock.now, share });
  const count = () => {
    let accepted = 0;
    while (isTaken(() => limiter.take("key"))) accepted++;
    return accepted;
  };
  assert.equal(limiter.allows("key"), true);
  share.note("a", ["b", "c", "d"]);
  assert.equal(count(), 25, "what the others have now");
  clock.now += 1_000;
  assert.equal(count(), 1);
  share.note("a", []);
  clock.now += 1_000;
  assert.equal(count(), 4);
  clock.now += 60_000;
  assert.equal(count(), 100);
});

Deno.test("headers tell of the whole limit, and nothing is left when a call is refused", () => {
  const [share] = sharesOf(4);
  const limiter = new RateLimiter({ perSecond: 2, burst: 10 }, { now: () => 0, share });
  assert.deepEqual(limiter.take("key"), {
    "RateLimit-Policy": '"default";q=10;w=5',
    "RateLimit": '"default";r=4;t=2',
  });
  assert.equal(limiter.take("key")["RateLimit"], '"default";r=0;t=4');
  assert.throws(() => limiter.take("key"), {
    code: "rate_limited",
    extras: {
      headers: {
        "RateLimit-Policy": '"default";q=10;w=5',
        "RateLimit": '"default";r=0;t=1',
        "Retry-After": "1",
      },
      details: { perSecond: 2, burst: 10 },
    },
  });
});

Deno.test("attempts, streams and polls of several processes are counted together", () => {
  for (const processes of [1, 2, 3, 4, 7]) {
    const shares = sharesOf(processes);
    const attempts = shares.map((share) =>
      new AttemptLimiter({ failures: 20, windowMs: 1_000 }, { now: () => 0, share })
    );
    const places = shares.map((share) =>
      new Places({ perCaller: 30, perCompany: 50, perProcess: 1_000 }, share)
    );
    const counts = { attempts: 0, ofCaller: 0, ofCompany: 0 };
    for (let call = 0; call < 100 * processes; call++) {
      const at = call % processes;
      if (isTaken(() => attempts[at]!.take("203.0.113.7"))) counts.attempts++;
      if (isTaken(() => places[at]!.take(1, "phone 1"))) counts.ofCaller++;
      if (isTaken(() => places[at]!.take(2, `phone ${call}`))) counts.ofCompany++;
    }
    assert.deepEqual(counts, { attempts: 20, ofCaller: 30, ofCompany: 50 }, `by ${processes}`);
  }
});
