import assert from "node:assert/strict";
import fc from "fast-check";
import { parseNets, type Resolve } from "@/lib/notify/addresses.ts";
import { checkCallbackUrl } from "@/lib/notify/callback_url.ts";
import { closeIdleConnections, systemResolve } from "@/lib/notify/guarded_sockets.ts";
import { post, type PostOptions, type PostResult } from "@/lib/notify/outbound.ts";
import { authorityFile, authorityPem, certificateFor } from "../support/certificates.ts";
import {
  misbehaviour,
  type RawReceiver,
  type Script,
  startFullReceiver,
  startRawReceiver,
} from "../support/raw_receiver.ts";
import { redirectTo, startReceiver } from "../support/receiver.ts";

const NONE = parseNets("");
const LOCAL = parseNets("127.0.0.0/8,::1/128");
const BODY = new TextEncoder().encode('{"reply":"Sí"}');

/** Time-outs are short here; what must not run into them gets the usual ones. */
const PATIENT = { connectTimeoutMs: 5_000, timeoutMs: 10_000 };
const SHORT = { connectTimeoutMs: 300, timeoutMs: 300 };

function send(url: string, options: Partial<PostOptions> = {}): Promise<PostResult> {
  const headers = { "content-type": "application/json" };
  return post({
    url,
    headers,
    body: BODY,
    allow: LOCAL,
    ca: authorityPem(),
    ...PATIENT,
    ...options,
  });
}

const resolvesTo = (...addresses: string[]): Resolve => () => Promise.resolve(addresses);

/** A receiver at every address of this machine that must never see a connection. */
function startPrivate(): RawReceiver {
  return startRawReceiver(misbehaviour.neverAnswers, { hostname: "::" });
}

/** Connections are accepted in their order, so if ours is the first, there was none before. */
async function assertUntouched(receiver: RawReceiver): Promise<void> {
  using _probe = await Deno.connect({ hostname: "127.0.0.1", port: receiver.port });
  assert.equal(await receiver.connected(1), 1, "a private address was dialled");
}

Deno.test("outbound: delivers over https and over http, byte for byte", async () => {
  for (const tls of [certificateFor(), undefined]) {
    await using receiver = startReceiver({ tls });
    const result = await send(`${receiver.url}/hook?a=b%20c`, { headers: { "x-a": "1" } });
    assert.equal(result.outcome, "status");
    assert.equal(result.status, 200);
    assert.equal(result.answer, "ok");
    assert.ok(Number.isInteger(result.durationMs) && result.durationMs < 5_000);
    const [request] = await receiver.received(1);
    assert.equal(request!.method, "POST");
    assert.equal(request!.url.pathname + request!.url.search, "/hook?a=b%20c");
    assert.deepEqual(request!.body, BODY);
    assert.equal(request!.headers.get("x-a"), "1");
    assert.equal(request!.headers.get("content-length"), String(BODY.length));
    assert.equal(request!.headers.get("host"), `127.0.0.1:${receiver.port}`);
  }
  closeIdleConnections();
});

Deno.test("outbound: a name is dialled at its address and checked against its certificate", async () => {
  await using receiver = startReceiver({ tls: certificateFor({ names: ["hook.example"] }) });
  const lookup = resolvesTo("127.0.0.1");
  for (const host of ["hook.example", "hook.example.", "HOOK.example"]) {
    const result = await send(`https://${host}:${receiver.port}/`, { lookup });
    assert.equal(result.status, 200, host);
  }
  closeIdleConnections();
});

Deno.test("outbound: the next address is tried when one does not answer or may not be reached", async () => {
  await using receiver = startReceiver({ tls: certificateFor({ names: ["hook.example"] }) });
  const lookup = resolvesTo("10.0.0.1", "::1", "127.0.0.2", "127.0.0.1");
  const result = await send(`https://hook.example:${receiver.port}/`, { lookup });
  assert.equal(result.status, 200);
  closeIdleConnections();
});

Deno.test("outbound: no private address, in any spelling, over https or http", async () => {
  await using listener = startPrivate();
  const hosts = [
    ...["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1"],
    ...["224.0.0.1", "192.0.2.1", "198.18.0.1", "0.0.0.0", "240.0.0.1", "255.255.255.255"],
    ...["2130706433", "017700000001", "0177.0.0.1", "0x7f000001", "127.1", "127.0.0.1.", "0"],
    ...["[::1]", "[::]", "[fd00::1]", "[fe80::1]", "[ff02::1]", "[2001:db8::1]"],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]"],
    ...["[64:ff9b:1::7f00:1]", "[2002:7f00:1::1]"],
  ];
  for (const host of hosts) {
    for (const scheme of ["https", "http"]) {
      const result = await send(`${scheme}://${host}:${listener.port}/`, { allow: NONE });
      assert.equal(result.outcome, "refused_address", `${scheme}://${host}`);
    }
  }
  await assertUntouched(listener);
});

