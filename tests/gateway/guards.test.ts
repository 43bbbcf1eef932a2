/** Paths that pass, that need a session, and that stay outside. */
import assert from "node:assert/strict";
import { createGateway } from "@/lib/access/gateway/gateway.ts";
import { exchange } from "./support/raw.ts";
import { audience, header, scene, secret } from "./support/scene.ts";

const ana = "ana@shop.example";

scene("public paths pass, protected ones ask for a session", async ({ app, visitor, member }) => {
  for (const path of ["/", "/api/notify", "/panels", "/q/abc?x=%2F", "/phone/", "/icon.svg"]) {
    const { text } = await visitor().get(path);
    assert.equal(text, "the app", path);
    assert.equal(app.lastRequest()!.headers.get(header), null);
  }
  for (const path of ["/panel", "/panel/quotes?q=a%20b", "/%70anel/x", "/x/../panel", "//panel"]) {
    const page = await visitor().get(path);
    assert.equal(page.status, 302, path);
    assert.match(page.headers.get("location")!, /^\/\.gateway\/login\?to=%2F/);
    const call = await visitor().get(path, { accept: "application/json" });
    assert.deepEqual([call.status, call.json.code], [401, "unauthorized"], path);
  }
  const person = await member(ana);
  for (const path of ["/panel", "/api/admin/me"]) {
    await person.get(path);
    assert.equal(app.lastRequest()!.headers.get("cookie"), null, "its own cookies stay here");
    const verifier = createGateway({
      ...{ jwksUrl: `${person.origin}/.gateway/jwks`, issuer: person.origin, audience },
    });
    const { email } = await verifier.verify(app.lastRequest()!.headers.get(header));
    assert.equal(email, ana);
    await verifier.close();
  }
});

scene("the app's private calls are not there, in whatever spelling", async ({ app, opened }) => {
  const spellings = [
    "/api/gateway/may-enter",
    "/api/gateway/redeem",
    "/api/gateway",
    "//api//gateway/may-enter",
    "/API/Gateway/may-enter",
    "/%61pi/g%61teway/may-enter",
    "/%2561pi/gateway/may-enter",
    "/api%2fgateway%2fmay-enter",
    "/x/../api/gateway/may-enter",
    "/x/%2e%2e/api/gateway/may-enter",
    "/api/./gateway/may-enter",
    "/api\\gateway\\may-enter",
    "/api/gateway/may-enter?x=1",
  ];
  for (const path of spellings) {
    const reply = await exchange(
      opened.url,
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${secret}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    );
    assert.match(reply, /^HTTP\/1\.1 404 /, path);
  }
  assert.equal(app.lastRequest(), undefined);
  assert.equal(app.requestCount(), 0);
});

