import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { startDemoGateway } from "@/demo/gateway.ts";
import { createGateway } from "@/lib/access/gateway/gateway.ts";
import { makeSigningKey } from "@/tests/support/gateway.ts";
import {
  ana,
  asPage,
  cookieOf,
  digest,
  done,
  HEADER,
  leo,
  naming,
  scene,
  SESSION,
} from "./scene.ts";

scene("a person who signs in reaches the app with a token it can verify", async (at) => {
  const { get, signIn, seen, jwksUrl } = at;
  const login = await done(signIn("leo@relevo.example", { to: "/panel/tasks?mine=1#today" }));
  assert.equal(login.status, 303);
  assert.equal(login.headers.get("location"), "/panel/tasks?mine=1#today");
  const [attributes] = login.headers.getSetCookie();
  assert.match(
    attributes!,
    /^relevo_demo_session=.+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  );

  const verifier = createGateway({ jwksUrl, issuer: naming.issuer, audience: naming.audience });
  for (const path of ["/panel", "/panel/tasks?mine=1", "/api/admin/me"]) {
    await done(get(path, { headers: { cookie: cookieOf(login) } }));
    const token = seen().headers.get(HEADER)!;
    assert.equal((await verifier.verify(token)).email, "leo@relevo.example");
    const { iat, nbf, exp } = decodeJwt(token);
    assert.equal(exp! - iat!, 300);
    assert.equal(nbf, iat);
  }
  await verifier.close();
});

scene("the key set holds the public half alone", async ({ get }) => {
  const { keys } = await (await get("/.gateway/certs")).json();
  assert.deepEqual(Object.keys(keys[0]).sort(), ["alg", "e", "kid", "kty", "n", "use"]);
});

scene("the session is no identity, and an identity is no session", async (at) => {
  const { get, session, seen, jwksUrl } = at;
  const { cookie } = await session();
  const { audience, issuer } = naming;
  const verifier = createGateway({ jwksUrl, issuer, audience });
  await assert.rejects(verifier.verify(cookie.slice(SESSION.length + 1)), { code: "unauthorized" });
  await done(get("/panel", { headers: { cookie } }));
  const identity = seen().headers.get(HEADER);
  const reused = await done(get("/panel", { headers: { cookie: `${SESSION}=${identity}` } }));
  assert.equal(reused.status, 401);
  await verifier.close();
});

scene("without a session a page leads to the door and a call gets 401", async ({ get, count }) => {
  const page = await done(get("/panel/quotes?q=a b&x=1", { headers: asPage }));
  assert.equal(page.status, 302);
  const to = encodeURIComponent("/panel/quotes?q=a%20b&x=1");
  assert.equal(page.headers.get("location"), `/.gateway/login?to=${to}`);

  for (const path of ["/api/admin/me", "/panel", "/api/admin/", "/%70anel/x", "/x/../panel"]) {
    const call = await get(path, {
      headers: { "accept-language": "es-ES", "x-request-id": "r-1" },
    });
    const { error, ...rest } = await call.json();
    assert.equal(call.status, 401, path);
    assert.ok(call.headers.get("www-authenticate"));
    assert.equal(call.headers.get("x-request-id"), "r-1");
    assert.match(error, /^No has entrado/);
    assert.deepEqual(rest, { success: false, code: "unauthorized", requestId: "r-1" });
  }
  const post = await done(get("/api/admin/contacts", { method: "POST", headers: asPage }));
  assert.equal(post.status, 401);
  const forged = { cookie: `${SESSION}=x.y.z`, ...asPage };
  assert.equal((await done(get("/panel", { headers: forged }))).status, 302);
  assert.equal(count(), 0);
});

scene("a forged identity never gets through", async ({ raw, session, seen, get }) => {
  const forgery = ["Cf-Access-Jwt-Assertion", "CF-ACCESS-JWT-ASSERTION", "cf-access-jwt-assertion"]
    .map((name) => `${name}: forged`).join("\r\n");
  const { cookie } = await session();
  const rest = `Host: localhost\r\n${forgery}\r\nCookie: ${cookie}\r\nConnection: close`;
  await raw(`GET /api/contact HTTP/1.1\r\n${rest}\r\n\r\n`);
  assert.equal(seen().headers.get(HEADER), null);
  await raw(`GET /panel HTTP/1.1\r\n${rest}, ${HEADER}\r\n\r\n`);
  assert.equal(decodeJwt(seen().headers.get(HEADER)!).email, ana.email);
  const unsigned = await done(get("/panel", { headers: { [HEADER]: "forged" } }));
  assert.equal(unsigned.status, 401);
});

scene("only a path of this site is gone to after signing in", async ({ signIn }) => {
  const elsewhere = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
  ];
  const tricks = [
    "/\t/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "javascript:alert(1)",
  ];
  const loops = ["", "panel", "/.gateway/logout", "/.gateway"];
  for (const to of [...elsewhere, ...tricks, ...loops]) {
    const response = await done(signIn(ana.email, { to }));
    assert.equal(response.headers.get("location"), "/panel", to);
  }
  const kept = await done(signIn(ana.email, { to: "/panel/a\r\nb?c=/d" }));
  assert.equal(kept.headers.get("location"), "/panel/ab?c=/d");
});

