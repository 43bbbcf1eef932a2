/** Files that are fetched from hosts of a list. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { fetchFile, type FetchOptions, type FetchResult } from "@/lib/outbound/fetch_file.ts";
import { openGate } from "@/lib/tools/hold.ts";
import { authorityPem, certificateFor } from "../../support/certificates.ts";
import { misbehaviour, type Script, startRawReceiver } from "../../support/raw_receiver.ts";
import { startReceiver } from "../../support/receiver.ts";
import { patienceMs } from "../../support/wait.ts";
import { assertUntouched, LOCAL, NONE, resolvesTo, startPrivate } from "./outbound_scene.ts";

interface Fetched {
  result: FetchResult;
  bytes: Uint8Array;
}

async function fetchAll(url: string, options: Partial<FetchOptions> = {}): Promise<Fetched> {
  const parts: Uint8Array[] = [];
  const result = await fetchFile({
    url,
    isAllowed: (host) => host === "127.0.0.1" || host === "media.test",
    allow: LOCAL,
    gate: openGate,
    ca: authorityPem(),
    companyId: 1,
    maxBytes: 1_000_000,
    connectTimeoutMs: patienceMs,
    timeoutMs: patienceMs,
    keep: (bytes) => {
      parts.push(bytes.slice());
      return Promise.resolve();
    },
    ...options,
  });
  return { result, bytes: new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()) };
}

const bytes = new Uint8Array(700_000).map((_, at) => at % 251);
const sha256 = createHash("sha256").update(bytes).digest("base64");

for (const tls of [undefined, certificateFor()]) {
  Deno.test(`a file comes whole, over ${tls ? "https" : "http"}`, async () => {
    await using server = startReceiver({ handler: () => new Response(bytes), tls });
    const file = await fetchAll(server.url);
    assert.deepEqual(file.result, { outcome: "whole", size: 700_000, sha256 });
    assert.deepEqual(file.bytes, bytes);
  });
}

Deno.test("chunks of no announced length come whole, and nothing is a file too", async () => {
  await using server = startReceiver({
    handler: ({ url: { pathname } }) =>
      new Response(pathname === "/empty" ? null : new Blob([bytes]).stream()),
  });
  assert.deepEqual((await fetchAll(server.url)).bytes, bytes);
  const { result } = await fetchAll(`${server.url}/empty`);
  assert.equal(result.outcome === "whole" && result.size, 0);
});

Deno.test("a token goes to the first address and to no redirect", async () => {
  await using server = startReceiver({
    handler: ({ url: { pathname: path } }) =>
      path === "/end" ? new Response("ok") : new Response(null, {
        status: 302,
        headers: { Location: path === "/a" ? "/b" : "end" },
      }),
  });
  const headers = { Authorization: "Bearer secret" };
  const { result } = await fetchAll(`${server.url}/a`, { headers });
  assert.equal(result.outcome, "whole");
  const received = server.requests.map((
    { url, headers },
  ) => [url.pathname, headers.get("authorization")]);
  assert.deepEqual(received, [["/a", "Bearer secret"], ["/b", null], ["/end", null]]);
});

Deno.test("four redirects are one too many", async () => {
  await using server = startReceiver({
    handler: ({ url: { pathname } }) => {
      const Location = `/${Number(pathname.slice(1)) + 1}`;
      return new Response(null, { status: 307, headers: { Location } });
    },
  });
  assert.deepEqual((await fetchAll(`${server.url}/1`)).result, { outcome: "redirects" });
  assert.equal(server.requests.length, 4);
});

Deno.test("a host of no list is not dialled, whoever names it", async () => {
  await using other = startPrivate();
  const places = [`http://localhost:${other.port}/x`, `http://[::1]:${other.port}/`];
  await using server = startReceiver({
    handler: ({ url: { pathname } }) => {
      const Location = places[Number(pathname.slice(1))]!;
      return new Response(null, { status: 302, headers: { Location } });
    },
  });
  for (const url of [...places, `${server.url}/0`, `${server.url}/1`, "file:///etc/passwd", "x"]) {
    assert.deepEqual((await fetchAll(url)).result, { outcome: "refused_host" }, url);
  }
  await assertUntouched(other);
});

Deno.test("a name of the list that leads to a private address is refused", async () => {
  await using other = startPrivate();
  const options = { allow: NONE, lookup: resolvesTo("127.0.0.1") };
  const { result } = await fetchAll(`https://media.test:${other.port}/x`, options);
  assert.deepEqual(result, { outcome: "refused_address" });
  await assertUntouched(other);
});

const head = "HTTP/1.1 200 OK\r\n";
const drip: Script = async (line) => {
  await line.read();
  await line.write(`${head}content-length: 1000\r\n\r\n`);
  let isOpen = true;
  line.closed.then(() => isOpen = false);
  while (isOpen) {
    await line.write("x");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const endings: Record<string, [Script, FetchResult["outcome"], Partial<FetchOptions>?]> = {
  "tells 10 GB": [misbehaviour.says(`${head}content-length: 10000000000\r\n\r\nx`), "too_large"],
  "never ends": [misbehaviour.endlessBody(), "too_large"],
  "sends a byte from time to time": [drip, "slow", { slowAfterMs: 300 }],
  "sends nothing after its head": [misbehaviour.unfinishedBody, "timeout", { timeoutMs: 400 }],
  "never answers": [misbehaviour.neverAnswers, "timeout", { timeoutMs: 300 }],
  "never ends its headers": [misbehaviour.endlessHeaders, "connect"],
  "hangs up at once": [misbehaviour.closesAtOnce, "connect"],
  "is cut before the length that it told": [
    async (line) => {
      await line.read();
      await line.write(`${head}content-length: 4000\r\n\r\nalmost`);
    },
    "cut",
  ],
  "is cut between chunks": [
    async (line) => {
      await line.read();
      await line.write(`${head}transfer-encoding: chunked\r\n\r\n6\r\nalmost\r\n`);
    },
    "cut",
  ],
  "speaks something else": [misbehaviour.says("SSH-2.0-OpenSSH_9.9\r\n"), "connect"],
};

for (const [what, [script, outcome, options]] of Object.entries(endings)) {
  Deno.test(`a sender that ${what} is given up`, async () => {
    await using server = startRawReceiver(script);
    const { result, bytes } = await fetchAll(server.url, options);
    assert.equal(result.outcome, outcome);
    assert.ok(bytes.length <= 1_000_000);
    await server.released();
  });
}

Deno.test("a status is told, with the time to wait", async () => {
  await using server = startReceiver({
    handler: () => new Response("gone", { status: 429, headers: { "Retry-After": "30" } }),
  });
  const { result } = await fetchAll(server.url);
  assert.deepEqual(result, { outcome: "status", status: 429, retryAfter: "30" });
});

Deno.test("who keeps bytes slowly is waited for, and what fails there fails the fetch", async () => {
  await using server = startReceiver({ handler: () => new Response(bytes) });
  const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 60));
  const { result } = await fetchAll(server.url, {
    keep: slowly,
    slowAfterMs: 50,
    minBytesPerSecond: 10_000_000,
  });
  assert.equal(result.outcome, "whole");
  const keep = () => Promise.reject(new Error("the disk is full"));
  await assert.rejects(fetchAll(server.url, { keep }), /the disk is full/);
});

Deno.test("a fetch can be ended", async () => {
  await using server = startRawReceiver(misbehaviour.unfinishedBody);
  const stop = new AbortController();
  const fetching = fetchAll(server.url, { signal: stop.signal });
  await server.connected(1);
  stop.abort();
  assert.deepEqual((await fetching).result, { outcome: "aborted" });
  await server.released();
  assert.deepEqual((await fetchAll(server.url, { signal: AbortSignal.abort() })).result, {
    outcome: "aborted",
  });
});
