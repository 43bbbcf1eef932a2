/** The proxy as the gateway runs it: raw sockets in front, a raw receiver behind. */
import assert from "node:assert/strict";
import { openFront } from "@/tests/support/front.ts";
import { startRawReceiver } from "@/tests/support/raw_receiver.ts";
import { deadline, patienceMs, until } from "@/tests/support/wait.ts";
import { exchange } from "./support/raw.ts";
import { scene } from "./support/scene.ts";

const megabytes = 26 * 1024 * 1024;

scene("a body of 26 MB passes as it comes, both ways", async ({ app, origin, member }) => {
  const { cookie } = await member("ana@shop.example");
  const chunk = crypto.getRandomValues(new Uint8Array(65_536));
  const count = megabytes / chunk.length;
  const first = Promise.withResolvers<void>();
  app.answerWith(async (request) => {
    let size = 0;
    for await (const part of request.body!) {
      size += part.length;
      first.resolve();
    }
    let sent = 0;
    const body = new ReadableStream({
      pull(out) {
        if (sent++ === count) out.close();
        else out.enqueue(chunk);
      },
    });
    return new Response(body, { headers: { "x-size": String(size) } });
  });
  let sent = 0;
  const body = new ReadableStream({
    async pull(out) {
      if (sent === 1) await deadline(first.promise, patienceMs, "the app to read the first part");
      if (sent++ === count) out.close();
      else out.enqueue(chunk);
    },
  });
  const response = await fetch(`${origin}/api/admin/imports`, {
    method: "POST",
    headers: { cookie },
    body,
  });
  assert.equal(response.headers.get("x-size"), String(megabytes));
  let size = 0;
  for await (const part of response.body!) size += part.length;
  assert.equal(size, megabytes);
});

/** Bytes that an app behind the proxy gets for those that a client sends. */
async function forwarded(sent: string): Promise<{ got: string; reply: string }> {
  let got = "";
  await using behind = startRawReceiver(async (line) => {
    while (true) {
      const bytes = await line.read();
      if (!bytes) return;
      got += new TextDecoder().decode(bytes);
      if (/\r\n\r\n/.test(got)) {
        await line.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      }
    }
  });
  await using front = await openFront([behind.url]);
  const reply = await deadline(exchange(front.url, sent), patienceMs, "the connection to end");
  return { got, reply };
}

const close = "Connection: close\r\n";
const smuggled = `GET /smuggled HTTP/1.1\r\nHost: x\r\nX-Identity: forged\r\n${close}\r\n`;

Deno.test("gateway proxy: a message of two lengths carries no second request", async () => {
  const start = "POST /first HTTP/1.1\r\nHost: x\r\n";
  const passed: string[] = [];
  const framings = [
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "Content-Length: 0\r\nContent-Length: 64\r\n\r\n",
    "Content-Length: 0, 64\r\n\r\n",
    "Content-Length: +0\r\n\r\n",
    "Content-Length : 0\r\n\r\n",
    "Content-Length: 0x0\r\n\r\n",
    "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n",
    "X: y\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n0\r\nX-Identity: forged\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\n5;\n\r\nhello\r\n0\r\n\r\n",
  ];
  for (const framing of framings) {
    const { got } = await forwarded(start + framing + smuggled);
    if (got) passed.push(framing);
    // Where it passes at all, the app reads what the gateway read, and no identity with it.
    for (const request of requestsIn(got)) {
      assert.match(request, /^(POST \/first|GET \/smuggled) /, `${framing}\n---\n${got}`);
      const [head] = request.split("\r\n\r\n");
      assert.doesNotMatch(head!, /forged/i, framing);
      const lengths = head!.match(/^(content-length|transfer-encoding):/gim) ?? [];
      assert.ok(lengths.length <= 1, `${framing}\n---\n${got}`);
    }
  }
  const sound = framings.filter((framing) => /^Transfer-Encoding: chunked\r\n\r\n0/.test(framing));
  for (const framing of sound) assert.ok(passed.includes(framing), framing);
});

/** Requests as a careful server reads them: by their lengths. */
function requestsIn(text: string): string[] {
  const requests: string[] = [];
  let rest = text;
  while (rest) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return [...requests, rest];
    const head = rest.slice(0, end);
    const length = /^content-length: *(\d+)$/im.exec(head)?.[1];
    let size = end + 4 + Number(length ?? 0);
    if (/^transfer-encoding: *chunked$/im.test(head)) {
      const last = /(^|\r\n)0\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest.slice(end + 4));
      size = last ? end + 4 + last.index + last[0].length : rest.length;
    }
    requests.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return requests;
}

Deno.test("gateway proxy: a header's value ends no line, and its name is one", async () => {
  const lines = [
    "X-A: b\rX-Identity: forged",
    "X-A: b\nX-Identity: forged",
    "X-A: b\0c",
    "X-Identity : forged",
    " X-Identity: forged",
    "X\u00e9: forged",
  ];
  for (const line of lines) {
    const { got } = await forwarded(`GET /first HTTP/1.1\r\nHost: x\r\n${line}\r\n${close}\r\n`);
    assert.doesNotMatch(got, /^\s*x-identity/im, JSON.stringify(line));
  }
});

Deno.test("gateway proxy: one connection carries several requests, each with its own headers", async () => {
  const { got, reply } = await forwarded(
    "GET /one HTTP/1.1\r\nHost: x\r\nX-One: 1\r\n\r\n" +
      `GET /two HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  );
  assert.equal(reply.match(/HTTP\/1\.1 200/g)!.length, 2);
  const [one, two] = got.split(/(?=GET \/two)/);
  assert.match(one!, /^GET \/one HTTP\/1\.1\r\n[^]*x-one: 1/i);
  assert.match(two!, /^GET \/two /);
  assert.doesNotMatch(two!, /x-one/i);
});

scene("a connection is upgraded to no other protocol", async ({ app, opened, origin }) => {
  const { host } = new URL(origin);
  for (const protocol of ["websocket", "h2c", "TLS/1.0"]) {
    const reply = await exchange(
      opened.url,
      `GET /panel HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, HTTP2-Settings\r\n` +
        `Upgrade: ${protocol}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
        `Sec-WebSocket-Version: 13\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
    );
    assert.match(reply, /^HTTP\/1\.1 501 [^]*connection: close[^]*upgrade_refused/i, protocol);
  }
  assert.equal(app.lastRequest(), undefined);
});

scene("app and caller notice when the other one leaves", async ({ app, origin }) => {
  const departure = Promise.withResolvers<void>();
  app.answerWith((request) => {
    request.signal.addEventListener("abort", () => departure.resolve());
    return new Promise(() => {});
  });
  const leaving = new AbortController();
  const pending = fetch(`${origin}/api/responses`, { signal: leaving.signal });
  pending.catch(() => {});
  await until(() => app.lastRequest(), { what: "the request to arrive" });
  leaving.abort();
  await departure.promise;

  const broken = Promise.withResolvers<void>();
  app.answerWith(() =>
    new Response(
      new ReadableStream({
        async start(out) {
          out.enqueue(new Uint8Array(10));
          await broken.promise;
          out.error(new Error("gone"));
        },
      }),
      { headers: { "content-length": "20" } },
    )
  );
  const response = await fetch(`${origin}/api/thing`);
  broken.resolve();
  await assert.rejects(response.bytes());
});
