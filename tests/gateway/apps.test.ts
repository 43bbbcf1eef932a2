/** Several processes of the app behind one gateway: which is asked, and what waits. */
import assert from "node:assert/strict";
import { createLog } from "@/lib/tools/log.ts";
import { openFront } from "@/tests/support/front.ts";
import { freePort } from "@/tests/support/process.ts";
import { misbehaviour, startRawReceiver } from "@/tests/support/raw_receiver.ts";
import { deadline, patienceMs, until } from "@/tests/support/wait.ts";
import { askRaw } from "@/tests/support/wire.ts";
import { scene } from "./support/scene.ts";

/** A process of the app, with its name in all that it answers. */
class Process implements AsyncDisposable {
  isReady = true;
  isLast = false;
  secret = "";
  readonly bodies: string[] = [];
  #server: Deno.HttpServer | undefined;

  constructor(readonly name: string, readonly hostname = "127.0.0.1", readonly port = freePort()) {}

  get url(): string {
    return `http://${this.hostname}:${this.port}`;
  }

  start(): this {
    const options = { hostname: this.hostname, port: this.port, onListen() {} };
    this.#server = Deno.serve(options, async (request) => {
      if (new URL(request.url).pathname === "/readyz") {
        return new Response(null, { status: this.isReady ? 200 : 503 });
      }
      if (request.method === "OPTIONS") {
        const isSame = request.headers.get("authorization") === `Bearer ${this.secret}`;
        return new Response(null, { status: isSame ? 204 : 404 });
      }
      this.bodies.push(await request.text());
      return new Response(this.name, { headers: this.isLast ? { connection: "close" } : {} });
    });
    return this;
  }

  async stop(): Promise<void> {
    await this.#server?.shutdown();
    this.#server = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

const often = { lookMs: 10 };
const forLong = { waitMs: 10 * patienceMs };
const text = async (url: string) => await (await fetch(url)).text();
const post = async (url: string, body: string) =>
  await (await fetch(url, { method: "POST", body })).text();

/** Waits until two calls in a row are answered by these. */
const answeredBy = (url: string, names: string[]) =>
  until(async () => {
    const answers = [await text(url), await text(url)];
    return answers.toSorted().join() === names.join();
  }, { what: `answers of ${names.join(" and ")}` });

Deno.test("gateway apps: those that are ready take turns", async () => {
  await using first = new Process("first").start();
  await using second = new Process("second").start();
  await using front = await openFront([first.url, second.url], often);
  const answers = [];
  for (let call = 0; call < 6; call++) answers.push(await text(front.url));
  assert.deepEqual(answers.toSorted(), [...Array(3).fill("first"), ...Array(3).fill("second")]);
  first.isReady = false;
  await answeredBy(front.url, ["second", "second"]);
  second.isReady = false;
  await answeredBy(front.url, ["first", "first"]);
  second.isReady = true;
  await answeredBy(front.url, ["second", "second"]);
  first.isReady = true;
  await answeredBy(front.url, ["first", "second"]);
});

Deno.test({
  name: "gateway apps: those of another machine are asked while none of the first's is ready",
  // Elsewhere only one address is the machine's own.
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using first = new Process("first").start();
    await using second = new Process("second").start();
    await using far = new Process("far", "127.0.0.2").start();
    await using front = await openFront([first.url, far.url, second.url], often);
    for (let turn = 0; turn < 2; turn++) {
      assert.deepEqual([await text(front.url), await text(front.url)], ["first", "second"]);
    }
    first.isReady = false;
    await answeredBy(front.url, ["second", "second"]);
    second.isReady = false;
    await answeredBy(front.url, ["far", "far"]);
    first.isReady = true;
    await answeredBy(front.url, ["first", "first"]);
  },
});

Deno.test("gateway apps: one with another secret is named at once, and asked last", async () => {
  await using first = new Process("first").start();
  await using second = new Process("second").start();
  [first.secret, second.secret] = ["other", "ours"];
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  const lineOf = ({ url }: Process, state = "other_secret") => () =>
    lines.find((line) => line.includes(`"app":"${url}","state":"${state}"`));
  const restart = async (app: Process, secret: string) => {
    await app.stop();
    await until(lineOf(app, "away"), { what: "it to be away" });
    app.secret = secret;
    app.start();
  };
  await using front = await openFront([first.url, second.url], { ...often, log, secret: "ours" });
  assert.match(await until(lineOf(first), { what: "the line" }), /GATEWAY_SECRET .* set the same/);
  assert.equal(await text(front.url), "second");
  assert.equal(await front.apps.isReady(patienceMs), true);
  await restart(second, "newer");
  await until(lineOf(second), { what: "the other's line" });
  assert.equal(await front.apps.isReady(patienceMs), false);
  assert.equal(await text(front.url), "first", "who has signed in works on");
  await restart(first, "ours");
  await until(() => front.apps.isReady(patienceMs), { what: "the first with the right one" });
});

Deno.test("gateway apps: a single one is asked for its secret too", async () => {
  await using only = new Process("only").start();
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  await using _front = await openFront([only.url], { log, secret: "ours" });
  await until(() => lines.some((line) => line.includes("other_secret")), { what: "the line" });
});

Deno.test("gateway apps: one that closes its connections is looked at, at once", async () => {
  await using first = new Process("first").start();
  await using second = new Process("second").start();
  await using front = await openFront([first.url, second.url], { lookMs: 10 * patienceMs });
  assert.equal(await text(front.url), "first");
  first.isReady = false;
  first.isLast = true;
  await answeredBy(front.url, ["second", "second"]);
});

