/** What the app and its callers get of each other through the gateway. */
import assert from "node:assert/strict";
import { sessionCookie } from "@/gateway/auth/auth.ts";
import { deadline, patienceMs } from "@/tests/support/wait.ts";
import { exchange } from "./support/raw.ts";
import { header, scene } from "./support/scene.ts";

scene("hop-by-hop headers stay behind, forwarding headers are its own", async ({ app, opened }) => {
  await exchange(
    opened.url,
    "GET //evil.example/x?y HTTP/1.1\r\nHost: localhost:8000\r\nConnection: close, X-Hop, Host\r\n" +
      "X-Hop: 1\r\nTE: trailers\r\nKeep-Alive: timeout=9\r\nUpgrade: websocket\r\n" +
      "Proxy-Authorization: Basic eA==\r\nX-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Host: evil\r\n" +
      "X-Forwarded-Proto: https\r\nX-Forwarded-Port: 1\r\nForwarded: for=6.6.6.6\r\n" +
      "X-Real-IP: 6.6.6.6\r\nOrigin: http://localhost:8000\r\nSec-Fetch-Site: same-origin\r\n" +
      `X-Request-Id: not-from-a-proxy\r\nX_Request_Id: nor-this\r\n` +
      `Cookie: a=1; ${sessionCookie}=x; b=2=3\r\nX-Kept: yes\r\n\r\n`,
  );
  const { url, headers } = app.lastRequest()!;
  assert.equal(url, "http://localhost:8000//evil.example/x?y");
  const { host, origin, cookie, "x-request-id": id, ...others } = Object.fromEntries(headers);
  assert.match(id!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "made by the gateway");
  assert.equal(host, "localhost:8000");
  assert.equal(origin, "http://localhost:8000");
  assert.equal(cookie, "a=1; b=2=3");
  delete others.connection;
  assert.deepEqual(others, {
    "sec-fetch-site": "same-origin",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-host": "localhost:8000",
    "x-forwarded-proto": "http",
    "x-kept": "yes",
  });
});