scene("an identity or an address that callers bring is dropped", async ({ app, member }) => {
  const person = await member(ana);
  const { host } = new URL(person.origin);
  const forged = [
    `${header}: forged`,
    `${header.toUpperCase()}: forged`,
    `${header.replaceAll("-", "_")}: forged`,
    "X-Forwarded-For: 6.6.6.6",
    "X-Forwarded-Proto: gopher",
    "Forwarded: for=6.6.6.6",
    "X-Real-IP: 6.6.6.6",
    "CF-Connecting-IP: 6.6.6.6",
  ].join("\r\n");
  for (const path of ["/api/notify", "/panel"]) {
    await exchange(
      person.origin,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${forged}\r\nCookie: a=1; ${person.cookie}; b=2\r\n` +
        `Connection: close, ${header}\r\n\r\n`,
    );
    const { headers } = app.lastRequest()!;
    assert.doesNotMatch([...headers.values()].join(" "), /forged|6\.6\.6\.6|gopher/);
    assert.equal(headers.get("cf-connecting-ip"), null);
    assert.equal(headers.get("x-forwarded-for"), "127.0.0.1");
    assert.equal(headers.get("cookie"), "a=1; b=2");
    assert.equal(headers.get(header)?.split(".").length, path === "/panel" ? 3 : undefined);
  }
});

for (const header of ["X-Forwarded-For", "CF-Connecting-IP"]) {
  scene(`behind a proxy the address is the one in ${header}`, async ({ app, visitor, opened }) => {
    const headers = {
      "x-forwarded-for": "6.6.6.6, 203.0.113.7",
      "cf-connecting-ip": "203.0.113.7",
    };
    await visitor().get("/", headers);
    assert.equal(app.lastRequest()!.headers.get(header), "203.0.113.7");
    assert.equal(app.lastRequest()!.headers.get("x-forwarded-for"), "203.0.113.7");
    await visitor().ask("POST", "/.gateway/passkey/options", { headers });
    const limits = await opened.gateway.database.db.selectFrom("rateLimit").select("key").execute();
    assert.match(limits[0]!.key, /^203\.0\.113\.7/);
  }, { env: { CLIENT_IP_HEADER: header } });
}

scene("another site's forms and scripts do nothing", async ({ member, visitor, app }) => {
  const person = await member(ana);
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: person.origin.replace("localhost", "127.0.0.1") },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: person.origin, "sec-fetch-site": "none" },
  ];
  const link = await app.invite(ana, 2);
  const posts = [
    ["/.gateway/account/end-all", {}],
    ["/.gateway/logout", {}],
    ["/.gateway/code", { email: ana }],
    ["/.gateway/code/check", { email: ana, code: "1" }],
    ["/.gateway/link/use", { link }],
  ] as [string, Record<string, string>][];
  for (const headers of foreign) {
    for (const [path, fields] of posts) {
      assert.equal((await person.form(path, fields, headers)).status, 403, path);
    }
  }
  const silent = await fetch(`${person.origin}/.gateway/logout`, {
    method: "POST",
    headers: { cookie: person.cookie },
    body: new URLSearchParams(),
  });
  await silent.body?.cancel();
  assert.equal(silent.status, 403, "what says nothing of its page");
  assert.equal((await person.get("/panel")).status, 200);
  assert.equal(await app.isUsed(link), false);
  // A form that another site may send without asking carries no JSON.
  const plain = await visitor().ask("POST", "/.gateway/passkey", {
    body: JSON.stringify({ response: {} }),
    headers: { "content-type": "text/plain" },
  });
  assert.equal(plain.status, 400);
});

scene("only a path of this site is gone to after signing in", async ({ member, visitor }) => {
  const { device } = await member(ana);
  const elsewhere = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "javascript:alert(1)",
    "/.gateway/logout",
    "/.gateway/account/../logout",
    "",
  ];
  const person = visitor(device);
  for (const to of elsewhere) {
    const page = await person.get(`/.gateway/login?to=${encodeURIComponent(to)}`);
    assert.match(page.text, /name="to" value="\/panel"/, to);
  }
  for (const to of ["//evil.example", "/\\evil.example"]) {
    assert.deepEqual((await person.signIn({ to })).json, { to: "/panel" });
  }
  const out = await person.form("/.gateway/logout", { to: "//evil.example" });
  assert.equal(out.headers.get("location"), "/.gateway/login");
});

scene("pages are strict, in the browser's language, and only under their own host", async (at) => {
  const { visitor, opened } = at;
  const page = await visitor().get("/.gateway/login", { "accept-language": "fr, es;q=0.9" });
  assert.match(page.text, /^<!doctype html><html lang="es">[^]*Entra en Relevo/);
  assert.doesNotMatch(page.text, /<style| style=|<script>|onclick/);
  const { headers } = page;
  assert.match(headers.get("content-security-policy")!, /^default-src 'none'; script-src 'self'/);
  assert.doesNotMatch(headers.get("content-security-policy")!, /unsafe/);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("x-frame-options"), "DENY");
  assert.equal(headers.get("referrer-policy"), "strict-origin");
  const moved = await fetch(`${opened.url}/.gateway/login?to=/panel/x`, { redirect: "manual" });
  assert.equal(moved.headers.get("location"), `${visitor().origin}/.gateway/login?to=/panel/x`);
  const keys = await fetch(`${opened.url}/.gateway/jwks`);
  assert.equal((await keys.json()).keys.length, 1, "the app asks by another name");

  for (const name of ["gateway.css", "gateway.js"]) {
    const asset = await visitor().get(`/.gateway/static/${name}`);
    assert.equal(asset.status, 200);
    const tag = asset.headers.get("etag")!;
    const answer = await visitor().get(`/.gateway/static/${name}`, { "if-none-match": tag });
    assert.equal(answer.status, 304);
  }
});

scene("odd requests to its own pages", async ({ visitor, opened, origin }) => {
  const person = visitor();
  for (const path of ["/.gateway/", "/.gateway/x", "/.gateway/static/x", "/.Gateway/login"]) {
    assert.equal((await person.get(path)).status, 404, path);
  }
  const wrong = await person.form("/.gateway/jwks", {});
  assert.deepEqual([wrong.status, wrong.headers.get("allow")], [405, "GET, HEAD"]);
  const long = await person.form("/.gateway/code", { email: "x".repeat(70_000) });
  assert.equal(long.status, 413);
  for (const body of ["{", "[]", '"x"', "{}", '{"response":1}', '{"response":{"id":["x"]}}']) {
    const answer = await person.ask("POST", "/.gateway/passkey", {
      body,
      headers: { "content-type": "application/json", accept: "application/json" },
    });
    assert.ok(answer.status >= 400 && answer.status < 500, `${body} ${answer.status}`);
    assert.equal(answer.json.success, false);
  }
  const { host } = new URL(origin);
  const head = await exchange(
    opened.url,
    `HEAD /.gateway/login HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  assert.match(head, /^HTTP\/1\.1 200 [^]*\r\n\r\n$/);
  const health = await person.get("/.gateway/healthz");
  assert.deepEqual(health.json, { success: true, data: { status: "ok" } });
});
