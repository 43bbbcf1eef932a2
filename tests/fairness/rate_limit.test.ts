import assert from "node:assert/strict";
import { AttemptLimiter, RateLimiter } from "@/lib/fairness/rate_limits.ts";
import { Problem } from "@/lib/input/errors.ts";
import { assertFailure, message, postNotify } from "../notify/scene.ts";
import { people, testOnEach } from "../support/world.ts";

testOnEach("a key that calls too often is told when to come again", async (world) => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => postNotify(world)));
  const [accepted, refused] = [202, 429].map((is) => answers.filter(({ status }) => status === is));
  const others = answers.filter(({ status }) => status !== 202 && status !== 429);
  assert.deepEqual(others.map(({ status, body }) => [status, body]), []);
  assert.ok(accepted!.length >= 10, "the burst");
  assert.ok(refused!.length > 0, `${accepted!.length} were accepted`);
  for (const answer of refused!) {
    assertFailure(answer, 429, "rate_limited");
    assert.match(answer.headers.get("retry-after")!, /^[1-9]\d*$/);
    assert.equal(answer.headers.get("ratelimit-policy"), `"default";q=10;w=100`);
    assert.match(answer.headers.get("ratelimit")!, /^"default";r=0;t=[1-9]\d*$/);
  }
  for (const answer of accepted!) {
    assert.equal(answer.headers.get("ratelimit-policy"), `"default";q=10;w=100`);
    assert.match(answer.headers.get("ratelimit")!, /^"default";r=\d;t=\d+$/);
  }
  // Each key has its own.
  const studio = await world.call("POST", "/api/notify", {
    key: world.keys.studio,
    json: message(),
  });
  assert.equal(studio.status, 202);
  const phone = await world.pairPhone("maria", world.keys.studio);
  for (let n = 0; n < 20; n++) {
    const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
    assert.equal(inbox.status, 200);
  }
}, { env: { RATE_LIMIT_PER_SECOND: "0.1", RATE_LIMIT_BURST: "10" } });

testOnEach(
  "a member who calls too often is told so, on pages too; others are not",
  async (world) => {
    const list = (member: string) => world.call("GET", "/api/admin/tasks?company_id=1", { member });
    const answers = [await list(people.luis), await list(people.luis), await list(people.luis)];
    assert.deepEqual(answers.map(({ status }) => status), [200, 200, 429]);
    assertFailure(answers[2]!, 429, "rate_limited");
    const page = await world.call("GET", "/panel/tasks?company_id=1", {
      member: people.luis,
      headers: { "Accept-Language": "en" },
    });
    assert.equal(page.status, 429);
    for (const { headers } of [answers[2]!, page]) {
      assert.match(headers.get("retry-after")!, /^[1-9]\d*$/);
    }
    assert.match(page.body, /Too many requests\./);
    assert.match(page.body, /Try again</);
    assert.equal((await list(people.ana)).status, 200);
    assertFailure(await list("not an address"), 401, "unauthorized");
  },
  { env: { MEMBER_LIMIT_PER_SECOND: "0.001", MEMBER_LIMIT_BURST: "2" } },
);

testOnEach("a body of 16 KiB and more counts as several calls", async (world) => {
  const send = (body: string) =>
    world.call("POST", "/api/notify", {
      key: world.keys.shop,
      body,
      headers: { "Content-Type": "application/json" },
    });
  const large = JSON.stringify({ userIds: Array(200_000).fill(1) });
  const small = JSON.stringify(message());
  const answers = [await send(small), await send(large), await send(small)];
  assert.deepEqual(answers.map(({ status }) => status), [202, 422, 429]);
  assert.ok(Number(answers[2]!.headers.get("retry-after")) >= 23_000, "24 calls at 0.001 a second");
}, { env: { RATE_LIMIT_PER_SECOND: "0.001", RATE_LIMIT_BURST: "3" } });