scene("another site cannot sign anybody in", async ({ signIn, raw, url }) => {
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: url.replace("127.0.0.1", "localhost") },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) {
    const response = await signIn(ana.email, {}, { headers });
    assert.equal(response.status, 403);
    assert.equal((await response.json()).code, "cross_site");
    assert.deepEqual(response.headers.getSetCookie(), []);
  }
  const post = (host: string) =>
    raw(
      `POST /.gateway/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
        "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n" +
        "Content-Length: 26\r\n\r\nemail=ana%40relevo.example",
    );
  for (const host of ["evil.example", "127.0.0.1.evil.example:8000"]) {
    assert.match(await post(host), /^HTTP\/1.1 403[^]+"foreign_host"/);
  }
  for (const host of ["localhost:8000", "a.localhost", "[::1]:8000", "demo.relevo.example"]) {
    assert.match(await post(host), /^HTTP\/1.1 303/);
  }
});

scene("the sign-in page", async ({ get, session, signIn }) => {
  const spanish = { "accept-language": "fr, es-ES;q=0.9, en;q=0.8" };
  const response = await get('/.gateway/login?to=/panel?a="b', { headers: spanish });
  const html = await response.text();
  assert.match(html, /<html lang="es">[^]+Entra en Relevo[^]+Ana Ruiz[^]+Taller/);
  assert.ok(html.includes("Leo &lt;b&gt;") && html.includes('value="/panel?a=%22b"'), html);
  assert.ok(!html.includes("<script") && !html.includes(" style="));
  const policy = response.headers.get("content-security-policy")!;
  const style = /<style>([^]*)<\/style>/.exec(html)![1]!;
  const hash = (await digest(new TextEncoder().encode(style))).toBase64();
  assert.ok(policy.includes(`style-src 'sha256-${hash}'`) && policy.includes("default-src 'none'"));
  // "no-referrer" would make the form's own Origin "null", and the post be refused.
  assert.equal(response.headers.get("referrer-policy"), "same-origin");
  assert.match(await (await get("/.gateway/login")).text(), /<html lang="en">/);

  const again = await get("/.gateway/login", { headers: await session() });
  assert.match(
    await again.text(),
    /Ana Ruiz <span class="here">Signed in[^]+href="\/.gateway\/logout"/,
  );
  const stranger = await signIn("eve@relevo.example");
  assert.equal(stranger.status, 422);
  assert.match(await stranger.text(), /The demo has no such person/);
  const huge = await done(signIn(ana.email, { to: "/".padEnd(9000, "x") }));
  assert.equal(huge.status, 413);
});

scene("signing out ends the session", async ({ get, session }) => {
  const response = await done(get("/.gateway/logout", { headers: await session() }));
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "/.gateway/login");
  assert.match(response.headers.getSetCookie()[0]!, /^relevo_demo_session=; .*Max-Age=0$/);
});

scene("its own paths answer 404 and 405 themselves", async ({ get, count }) => {
  assert.equal((await done(get("/.gateway/secret"))).status, 404);
  const response = await done(get("/.gateway/certs", { method: "POST" }));
  assert.equal(response.status, 405);
  assert.equal(response.headers.get("allow"), "HEAD, GET");
  assert.equal(count(), 0);
});

scene("a session survives a restart with the same key file, not another", async (at) => {
  const { session, keyFile, target, seen } = at;
  const headers = await session();
  assert.equal((await Deno.stat(keyFile)).mode! & 0o777, 0o600);
  const options = { ...naming, target, port: 0, people: [ana] };

  const second = await startDemoGateway({ ...options, keyFile });
  assert.equal((await done(fetch(`${second.url}/panel`, { headers }))).status, 200);
  assert.equal(decodeJwt(seen().headers.get(HEADER)!).email, ana.email);
  await second.close();

  const other = await startDemoGateway({ ...options, keyFile: `${keyFile}.other` });
  assert.equal((await done(fetch(`${other.url}/panel`, { headers }))).status, 401);
  await other.close();

  const without = await startDemoGateway({ ...options, people: [leo], keyFile });
  assert.equal((await done(fetch(`${without.url}/panel`, { headers }))).status, 401);
  await without.close();
});

scene("a key file that holds something else is left alone", async ({ keyFile, target }) => {
  const options = { ...naming, target, port: 0, people: [ana], keyFile: `${keyFile}.notes` };
  for (const text of ["my notes", "{}", JSON.stringify((await makeSigningKey()).publicJwk)]) {
    await Deno.writeTextFile(options.keyFile, text);
    await assert.rejects(startDemoGateway(options), /does not hold the demo gateway's key/);
    assert.equal(await Deno.readTextFile(options.keyFile), text);
  }
});

scene("a port that is taken is an error", async ({ url, keyFile, target }) => {
  const port = Number(new URL(url).port);
  const options = { ...naming, target, port, people: [ana], keyFile };
  await assert.rejects(startDemoGateway(options), { code: "EADDRINUSE" });
});
