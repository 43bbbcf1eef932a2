import assert from "node:assert/strict";
import type { Resolve } from "@/lib/outbound/addresses.ts";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import { authorityFile, certificateFor } from "../../support/certificates.ts";
import { misbehaviour, type Script, startRawReceiver } from "../../support/raw_receiver.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { closeIdleConnections, idleConnections, PATIENT, send, SHORT } from "./outbound_scene.ts";

Deno.test("outbound: calls to one receiver share connections", async () => {
  for (const tls of [undefined, certificateFor()]) {
    await using receiver = startReceiver({ tls });
    for (let n = 0; n < 5; n++) assert.equal((await send(receiver.url)).status, 200);
    const ports = new Set(receiver.requests.map(({ fromPort }) => fromPort));
    assert.equal(ports.size, 1);
    closeIdleConnections();
  }
});

Deno.test("outbound: of many connections to one receiver 64 are kept", async () => {
  let together = 70;
  const handler = async () => {
    await receiver.received(together);
    return new Response();
  };
  await using receiver = startReceiver({ handler });
  const burst = () => Promise.all(Array.from({ length: 70 }, () => send(receiver.url)));
  await burst();
  together = 140;
  await burst();
  const ports = new Set(receiver.requests.map(({ fromPort }) => fromPort));
  assert.equal(ports.size, 70 + 6);
  closeIdleConnections();
});

Deno.test("outbound: a kept connection that breaks is an attempt; nothing is sent again", async () => {
  for (const tls of [undefined, certificateFor()]) {
    const requests: number[] = [];
    const script: Script = async (line) => {
      const connection = requests.push(0) - 1;
      while (await line.read() !== null) {
        if (++requests[connection]! > 1) return;
        await line.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      }
    };
    await using receiver = startRawReceiver(script, { tls });
    assert.equal((await send(receiver.url)).status, 200);
    assert.equal((await send(receiver.url)).outcome, "connect");
    assert.deepEqual(requests, [2], "the second was sent once, on the kept connection");
    assert.equal((await send(receiver.url)).status, 200);
    assert.deepEqual(requests, [2, 1]);
    closeIdleConnections();
    await receiver.released();
  }
});

Deno.test("outbound: a new connection goes to the address of now", async () => {
  await using receiver = startRawReceiver(misbehaviour.hangsUpAfter(1));
  const addresses = [["127.0.0.1"], ["10.0.0.1"]];
  const lookup: Resolve = () => Promise.resolve(addresses.shift() ?? []);
  const url = `http://hook.example:${receiver.port}/`;
  assert.equal((await send(url, { lookup })).status, 200);
  assert.equal((await send(url, { lookup })).outcome, "connect");
  assert.equal((await send(url, { lookup })).outcome, "refused_address");
  assert.equal(receiver.connections, 1);
});

Deno.test("outbound: a connection that is closed while idle is not used again", async () => {
  const closing = Promise.withResolvers<void>();
  const script: Script = async (line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    await closing.promise;
  };
  await using receiver = startRawReceiver(script);
  assert.equal((await send(receiver.url)).status, 200);
  assert.equal(idleConnections(), 1);
  closing.resolve();
  await until(() => idleConnections() === 0);
  assert.equal((await send(receiver.url)).status, 200);
  assert.equal(receiver.connections, 2);
  closeIdleConnections();
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
      const options = outcome === "timeout" ? SHORT : PATIENT;
      assert.equal((await send(receiver.url, options)).outcome, outcome);
      await receiver.released();
      assert.equal(await receiver.connected(1), 1);
    }
  }
});

Deno.test("outbound: slow receivers do not hold up another, and all their sockets are freed", async () => {
  await using slow = startRawReceiver(misbehaviour.neverAnswers);
  await using receiver = startReceiver();
  const stop = new AbortController();
  const waiting = Array.from({ length: 50 }, () => send(slow.url, { signal: stop.signal }));
  await slow.connected(50);
  const quick = await send(receiver.url);
  assert.equal(quick.status, 200);
  stop.abort();
  const slowOnes = await Promise.all(waiting);
  assert.ok(slowOnes.every(({ outcome }) => outcome === "aborted"), "all were waiting still");
  await slow.released();
  closeIdleConnections();
});

Deno.test("outbound: a process of its own trusts a test authority by NODE_EXTRA_CA_CERTS", async () => {
  await using receiver = startReceiver({ tls: certificateFor() });
  const program = `
    import { post } from ${JSON.stringify(import.meta.resolve("@/lib/outbound/outbound.ts"))};
    import { parseNets } from ${JSON.stringify(import.meta.resolve("@/lib/outbound/addresses.ts"))};
    const allow = parseNets("127.0.0.1/32");
    const options = { url: Deno.args[0], headers: {}, body: new Uint8Array(), allow };
    const { outcome } = await post({ ...options, gate: { isHeld: false } });
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