testOnEach("a member's file counts as several calls", async (world) => {
  const path = "/api/admin/imports/contacts/preview?company_id=1";
  const preview = (body: string) =>
    world.call("POST", path, {
      member: people.luis,
      body,
      headers: { "Content-Type": "text/csv" },
    });
  const row = `Ana García;ana@example.com;${"De la feria. ".repeat(16)}\n`;
  const large = "nombre;email;notas\n" + row.repeat(900); // 215 KB
  const answers = [await preview(large), await preview(large)];
  assert.deepEqual(answers.map(({ status }) => status), [200, 429]);
  const seconds = Number(answers[1]!.headers.get("retry-after"));
  assert.ok(seconds > 2_000 && seconds <= 3_000, `${seconds} s, of three calls at 0.001 a second`);
}, { env: { MEMBER_LIMIT_PER_SECOND: "0.001", MEMBER_LIMIT_BURST: "2" } });

testOnEach("a company's keys and phones share a limit, which is no other's", async (world) => {
  const phone = await world.pairPhone("maria"); // the first of three calls
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assert.equal(inbox.status, 200);
  assert.equal((await postNotify(world)).status, 202);
  const refused = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assertFailure(refused, 429, "rate_limited");
  assertFailure(await postNotify(world), 429, "rate_limited");
  const json = message();
  const other = await world.call("POST", "/api/notify", { key: world.keys.studio, json });
  assert.equal(other.status, 202);
}, { env: { COMPANY_LIMIT_PER_SECOND: "0.001", COMPANY_LIMIT_BURST: "3" } });

testOnEach("a phone that calls too often is told so, and others are not", async (world) => {
  const [maria, jose] = [await world.pairPhone("maria"), await world.pairPhone("jose")];
  const inbox = ({ token }: { token: string }) =>
    world.call("GET", "/api/phone/notifications", { device: token });
  const answers = [await inbox(maria), await inbox(maria), await inbox(jose)];
  assert.deepEqual(answers.map(({ status }) => status), [200, 429, 200]);
}, { env: { PHONE_LIMIT_PER_SECOND: "0.001", PHONE_LIMIT_BURST: "1" } });

testOnEach("the limit of quotations' links is a setting", async (world) => {
  const visit = () => world.call("GET", "/q/rlq_nobody/data");
  const answers = [await visit(), await visit(), await visit()];
  assert.deepEqual(answers.map(({ status }) => status), [404, 404, 429]);
}, { env: { LINK_LIMIT_BURST: "2", LINK_LIMIT_PER_SECOND: "0.001" } });

const warnings = (logged: string[]) =>
  logged.filter((line) => line.includes(`"client_address_unknown"`));

testOnEach("a proxy that hides who calls is told of once", async (world) => {
  await world.call("GET", "/healthz");
  assert.deepEqual(warnings(world.logged), []);
  for (let n = 0; n < 3; n++) {
    await world.call("GET", "/healthz", { headers: { "X-Forwarded-For": "203.0.113.7" } });
  }
  const [line, ...more] = warnings(world.logged);
  assert.deepEqual(more, []);
  const { level, header, note } = JSON.parse(line!);
  assert.deepEqual([level, header], ["warn", "x-forwarded-for"]);
  assert.match(note, /CLIENT_IP_HEADER/);
});

testOnEach("with CLIENT_IP_HEADER set there is nothing to tell", async (world) => {
  await world.call("GET", "/healthz", { headers: { "X-Forwarded-For": "203.0.113.7" } });
  assert.deepEqual(warnings(world.logged), []);
}, { env: { CLIENT_IP_HEADER: "X-Forwarded-For" } });

/** Takes until refused; returns how many were let through and the refusal. */
function drain(take: () => unknown): { count: number; refused: Problem } {
  for (let count = 0; count < 1_000; count++) {
    try {
      take();
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === "rate_limited");
      return { count, refused: error };
    }
  }
  assert.fail("never refused");
}