Deno.test("gateway apps: a call goes on whole to the next where none of it was sent", async () => {
  const away = new Process("away");
  await using second = new Process("second").start();
  await using front = await openFront([away.url, second.url], { lookMs: 10 * patienceMs });
  const long = "x".repeat(3_000_000);
  assert.equal(await post(front.url, long), "second");
  assert.deepEqual(second.bodies, [long]);
  await using late = away.start();
  await until(async () => await text(front.url) === late.name, { what: "the first to be found" });
});

Deno.test("gateway apps: what was sent is not sent again", async () => {
  await using second = new Process("second").start();
  // Also over a connection that has served before.
  for (const calls of [0, 2]) {
    let served = 0;
    await using first = startRawReceiver(async (line) => {
      while (true) {
        const bytes = await line.read();
        if (!bytes) return;
        const isLook = new TextDecoder().decode(bytes).startsWith("GET /readyz");
        if (!isLook && served++ >= calls) return;
        await line.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirst");
      }
    });
    await using front = await openFront([first.url, second.url], { lookMs: 10 * patienceMs });
    for (let call = 0; call < calls; call++) {
      assert.deepEqual([await text(front.url), await text(front.url)], ["first", "second"]);
    }
    const broken = await askRaw(front.url, { method: "POST" });
    assert.deepEqual([broken.status, broken.headers["retry-after"]], [503, "2"]);
    assert.equal(second.bodies.length, calls);
  }
});

Deno.test("gateway apps: a call whose caller has left is not sent again", async () => {
  const got: string[] = [];
  const departure = Promise.withResolvers<void>();
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    got.push(request.method);
    if (request.method === "GET") return new Response("app");
    request.signal.addEventListener("abort", () => departure.resolve());
    return departure.promise.then(() => new Response());
  });
  await using front = await openFront([`http://127.0.0.1:${server.addr.port}`]);
  // The second over a connection that has served before.
  for (let call = 0; call < 2; call++) assert.equal(await text(front.url), "app");
  const leaving = new AbortController();
  const call = fetch(front.url, { method: "POST", body: "once", signal: leaving.signal });
  await until(() => got.length === 3, { what: "the call" });
  leaving.abort();
  await assert.rejects(call, { name: "AbortError" });
  await deadline(departure.promise, patienceMs, "the app to hear of it");
  for (let call = 0; call < 2; call++) assert.equal(await text(front.url), "app");
  assert.deepEqual(got, ["GET", "GET", "POST", "GET", "GET"]);
});

Deno.test("gateway apps: while none listens a call waits, and reaches the one that comes", async () => {
  await using first = new Process("first");
  await using second = new Process("second");
  for (const apps of [[first], [first, second]]) {
    await using front = await openFront(apps.map(({ url }) => url), forLong);
    const calls = ["one", "two", "three"].map((body) => post(front.url, body));
    await until(() => front.apps.waiting === 3, { what: "three to wait" });
    const last = apps.at(-1)!;
    last.start();
    assert.deepEqual(await Promise.all(calls), [last.name, last.name, last.name]);
    assert.deepEqual(last.bodies.toSorted(), ["one", "three", "two"]);
    assert.equal(front.apps.waiting, 0);
    await last.stop();
  }
});

Deno.test("gateway apps: one that restarts between two calls fails neither", async () => {
  await using app = new Process("app").start();
  await using front = await openFront([app.url], forLong);
  for (let round = 0; round < 5; round++) {
    assert.equal(await post(front.url, `${round}`), "app");
    await app.stop();
    const waiting = post(front.url, `${round} again`);
    await until(() => front.apps.waiting === 1, { what: "a call to wait" });
    app.start();
    assert.equal(await waiting, "app");
  }
  assert.equal(app.bodies.length, 10);
});

Deno.test("gateway apps: so many wait, and who leaves waits no more", async () => {
  await using app = new Process("app");
  await using front = await openFront([app.url], { ...forLong, mostWaiting: 2 });
  const leaving = new AbortController();
  const waiting = [0, 1].map(() => fetch(front.url, { signal: leaving.signal }));
  await until(() => front.apps.waiting === 2, { what: "two to wait" });
  const third = await askRaw(front.url, { method: "POST" });
  assert.deepEqual([third.status, third.headers["retry-after"]], [503, "2"]);
  leaving.abort();
  for (const one of waiting) await assert.rejects(one, { name: "AbortError" });
  await until(() => front.apps.waiting === 0, { what: "nobody to wait" });
  const fourth = text(front.url);
  await until(() => front.apps.waiting === 1, { what: "a fourth to wait" });
  app.start();
  assert.equal(await fourth, "app");
});

Deno.test("gateway apps: one that takes connections and answers nothing is not ready", async () => {
  await using mute = startRawReceiver(misbehaviour.neverAnswers);
  await using second = new Process("second").start();
  await using front = await openFront([mute.url, second.url], often);
  const ask = async () => {
    const signal = AbortSignal.timeout(1_000);
    return await (await fetch(front.url, { signal })).text();
  };
  await until(async () => `${await ask()} ${await ask()}` === "second second", {
    what: "the second alone",
  });
});

scene("people too wait for an app that restarts", async ({ app, member, clock }) => {
  const ana = await member("ana@shop.example");
  await app.stop();
  // The app's word on the session is over.
  clock.now += 10 * 60_000;
  const page = ana.get("/panel");
  const call = ana.get("/api/healthz");
  app.start();
  assert.deepEqual([(await page).text, (await call).text], ["the app", "the app"]);
}, { appWaitMs: 10 * patienceMs });
