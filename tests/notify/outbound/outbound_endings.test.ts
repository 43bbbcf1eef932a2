import assert from "node:assert/strict";
import fc from "fast-check";
import type { Resolve } from "@/lib/outbound/addresses.ts";
import { type PostResult } from "@/lib/outbound/outbound.ts";
import { certificateFor } from "../../support/certificates.ts";
import { freePort } from "../../support/process.ts";
import {
  misbehaviour,
  type Script,
  startFullReceiver,
  startRawReceiver,
} from "../../support/raw_receiver.ts";
import { startReceiver } from "../../support/receiver.ts";
import { patienceMs, until } from "../../support/wait.ts";
import {
  assertUntouched,
  closeIdleConnections,
  PATIENT,
  send,
  SHORT,
  startPrivate,
} from "./outbound_scene.ts";

const ENDINGS: Record<string, [Script, PostResult["outcome"]]> = {
  "never answers": [misbehaviour.neverAnswers, "timeout"],
  "is slower than allowed": [misbehaviour.slow(15_000), "timeout"],
  "never ends its body": [misbehaviour.unfinishedBody, "status"],
  "resets after its status": [
    misbehaviour.says("HTTP/1.1 204 No Content\r\nx: y\r\n\r\n"),
    "status",
  ],
  "never ends its headers": [misbehaviour.endlessHeaders, "connect"],
  "never ends a header": [misbehaviour.unfinishedHeader, "timeout"],
  "never gets past interim answers": [misbehaviour.endlessInterim, "connect"],
  "hangs up at once": [misbehaviour.closesAtOnce, "connect"],
  "speaks something else": [misbehaviour.says("SSH-2.0-OpenSSH_9.9\r\n"), "connect"],
  "begins with nothing but line ends": [misbehaviour.says("\r\n".repeat(600_000)), "connect"],
  "changes the protocol": [
    misbehaviour.says("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    "connect",
  ],
};

/** The time-out has to come after the status: on a busy machine a longer one does. */
async function sendUntilStatus(url: string): Promise<PostResult> {
  let result = await send(url, SHORT);
  for (let times = 10; times <= 100 && result.outcome === "timeout"; times *= 10) {
    result = await send(url, { ...PATIENT, timeoutMs: times * SHORT.timeoutMs });
  }
  return result;
}

for (const [what, [script, outcome]] of Object.entries(ENDINGS)) {
  for (const tls of [undefined, certificateFor()]) {
    const name = `outbound: a receiver that ${what}, over ${tls ? "https" : "http"}`;
    Deno.test(name, async () => {
      await using receiver = startRawReceiver(script, { tls });
      const result = outcome === "status"
        ? await sendUntilStatus(receiver.url)
        : await send(receiver.url, outcome === "timeout" ? SHORT : PATIENT);
      assert.equal(result.outcome, outcome);
      assert.ok(result.durationMs < patienceMs, `took ${result.durationMs} ms`);
      await receiver.released();
    });
  }
}

Deno.test("outbound: a receiver that never shakes hands", async () => {
  await using receiver = startRawReceiver(misbehaviour.neverAnswers);
  const result = await send(`https://127.0.0.1:${receiver.port}/`, { connectTimeoutMs: 100 });
  assert.equal(result.outcome, "timeout");
  assert.ok(result.durationMs < patienceMs, `took ${result.durationMs} ms`);
  await receiver.released();
});

Deno.test("outbound: a receiver whose host swallows every packet", async () => {
  await using receiver = await startFullReceiver();
  for (const scheme of ["http", "https"]) {
    const url = `${scheme}://127.0.0.1:${receiver.port}/`;
    const result = await send(url, { connectTimeoutMs: 100 });
    assert.equal(result.outcome, "timeout");
    assert.ok(result.durationMs < patienceMs, `took ${result.durationMs} ms`);
  }
});

Deno.test("outbound: a resolver that hangs, and one that answers too late", async () => {
  await using listener = startPrivate();
  const url = `http://hook.example:${listener.port}/`;
  const late = Promise.withResolvers<string[]>();
  for (const lookup of [() => new Promise<string[]>(() => {}), () => late.promise]) {
    const result = await send(url, { lookup, timeoutMs: 100 });
    assert.equal(result.outcome, "timeout");
    assert.ok(result.durationMs < patienceMs, `took ${result.durationMs} ms`);
  }
  late.resolve(["127.0.0.1"]);
  await assertUntouched(listener);
});

Deno.test("outbound: a port where nobody listens", async () => {
  assert.equal((await send(`http://127.0.0.1:${freePort()}`)).outcome, "connect");
});

Deno.test("outbound: receivers that refuse to be dialled leave nothing behind", async () => {
  const refused = async (count: number) => {
    const url = `https://127.0.0.1:${freePort()}`;
    for (let n = 0; n < count; n++) assert.equal((await send(url)).outcome, "connect");
    return Deno.memoryUsage().rss / 1_048_576;
  };
  const before = await refused(100);
  // It was half a megabyte each.
  const grown = await refused(400) - before;
  assert.ok(grown < 100, `${grown} MiB more`);
});

Deno.test("outbound: of a body without end the status decides, and the socket is freed", async () => {
  for (const tls of [undefined, certificateFor()]) {
    for (const status of [200, 500]) {
      await using receiver = startRawReceiver(misbehaviour.endlessBody(status), { tls });
      const result = await send(receiver.url);
      assert.equal(result.status, status);
      assert.equal(result.answer, "a".repeat(4_096));
      assert.ok(result.durationMs < patienceMs, `took ${result.durationMs} ms`);
      await receiver.released();
      assert.ok(receiver.written < 32 * 1_048_576, `${receiver.written} bytes were taken`);
    }
    for (const script of [misbehaviour.endlessChunkSize, misbehaviour.endlessTrailers]) {
      await using receiver = startRawReceiver(script, { tls });
      assert.equal((await send(receiver.url)).status, 200);
      await receiver.released();
    }
  }
});

Deno.test("outbound: of a body that breaks off the status decides", async () => {
  const script: Script = async (line) => {
    await line.read();
    await line.write("HTTP/1.1 503 Busy\r\nretry-after: 120\r\ncontent-length: 9\r\n\r\nhal");
  };
  await using receiver = startRawReceiver(script);
  const result = await send(receiver.url);
  assert.deepEqual(result, {
    outcome: "status",
    status: 503,
    retryAfter: "120",
    answer: "hal",
    durationMs: result.durationMs,
  });
});

Deno.test("outbound: the answer is text that a database takes, and of bounded length", async () => {
  const answers = (body: Uint8Array<ArrayBuffer>) => () => new Response(body);
  const cases: [number[], string][] = [
    [[0x61, 0, 0x62], "a\uFFFDb"],
    [[0x61, 0xff, 0x62], "a\uFFFDb"],
    [[0x61, 0xc3], "a\uFFFD"],
    [[0x61, 0x62, 0x63, 0xc3, 0xad], "abc"],
    [[0xed, 0xa0, 0x80], "\uFFFD\uFFFD\uFFFD"],
    [[], ""],
  ];
  for (const [bytes, text] of cases) {
    await using receiver = startReceiver({ handler: answers(Uint8Array.from(bytes)) });
    assert.equal((await send(receiver.url, { maxAnswerBytes: 4 })).answer, text);
  }
  let body = new Uint8Array();
  await using receiver = startReceiver({ handler: () => answers(body)() });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
      body = Uint8Array.from(bytes);
      const { answer } = await send(receiver.url, { maxAnswerBytes: 40 });
      assert.ok(answer!.length <= 40 && !answer!.includes("\0") && answer!.isWellFormed());
    }),
    { numRuns: 50 },
  );
  closeIdleConnections();
});