Deno.test("a bucket holds its burst and fills at its rate", () => {
  const clock = { now: 0 };
  const limiter = new RateLimiter({ perSecond: 5, burst: 10 }, { now: () => clock.now });
  const first = drain(() => limiter.take("a"));
  assert.equal(first.count, 10);
  assert.deepEqual(first.refused.extras.headers, {
    "RateLimit-Policy": '"default";q=10;w=2',
    "RateLimit": '"default";r=0;t=1',
    "Retry-After": "1",
  });
  assert.equal(drain(() => limiter.take("b")).count, 10, "each name has its own");
  clock.now += 199;
  assert.equal(drain(() => limiter.take("a")).count, 0);
  clock.now += 1;
  assert.equal(drain(() => limiter.take("a")).count, 1);
  clock.now += 1_000;
  assert.equal(drain(() => limiter.take("a")).count, 5);
  clock.now += 3_600_000;
  assert.equal(drain(() => limiter.take("a")).count, 10);
  assert.deepEqual(limiter.take("c"), {
    "RateLimit-Policy": '"default";q=10;w=2',
    "RateLimit": '"default";r=9;t=1',
  });
});

Deno.test("a slow bucket says how long to wait, and zero turns it off", () => {
  const limiter = new RateLimiter({ perSecond: 0.1, burst: 1 }, { now: () => 0 });
  assert.equal(drain(() => limiter.take("a")).refused.extras.headers!["Retry-After"], "10");
  const off = new RateLimiter({ perSecond: 0, burst: 0 }, { now: () => 0 });
  for (let n = 0; n < 1_000; n++) assert.deepEqual(off.take("a"), {});
});

Deno.test("a bucket keeps a bounded number of names, those used last", () => {
  const limiter = new RateLimiter({ perSecond: 1, burst: 1 }, { now: () => 0 });
  limiter.take("first");
  for (let n = 0; n < 9_999; n++) limiter.take(n);
  assert.throws(() => limiter.take("first"));
  limiter.take("one more"); // forgets 0, the one not used for longest
  assert.throws(() => limiter.take("first"));
  limiter.take(0);
});

Deno.test("failures count within their window, and nothing else does", async () => {
  const clock = { now: 0 };
  const limiter = new AttemptLimiter({ failures: 3, windowMs: 600_000 }, { now: () => clock.now });
  const right = () => limiter.attempt("a", () => Promise.resolve("right"));
  const wrong = (name = "a") => limiter.attempt(name, () => Promise.resolve(undefined));
  const refused = async (attempt: Promise<unknown>) => {
    const [{ status, reason }] = await Promise.allSettled([attempt]) as [PromiseRejectedResult];
    assert.equal(status, "rejected");
    return reason.extras.headers["Retry-After"];
  };
  for (let n = 0; n < 20; n++) assert.equal(await right(), "right");
  await assert.rejects(limiter.attempt("a", () => Promise.reject(new Error("no database"))));
  for (let n = 0; n < 3; n++) assert.equal(await wrong(), undefined);
  assert.equal(await refused(wrong()), "600");
  assert.equal(await wrong("b"), undefined);
  clock.now += 250_000;
  assert.equal(await refused(right()), "350");
  clock.now += 350_000;
  assert.equal(await right(), "right");
});

Deno.test("attempts at once wait for one another where they could go beyond the limit", async () => {
  const limiter = new AttemptLimiter({ failures: 3, windowMs: 600_000 });
  let running = 0;
  const attempts = (results: (string | undefined)[]) =>
    Promise.allSettled(results.map((result) =>
      limiter.attempt("a", async () => {
        assert.ok(++running <= 3);
        await Promise.resolve();
        running--;
        return result;
      })
    ));
  const right = await attempts(Array(30).fill("right"));
  assert.ok(right.every(({ status }) => status === "fulfilled"));
  const wrong = await attempts(Array(30).fill(undefined));
  assert.equal(wrong.filter(({ status }) => status === "fulfilled").length, 3);
});
