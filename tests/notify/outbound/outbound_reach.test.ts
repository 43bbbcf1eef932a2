import assert from "node:assert/strict";
import type { Resolve } from "@/lib/outbound/addresses.ts";
import { checkCallbackUrl } from "@/lib/outbound/callback_url.ts";
import { systemResolve } from "@/lib/outbound/guarded_sockets.ts";
import { Lookups } from "@/lib/outbound/lookups.ts";
import { type PostResult } from "@/lib/outbound/outbound.ts";
import { certificateFor } from "../../support/certificates.ts";
import { misbehaviour, startRawReceiver } from "../../support/raw_receiver.ts";
import { redirectTo, startReceiver } from "../../support/receiver.ts";
import {
  assertUntouched,
  BODY,
  closeIdleConnections,
  LOCAL,
  NONE,
  resolvesTo,
  send,
  startPrivate,
} from "./outbound_scene.ts";
import { patienceMs } from "../../support/wait.ts";

Deno.test("outbound: delivers over https and over http, byte for byte", async () => {
  for (const tls of [certificateFor(), undefined]) {
    await using receiver = startReceiver({ tls });
    const result = await send(`${receiver.url}/hook?a=b%20c`, { headers: { "x-a": "1" } });
    assert.equal(result.outcome, "status");
    assert.equal(result.status, 200);
    assert.equal(result.answer, "ok");
    assert.ok(Number.isInteger(result.durationMs) && result.durationMs < patienceMs);
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
  const names = new Lookups(lookup);
  const ports = new Set([listener.port]);
  assert.ok((await checkCallbackUrl(url, { allow: NONE, ports, names, companyId: 1 })).ok);
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
    "of yesterday": certificateFor({ days: -1 }),
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

/** Behaviours of receivers, and how a call ends: by the clock after 300 ms, or before. */