Deno.test("outbound: no name that leads to a private address", async () => {
  await using listener = startPrivate();
  const addresses = [
    ...["127.0.0.1", "10.0.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "0.0.0.0"],
    ...["::1", "::", "fd00::1", "fe80::1", "fe80::1%lo", "::ffff:127.0.0.1", "64:ff9b::7f00:1"],
    ...["localhost", "2130706433"],
  ];
  for (const address of addresses) {
    const lookup = resolvesTo(address);
    const url = `https://hook.example:${listener.port}/`;
    const result = await send(url, { allow: NONE, lookup });
    assert.equal(result.outcome, "refused_address", address);
  }
  const local = await send(`https://localhost:${listener.port}/`, { allow: NONE });
  assert.equal(local.outcome, "refused_address");
  await assertUntouched(listener);
});

Deno.test("outbound: plain http reaches the allowed networks only, not even public addresses", async () => {
  const refused: PostResult[] = [
    await send("http://93.184.215.14/"),
    await send("http://hook.example/", { lookup: resolvesTo("93.184.215.14", "2606:2800::1") }),
    await send("ftp://127.0.0.1/"),
    await send("not a url"),
  ];
  for (const { outcome } of refused) assert.equal(outcome, "refused_address");
});

Deno.test("outbound: a name that is public when checked and private when dialled", async () => {
  await using listener = startPrivate();
  const answers = [["93.184.215.14"], ["127.0.0.1"]];
  const lookup: Resolve = () => Promise.resolve(answers.shift() ?? ["127.0.0.1"]);
  const url = `https://rebind.example:${listener.port}/`;
  assert.ok((await checkCallbackUrl(url, { allow: NONE, resolve: lookup })).ok);
  assert.equal((await send(url, { allow: NONE, lookup })).outcome, "refused_address");
  await assertUntouched(listener);
});

Deno.test("outbound: a kept connection is not used under other rules", async () => {
  await using receiver = startReceiver();
  assert.equal((await send(receiver.url)).status, 200);
  assert.equal((await send(receiver.url, { allow: NONE })).outcome, "refused_address");
  const url = `http://hook.example:${receiver.port}/`;
  const lookup = resolvesTo("127.0.0.1");
  assert.equal((await send(url, { lookup })).status, 200);
  assert.equal((await send(url, { lookup, allow: NONE })).outcome, "refused_address");
  assert.equal((await send(url, { lookup: resolvesTo("10.0.0.1") })).outcome, "refused_address");
  assert.equal(receiver.requests.length, 2);
  closeIdleConnections();
});

Deno.test("outbound: a name without an address", async () => {
  const lookups: Resolve[] = [
    () => Promise.reject(new Error("ENOTFOUND")),
    () => Promise.resolve([]),
    () => {
      throw new Error("no resolver");
    },
  ];
  for (const lookup of lookups) {
    assert.equal((await send("https://hook.example/", { lookup })).outcome, "dns");
  }
});

Deno.test("outbound: the system's resolver knows this machine", async () => {
  const addresses = await systemResolve("localhost");
  assert.ok(addresses.length > 0 && addresses.every((address) => LOCAL.contains(address)));
});

Deno.test("outbound: a redirect is just its status", async () => {
  await using listener = startPrivate();
  for (const status of [301, 302, 307, 308]) {
    const handler = redirectTo(`http://127.0.0.1:${listener.port}/`, status);
    await using receiver = startReceiver({ handler });
    assert.equal((await send(receiver.url)).status, status);
  }
  await assertUntouched(listener);
  closeIdleConnections();
});

Deno.test("outbound: TLS with a bad certificate", async () => {
  const bad = {
    "of a strange authority": certificateFor({ signedBy: "stranger" }),
    "of its own": certificateFor({ signedBy: "itself" }),
    "of yesterday": certificateFor({ expired: true }),
    "for another name": certificateFor({ names: ["other.example"] }),
  };
  for (const [what, tls] of Object.entries(bad)) {
    await using receiver = startReceiver({ tls });
    assert.equal((await send(receiver.url)).outcome, "tls", what);
    assert.equal(receiver.requests.length, 0, what);
  }
  await using untrusted = startReceiver({ tls: certificateFor() });
  assert.equal((await send(untrusted.url, { ca: undefined })).outcome, "tls");
  await using plain = startRawReceiver(misbehaviour.says("HTTP/1.1 200 OK\r\n\r\n"));
  assert.equal((await send(plain.url.replace("http:", "https:"))).outcome, "tls");
});

/** What a receiver does, and how a call to it ends: by the clock after 300 ms, or before. */
const ENDINGS: Record<string, [Script, PostResult["outcome"]]> = {
  "never answers": [misbehaviour.neverAnswers, "timeout"],
  "is slower than allowed": [misbehaviour.slow(15_000), "timeout"],
  "never ends its body": [misbehaviour.unfinishedBody, "timeout"],
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

for (const [what, [script, outcome]] of Object.entries(ENDINGS)) {
  for (const tls of [undefined, certificateFor()]) {
    const name = `outbound: a receiver that ${what}, over ${tls ? "https" : "http"}`;
    Deno.test(name, async () => {
      await using receiver = startRawReceiver(script, { tls });
      const result = await send(receiver.url, outcome === "timeout" ? SHORT : PATIENT);
      assert.equal(result.outcome, outcome);
      assert.ok(result.durationMs < 3_000, `took ${result.durationMs} ms`);
      await receiver.released();
    });
  }
}

Deno.test("outbound: a receiver that never shakes hands", async () => {
  await using receiver = startRawReceiver(misbehaviour.neverAnswers);
  const result = await send(`https://127.0.0.1:${receiver.port}/`, { connectTimeoutMs: 100 });
  assert.equal(result.outcome, "timeout");
  assert.ok(result.durationMs < 3_000, `took ${result.durationMs} ms`);
  await receiver.released();
});

Deno.test("outbound: a receiver whose host swallows every packet", async () => {
  await using receiver = await startFullReceiver();
  for (const scheme of ["http", "https"]) {
    const url = `${scheme}://127.0.0.1:${receiver.port}/`;
    const result = await send(url, { connectTimeoutMs: 100 });
    assert.equal(result.outcome, "timeout");
    assert.ok(result.durationMs < 3_000, `took ${result.durationMs} ms`);
  }
});

Deno.test("outbound: a resolver that hangs, and one that answers too late", async () => {
  await using listener = startPrivate();
  const url = `http://hook.example:${listener.port}/`;
  const late = Promise.withResolvers<string[]>();
  for (const lookup of [() => new Promise<string[]>(() => {}), () => late.promise]) {
    const result = await send(url, { lookup, timeoutMs: 100 });
    assert.equal(result.outcome, "timeout");
    assert.ok(result.durationMs < 3_000, `took ${result.durationMs} ms`);
  }
  late.resolve(["127.0.0.1"]);
  await assertUntouched(listener);
});

Deno.test("outbound: a port where nobody listens", async () => {
  const receiver = startReceiver();
  await receiver.close();
  assert.equal((await send(receiver.url)).outcome, "connect");
});

Deno.test("outbound: of a body without end the status decides, and the socket is freed", async () => {
  for (const tls of [undefined, certificateFor()]) {
    for (const status of [200, 500]) {
      await using receiver = startRawReceiver(misbehaviour.endlessBody(status), { tls });
      const result = await send(receiver.url);
      assert.equal(result.status, status);
      assert.equal(result.answer, "a".repeat(4_096));
      assert.ok(result.durationMs < 3_000, `took ${result.durationMs} ms`);
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
  for (const [sent, given] of [[later, later], ["1".repeat(5_000), "1".repeat(100)]] as const) {
    const handler = () => new Response(null, { status: 429, headers: { "retry-after": sent } });
    await using receiver = startReceiver({ handler });
    assert.equal((await send(receiver.url)).retryAfter, given);
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
  closeIdleConnections();
});

Deno.test("outbound: a header that HTTP cannot carry is not sent and does not throw", async () => {
  await using receiver = startReceiver();
  const result = await send(receiver.url, { headers: { "x-a": "1\r\nx-b: 2" } });
  assert.equal(result.outcome, "connect");
  assert.equal(receiver.requests.length, 0);
});

Deno.test("outbound: calls to one receiver share connections", async () => {
  for (const tls of [undefined, certificateFor()]) {
    await using receiver = startReceiver({ tls });
    for (let n = 0; n < 5; n++) assert.equal((await send(receiver.url)).status, 200);
    const ports = new Set(receiver.requests.map(({ fromPort }) => fromPort));
    assert.equal(ports.size, 1);
    closeIdleConnections();
  }
});

Deno.test("outbound: of many connections to one receiver four are kept", async () => {
  let together = 10;
  const handler = async () => {
    await receiver.received(together);
    return new Response();
  };
  await using receiver = startReceiver({ handler });
  const burst = () => Promise.all(Array.from({ length: 10 }, () => send(receiver.url)));
  await burst();
  together = 20;
  await burst();
  const ports = new Set(receiver.requests.map(({ fromPort }) => fromPort));
  assert.equal(ports.size, 10 + 6);
  closeIdleConnections();
});

Deno.test("outbound: a kept connection that was closed is replaced, at the address of now", async () => {
  await using receiver = startRawReceiver(misbehaviour.hangsUpAfter(1));
  const addresses = [["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]];
  const lookup: Resolve = () => Promise.resolve(addresses.shift() ?? []);
  const url = `http://hook.example:${receiver.port}/`;
  assert.equal((await send(url, { lookup })).status, 200);
  assert.equal((await send(url, { lookup })).status, 200);
  assert.equal(receiver.connections, 2);
  assert.equal((await send(url, { lookup })).outcome, "refused_address");
  assert.equal(receiver.connections, 2);
});

Deno.test("outbound: several kept connections that were closed cost one call nothing", async () => {
  await using receiver = startRawReceiver(misbehaviour.hangsUpAfter(1));
  const first = await Promise.all([1, 2, 3, 4].map(() => send(receiver.url)));
  assert.deepEqual(first.map(({ status }) => status), [200, 200, 200, 200]);
  assert.equal((await send(receiver.url)).status, 200);
  closeIdleConnections();
  await receiver.released();
});

/** Answers the first request of a connection, and does this on the next one. */
function answersOnce(then: Script): Script {
  return async (line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    await then(line);
  };
}

Deno.test("outbound: a kept connection that falls silent or breaks off is not replaced", async () => {
  const halfAnswer: Script = async (line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\ncontent-le");
  };
  const endings: [Script, PostResult["outcome"]][] = [
    [misbehaviour.neverAnswers, "timeout"],
    [halfAnswer, "connect"],
  ];
  for (const tls of [undefined, certificateFor()]) {
    for (const [then, outcome] of endings) {
      await using receiver = startRawReceiver(answersOnce(then), { tls });
      assert.equal((await send(receiver.url)).status, 200);
      assert.equal((await send(receiver.url, SHORT)).outcome, outcome);
      await receiver.released(2_000);
      assert.equal(await receiver.connected(1), 1);
    }
  }
});

Deno.test("outbound: slow receivers do not hold up another, and all their sockets are freed", async () => {
  await using slow = startRawReceiver(misbehaviour.neverAnswers);
  await using receiver = startReceiver();
  const waiting = Array.from({ length: 50 }, () => send(slow.url, { timeoutMs: 500 }));
  await slow.connected(50);
  const quick = await send(receiver.url);
  assert.equal(quick.status, 200);
  const slowOnes = await Promise.all(waiting);
  assert.ok(slowOnes.every(({ outcome }) => outcome === "timeout"));
  await slow.released();
  closeIdleConnections();
});

Deno.test("outbound: a process of its own trusts a test authority by NODE_EXTRA_CA_CERTS", async () => {
  await using receiver = startReceiver({ tls: certificateFor() });
  const program = `
    import { post } from ${JSON.stringify(import.meta.resolve("@/lib/notify/outbound.ts"))};
    import { parseNets } from ${JSON.stringify(import.meta.resolve("@/lib/notify/addresses.ts"))};
    const allow = parseNets("127.0.0.1/32");
    const body = new Uint8Array();
    const { outcome } = await post({ url: Deno.args[0], headers: {}, body, allow });
    console.log(outcome);
  `;
  const file = await authorityFile();
  const outcomeWith = async (env: Record<string, string>) => {
    const args = ["eval", "--no-check", program, receiver.url];
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env }).output();
    return new TextDecoder().decode(stdout).trim() || new TextDecoder().decode(stderr);
  };
  try {
    assert.equal(await outcomeWith({ NODE_EXTRA_CA_CERTS: file }), "status");
    assert.equal(await outcomeWith({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }), "tls");
  } finally {
    await Deno.remove(file);
  }
});
