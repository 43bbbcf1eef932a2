import assert from "node:assert/strict";
import { startDemoGateway } from "@/demo/gateway.ts";
import { freePort } from "@/tests/support/process.ts";
import { deadline, patienceMs } from "@/tests/support/wait.ts";
import { ana, asPage, digest, done, HEADER, naming, scene, SESSION } from "./scene.ts";

scene("public paths pass without a session and without a token", async (at) => {
  const { get, seen, count, session } = at;
  const paths = [
    "/",
    "/api/contact",
    "/phone/",
    "/panels",
    "/api/administrators",
    "/q/abc?x=%2F%20",
  ];
  const headers = await session();
  for (const path of paths) {
    await done(get(path));
    await done(get(path, { headers }));
    assert.equal(seen().url, at.url + path);
    assert.equal(seen().headers.get(HEADER), null);
    assert.equal(seen().headers.get("cookie"), null);
  }
  assert.equal(count(), 2 * paths.length);
});

scene("hop-by-hop headers stay behind, forwarding headers are its own", async ({ raw, seen }) => {
  await raw(
    "GET //evil.example/x?y HTTP/1.1\r\nHost: localhost:8000\r\nConnection: close, X-Hop, Host\r\n" +
      "X-Hop: 1\r\nTE: trailers\r\nKeep-Alive: timeout=9\r\nUpgrade: websocket\r\n" +
      "Proxy-Authorization: Basic eA==\r\nX-Forwarded-For: 6.6.6.6\r\nX-Forwarded-Host: evil\r\n" +
      "X-Forwarded-Proto: https\r\nX-Forwarded-Port: 1\r\nForwarded: for=6.6.6.6\r\n" +
      "X-Real-IP: 6.6.6.6\r\nOrigin: http://localhost:8000\r\nSec-Fetch-Site: same-origin\r\n" +
      `Cookie: a=1; ${SESSION}=x; b=2=3\r\nX-Kept: yes\r\n\r\n`,
  );
  const { url, headers } = seen();
  assert.equal(url, "http://localhost:8000//evil.example/x?y");
  const { host, origin, cookie, ...others } = Object.fromEntries(headers);
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

scene("the answer comes as the app gave it", async ({ app, raw, get }) => {
  app(() => {
    const headers = new Headers({ "content-type": "text/plain", etag: '"v1"', "x-own": "1" });
    headers.append("set-cookie", "a=1; Path=/");
    headers.append("set-cookie", "b=2; Path=/");
    return new Response("teapot", { status: 418, headers });
  });
  const response = await get("/api/thing");
  assert.equal(response.status, 418);
  assert.deepEqual(response.headers.getSetCookie(), ["a=1; Path=/", "b=2; Path=/"]);
  assert.equal(response.headers.get("content-length"), "6");
  assert.equal(response.headers.get("etag"), '"v1"');
  assert.equal(await response.text(), "teapot");

  const zipped = new Blob(["hola ".repeat(1000)]).stream().pipeThrough(
    new CompressionStream("gzip"),
  );
  const bytes = await new Response(zipped).bytes();
  app(() => new Response(bytes, { headers: { "content-encoding": "gzip" } }));
  assert.equal(await (await get("/zipped")).text(), "hola ".repeat(1000));
  const head = await raw("HEAD /zipped HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  assert.match(head, /content-encoding: gzip/i);
  assert.ok(head.endsWith("\r\n\r\n"));
  for (const status of [204, 304]) {
    app(() => new Response(null, { status }));
    assert.equal((await get("/empty")).status, status);
  }
});

scene("server-sent events flow one by one", async ({ app, get, session }) => {
  const release = Promise.withResolvers<void>();
  app(() => {
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
  const response = await get("/panel/stream", { headers: await session() });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "data: one\n\n");
  release.resolve();
  assert.equal((await reader.read()).value, "data: two\n\n");
  assert.equal((await reader.read()).done, true);
});

scene("a stream that says nothing yet already has its headers", async ({ app, get }) => {
  let stream: ReadableStreamDefaultController | undefined;
  app(() =>
    new Response(
      new ReadableStream({ start: (controller) => void (stream = controller) }),
      { headers: { "content-type": "text/event-stream" } },
    )
  );
  const response = await get("/api/phone/stream");
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  stream!.close();
  assert.equal(await response.text(), "");
});

scene("when the caller leaves, the app hears of it", async ({ app, get }) => {
  const left = Promise.withResolvers<void>();
  app(() => new Response(endless(() => left.resolve())));
  const leave = new AbortController();
  const response = await get("/api/phone/stream", { signal: leave.signal });
  await response.body!.getReader().read();
  leave.abort();
  await left.promise;
});

scene("when the caller leaves before an answer, the app hears of it", async ({ app, get }) => {
  const arrived = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  app((request) => {
    request.signal.addEventListener("abort", () => left.resolve());
    arrived.resolve();
    return new Promise(() => {});
  });
  const leave = new AbortController();
  const pending = get("/api/responses?wait=60", { signal: leave.signal });
  await arrived.promise;
  leave.abort();
  await assert.rejects(pending);
  await left.promise;
});

scene("when the app breaks off, the caller hears of it", async ({ app, get }) => {
  const broken = Promise.withResolvers<void>();
  app(() => {
    const body = new ReadableStream({
      async start(out) {
        out.enqueue(new Uint8Array(10));
        await broken.promise;
        out.error(new Error("gone"));
      },
    });
    return new Response(body, { headers: { "content-length": "20" } });
  });
  const response = await get("/api/thing");
  broken.resolve();
  await assert.rejects(response.bytes());
});

scene("uploads arrive whole and as they are sent", async ({ app, get, seen }) => {
  const bytes = new Uint8Array(5 * 1024 * 1024);
  for (let i = 0; i < bytes.length; i += 65_536) {
    crypto.getRandomValues(bytes.subarray(i, i + 65_536));
  }
  await done(get("/api/upload", { method: "PUT", body: bytes }));
  assert.equal(seen().headers.get("content-length"), String(bytes.length));
  assert.deepEqual(await digest(seen().body), await digest(bytes));

  for (const method of ["POST", "DELETE"]) {
    const body = new Blob([bytes]).stream();
    await done(get("/api/upload", { method, body }));
    assert.equal(seen().headers.get("content-length"), null);
    assert.deepEqual(await digest(seen().body), await digest(bytes));
  }

  const first = Promise.withResolvers<void>();
  app(async (request) => {
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
  assert.equal(await (await get("/api/upload", { method: "POST", body })).text(), "all");
});

scene("an app that answers early is heard, and the next request is sound", async ({ app, get }) => {
  app(() => new Response("too large", { status: 413 }));
  const body = new Uint8Array(8 * 1024 * 1024);
  const response = await get("/api/upload", { method: "POST", body });
  assert.equal(response.status, 413);
  assert.equal(await response.text(), "too large");
  app(() => new Response("fine"));
  assert.equal(await (await get("/")).text(), "fine");
});

scene("an app that is not up yet: a page that reloads, or an envelope", async ({ keyFile }) => {
  const target = `http://127.0.0.1:${freePort()}`;
  const gateway = await startDemoGateway({ ...naming, target, port: 0, people: [ana], keyFile });
  const page = await fetch(`${gateway.url}/phone/`, {
    headers: { ...asPage, "accept-language": "es" },
  });
  assert.equal(page.status, 503);
  assert.equal(page.headers.get("retry-after"), "2");
  assert.equal(page.headers.get("refresh"), "2");
  assert.match(await page.text(), /Relevo está arrancando/);
  const body = new Uint8Array(1_000_000);
  const call = await fetch(`${gateway.url}/api/notify`, { method: "POST", body });
  assert.equal(call.status, 503);
  assert.equal(call.headers.get("retry-after"), "2");
  assert.equal((await call.json()).code, "app_unavailable");
  await gateway.close();
});

scene("closing drops open streams", async ({ app, target, keyFile }) => {
  const left = Promise.withResolvers<void>();
  app(() => new Response(endless(() => left.resolve())));
  const gateway = await startDemoGateway({ ...naming, target, port: 0, people: [ana], keyFile });
  const response = await fetch(`${gateway.url}/api/phone/stream`);
  const reader = response.body!.getReader();
  await reader.read();
  await gateway.close();
  await assert.rejects(reader.read());
  await left.promise;
});

scene("a refused upload leaves its connection usable", async ({ get }) => {
  const body = new Uint8Array(1024 * 1024);
  for (const path of ["/api/admin/imports", "/.gateway/certs", "/.gateway/login"]) {
    await done(get(path, { method: "POST", body }));
    await deadline(done(get("/")), patienceMs, `the answer after ${path}`);
  }
});

scene("odd addresses", async ({ raw, seen, session }) => {
  const { cookie } = await session();
  const rest = `HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  await raw(`GET /panel/%zz?a=%zz ${rest}`);
  assert.equal(seen().url, "http://localhost/panel/%zz?a=%zz");
  assert.ok(seen().headers.get(HEADER));
  assert.match(await raw(`GET http://evil.example/panel ${rest}`), /^HTTP\/1.1 400/);
  assert.match(await raw(`OPTIONS * ${rest}`), /^HTTP\/1.1 400/);
});

scene("an app that goes and comes back", async ({ keyFile }) => {
  const serve = (port: number) =>
    Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, () => new Response("here"));
  const port = freePort();
  const first = serve(port);
  const target = `http://127.0.0.1:${port}`;
  const gateway = await startDemoGateway({ ...naming, target, port: 0, people: [ana], keyFile });
  assert.equal(await (await fetch(gateway.url)).text(), "here");
  await first.shutdown();
  assert.equal((await done(fetch(gateway.url))).status, 503);
  const second = serve(port);
  assert.equal(await (await fetch(gateway.url)).text(), "here");
  await gateway.close();
  await second.shutdown();
});

function endless(cancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (out) => out.enqueue(new Uint8Array(10)), cancel });
}