scene("the answer comes as the app gave it", async ({ app, opened }) => {
  app.answerWith(() => {
    const headers = new Headers({ "content-type": "text/plain", etag: '"v1"', "x-own": "1" });
    headers.append("set-cookie", "a=1; Path=/");
    headers.append("set-cookie", "b=2; Path=/");
    return new Response("teapot", { status: 418, headers });
  });
  const response = await fetch(`${opened.url}/api/thing`);
  assert.equal(response.status, 418);
  assert.deepEqual(response.headers.getSetCookie(), ["a=1; Path=/", "b=2; Path=/"]);
  assert.equal(response.headers.get("content-length"), "6");
  assert.equal(response.headers.get("etag"), '"v1"');
  assert.equal(await response.text(), "teapot");

  const zipped = new Blob(["hola ".repeat(1000)]).stream().pipeThrough(
    new CompressionStream("gzip"),
  );
  const bytes = await new Response(zipped).bytes();
  app.answerWith(() => new Response(bytes, { headers: { "content-encoding": "gzip" } }));
  assert.equal(await (await fetch(`${opened.url}/zipped`)).text(), "hola ".repeat(1000));
  const head = await exchange(
    opened.url,
    "HEAD /zipped HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  );
  assert.match(head, /content-encoding: gzip/i);
  assert.ok(head.endsWith("\r\n\r\n"));
  for (const status of [204, 304]) {
    app.answerWith(() => new Response(null, { status }));
    assert.equal((await fetch(`${opened.url}/empty`)).status, status);
  }
});

scene("server-sent events flow one by one", async ({ app, origin, member }) => {
  const { cookie } = await member("ana@shop.example");
  const release = Promise.withResolvers<void>();
  app.answerWith(() => {
    const body = new ReadableStream({
      async start(out) {
        out.enqueue(new TextEncoder().encode("data: one\n\n"));
        await release.promise;
        out.enqueue(new TextEncoder().encode("data: two\n\n"));
        out.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const response = await fetch(`${origin}/panel/stream`, { headers: { cookie } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "data: one\n\n");
  release.resolve();
  assert.equal((await reader.read()).value, "data: two\n\n");
  assert.equal((await reader.read()).done, true);
});

scene("a stream that says nothing yet already has its headers", async ({ app, opened }) => {
  let stream: ReadableStreamDefaultController | undefined;
  app.answerWith(() =>
    new Response(
      new ReadableStream({ start: (controller) => void (stream = controller) }),
      { headers: { "content-type": "text/event-stream" } },
    )
  );
  const response = await fetch(`${opened.url}/api/phone/stream`);
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  stream!.close();
  assert.equal(await response.text(), "");
});

scene("when the caller leaves, the app hears of it", async ({ app, opened }) => {
  const departure = Promise.withResolvers<void>();
  app.answerWith(() => new Response(endless(() => departure.resolve())));
  const leave = new AbortController();
  const response = await fetch(`${opened.url}/api/phone/stream`, { signal: leave.signal });
  await response.body!.getReader().read();
  leave.abort();
  await departure.promise;
});

scene("uploads arrive whole and as they are sent", async ({ app, opened }) => {
  const bytes = new Uint8Array(5 * 1024 * 1024);
  for (let i = 0; i < bytes.length; i += 65_536) {
    crypto.getRandomValues(bytes.subarray(i, i + 65_536));
  }
  app.answerWith(async (request) =>
    Response.json({
      length: request.headers.get("content-length"),
      digest: await digest(await request.bytes()),
    })
  );
  const upload = async (method: string, body: BodyInit) =>
    await (await fetch(`${opened.url}/api/upload`, { method, body })).json();
  const whole = await digest(bytes);
  assert.deepEqual(await upload("PUT", bytes), { length: String(bytes.length), digest: whole });
  for (const method of ["POST", "DELETE"]) {
    const streamed = await upload(method, new Blob([bytes]).stream());
    assert.deepEqual(streamed, { length: null, digest: whole });
  }

  const first = Promise.withResolvers<void>();
  app.answerWith(async (request) => {
    const reader = request.body!.getReader();
    await reader.read();
    first.resolve();
    while (!(await reader.read()).done);
    return new Response("all");
  });
  const body = new ReadableStream({
    async start(out) {
      out.enqueue(new Uint8Array(100));
      await first.promise;
      out.enqueue(new Uint8Array(100));
      out.close();
    },
  });
  assert.equal(
    await (await fetch(`${opened.url}/api/upload`, { method: "POST", body })).text(),
    "all",
  );
});

scene(
  "an app that answers early is heard, and the next request is sound",
  async ({ app, opened }) => {
    app.answerWith(() => new Response("too large", { status: 413 }));
    const body = new Uint8Array(8 * 1024 * 1024);
    const response = await fetch(`${opened.url}/api/upload`, { method: "POST", body });
    assert.equal(response.status, 413);
    assert.equal(await response.text(), "too large");
    app.answerWith(() => new Response("fine"));
    assert.equal(await (await fetch(`${opened.url}/`)).text(), "fine");
  },
);

scene("an app that goes and comes back: a page that reloads, or an envelope", async (at) => {
  const { app, visitor, opened } = at;
  await app.stop();
  const page = await visitor().get("/phone/", { "accept-language": "es" });
  assert.equal(page.status, 503);
  assert.equal(page.headers.get("retry-after"), "2");
  assert.equal(page.headers.get("refresh"), "2");
  assert.match(page.text, /Relevo no responde ahora mismo/);
  const body = new Uint8Array(1_000_000);
  const call = await fetch(`${opened.url}/api/notify`, { method: "POST", body });
  assert.equal(call.status, 503);
  assert.equal(call.headers.get("retry-after"), "2");
  assert.equal((await call.json()).code, "app_unavailable");
  app.start();
  assert.equal((await visitor().get("/phone/")).text, "the app");
});

scene("closing drops open streams", async ({ app, opened, restart }) => {
  const departure = Promise.withResolvers<void>();
  app.answerWith(() => new Response(endless(() => departure.resolve())));
  const response = await fetch(`${opened.url}/api/phone/stream`);
  const reader = response.body!.getReader();
  await reader.read();
  await restart();
  await assert.rejects(reader.read());
  await departure.promise;
});

scene("a refused upload leaves its connection usable", async ({ opened }) => {
  const body = new Uint8Array(1024 * 1024);
  for (const path of ["/api/admin/imports", "/.gateway/jwks", "/.gateway/code"]) {
    const refused = await fetch(opened.url + path, { method: "POST", body });
    await refused.body?.cancel();
    assert.ok(refused.status >= 400, path);
    const next = deadline(fetch(opened.url), patienceMs, `the answer after ${path}`);
    assert.equal(await (await next).text(), "the app");
  }
});

scene("odd addresses", async ({ app, opened, member }) => {
  const { cookie } = await member("ana@shop.example");
  const ask = (line: string) =>
    exchange(
      opened.url,
      `${line} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
  await ask("GET /panel/%zz?a=%zz");
  assert.equal(app.lastRequest()!.url, "http://localhost/panel/%zz?a=%zz");
  assert.ok(app.lastRequest()!.headers.get(header));
  assert.match(await ask("GET http://evil.example/panel"), /^HTTP\/1.1 400/);
  assert.match(await ask("OPTIONS *"), /^HTTP\/1.1 400/);
});

function endless(cancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(10)), cancel });
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