Deno.test("outbound: Retry-After is given as it came, but not without bound", async () => {
  const later = "Wed, 21 Oct 2026 07:28:00 GMT";
  for (const [sent, expected] of [[later, later], ["1".repeat(5_000), "1".repeat(100)]] as const) {
    const handler = () => new Response(null, { status: 429, headers: { "retry-after": sent } });
    await using receiver = startReceiver({ handler });
    assert.equal((await send(receiver.url)).retryAfter, expected);
  }
  closeIdleConnections();
});

Deno.test("outbound: aborted before, while dialling, and while waiting", async () => {
  await using receiver = startRawReceiver(misbehaviour.neverAnswers);
  const before = await send(receiver.url, { signal: AbortSignal.abort() });
  assert.equal(before.outcome, "aborted");
  assert.equal(receiver.connections, 0);

  const dialling = new AbortController();
  const lookup: Resolve = () => {
    dialling.abort();
    return new Promise(() => {});
  };
  const stopped = await send("http://hook.example/", { lookup, signal: dialling.signal });
  assert.equal(stopped.outcome, "aborted");

  await using answering = startReceiver();
  for (let n = 0; n < 2; n++) {
    const early = new AbortController();
    const aborted = send(answering.url, { signal: early.signal });
    early.abort();
    assert.equal((await aborted).outcome, "aborted");
    assert.equal((await send(answering.url)).status, 200);
    assert.equal(answering.requests.length, n + 1);
  }

  const waiting = new AbortController();
  const pending = send(receiver.url, { signal: waiting.signal });
  await receiver.connected(1);
  waiting.abort();
  assert.equal((await pending).outcome, "aborted");
  await receiver.released();

  // Once a status has come it is an answer, although its body is still awaited.
  await using halfWay = startRawReceiver(misbehaviour.unfinishedBody);
  const late = new AbortController();
  const answered = send(halfWay.url, { signal: late.signal });
  await until(() => halfWay.written > 0);
  late.abort();
  const { outcome, status } = await answered;
  assert.ok(outcome === "status" ? status === 200 : outcome === "aborted", outcome);
  await halfWay.released();
  closeIdleConnections();
});

Deno.test("outbound: a header that HTTP cannot carry is not sent and does not throw", async () => {
  await using receiver = startReceiver();
  const result = await send(receiver.url, { headers: { "x-a": "1\r\nx-b: 2" } });
  assert.equal(result.outcome, "connect");
  assert.equal(receiver.requests.length, 0);
});
