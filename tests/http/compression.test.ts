/** Answers as they are on the wire: nothing here undoes a coding before the test has seen it. */
import assert from "node:assert/strict";
import { people, testOnEach, type World } from "../support/world.ts";
import { askRaw as ask } from "../support/wire.ts";

const browser = "gzip, deflate, br, zstd";

async function asAna(world: World, headers: Record<string, string> = {}) {
  return { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana), ...headers };
}

async function stylesheetOf(world: World): Promise<string> {
  const { text } = await ask(`${world.url}/panel`, { headers: await asAna(world) });
  return world.url + /href="(\/app\.css[^"]*)"/.exec(text)![1]!.replaceAll("&amp;", "&");
}

testOnEach("a page comes in the coding that was asked for, and says so", async (world) => {
  const url = `${world.url}/panel`;
  const plain = await ask(url, { headers: await asAna(world) });
  assert.equal(plain.headers["content-encoding"], undefined);
  for (const coding of ["gzip", "br", "zstd"] as const) {
    const headers = await asAna(world, { "Accept-Encoding": coding });
    const page = await ask(url, { headers });
    assert.equal(page.headers["content-encoding"], coding);
    assert.equal(Number(page.headers["content-length"]), page.bytes.length);
    assert.ok(page.bytes.length < plain.bytes.length / 2, `${page.bytes.length} bytes`);
    assert.match(page.text, /<\/html>$/);
    assert.equal(page.headers.vary, "Accept-Language, Accept-Encoding");
  }
  assert.equal(plain.headers.vary, "Accept-Language, Accept-Encoding");
  const refused = { "Accept-Encoding": "zstd;q=0, gzip;q=0, br;q=0, *" };
  const none = await ask(url, { headers: await asAna(world, refused) });
  assert.equal(none.headers["content-encoding"], undefined);
});

testOnEach("HEAD says of a compressed answer what GET says", async (world) => {
  const css = await stylesheetOf(world);
  const headers = await asAna(world, { "Accept-Encoding": browser });
  for (const url of [`${world.url}/api/openapi.json`, css]) {
    // The second HEAD comes when GET has made what is kept.
    for (const method of ["HEAD", "GET", "HEAD"]) {
      const answer = await ask(url, { method, headers });
      assert.equal(answer.status, 200);
      assert.match(answer.headers["content-encoding"]!, /^(gzip|br)$/, `${method} ${url}`);
      const length = answer.headers["content-length"];
      if (method === "HEAD") assert.equal(answer.bytes.length, 0);
      if (length !== undefined) {
        const { bytes } = await ask(url, { headers });
        assert.equal(Number(length), bytes.length, `${method} ${url}`);
      }
    }
  }
  // A page is not rendered for HEAD, so that its length is not known.
  const page = await ask(`${world.url}/panel`, { method: "HEAD", headers });
  assert.deepEqual([page.status, page.headers["content-length"]], [200, undefined]);
});

testOnEach("what is small stays as it is, unless that is refused", async (world) => {
  const url = `${world.url}/healthz`;
  const small = await ask(url, { headers: { "Accept-Encoding": browser } });
  assert.equal(small.headers["content-encoding"], undefined);
  assert.equal(Number(small.headers["content-length"]), small.bytes.length);
  assert.equal(small.headers.vary, "Accept-Encoding");
  const strict = await ask(url, { headers: { "Accept-Encoding": "br, identity;q=0" } });
  assert.equal(strict.headers["content-encoding"], "br");
  assert.equal(JSON.parse(strict.text).data.status, "up");
  const impossible = await ask(url, { headers: { "Accept-Encoding": "identity;q=0" } });
  assert.equal(impossible.headers["content-encoding"], undefined);
});

testOnEach("lists are compressed; what another site asked for is not", async (world) => {
  const key = world.keys.shop;
  for (let n = 0; n < 8; n++) {
    const json = { userId: "maria", title: `Número ${n}`, body: "Mañana a las diez. ".repeat(10) };
    assert.equal((await world.call("POST", "/api/notify", { key, json })).status, 202);
  }
  const url = `${world.url}/api/admin/notifications`;
  const own = await asAna(world, { "Accept-Encoding": browser, "Sec-Fetch-Site": "same-origin" });
  const list = await ask(url, { headers: own });
  assert.equal(list.headers["content-encoding"], "zstd");
  assert.equal(Number(list.headers["content-length"]), list.bytes.length);
  assert.equal(JSON.parse(list.text).data.length, 8);
  for (const site of ["cross-site", "same-site"]) {
    const answer = await ask(url, { headers: { ...own, "Sec-Fetch-Site": site } });
    assert.equal(answer.headers["content-encoding"], undefined, site);
    assert.equal(JSON.parse(answer.text).data.length, 8);
    const described = await ask(`${world.url}/api/openapi.json`, {
      headers: { "Accept-Encoding": browser, "Sec-Fetch-Site": site },
    });
    assert.equal(described.headers["content-encoding"], "br", "what is public tells nothing");
  }
});

testOnEach("answers to writes are not compressed: they may show a secret", async (world) => {
  const headers = await asAna(world, {
    "Accept-Encoding": "gzip, identity;q=0",
    "Content-Type": "application/json",
  });
  const answer = await ask(`${world.url}/api/admin/keys`, { method: "POST", headers });
  assert.equal(answer.headers["content-encoding"], undefined);
  assert.equal(answer.headers.vary, undefined);
});

testOnEach("an event stream is passed on as it comes", async (world) => {
  const { token } = await world.pairPhone("maria");
  const stop = new AbortController();
  const stream = await fetch(`${world.url}/api/phone/stream`, {
    headers: { "Authorization": `Bearer ${token}`, "Accept-Encoding": "gzip, identity;q=0" },
    signal: stop.signal,
  });
  assert.equal(stream.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.equal(stream.headers.get("content-encoding"), null);
  const { value } = await stream.body!.getReader().read();
  assert.ok(value!.length > 0);
  stop.abort();
});

testOnEach("assets say what is needed, and are compressed as small as can be", async (world) => {
  const css = await stylesheetOf(world);
  const plain = await ask(css);
  for (const name of ["etag", "x-frame-options", "referrer-policy", "strict-transport-security"]) {
    assert.equal(plain.headers[name], undefined, `${name} does nothing for what is kept for good`);
  }
  for (const [accept, coding] of [[browser, "br"], ["gzip", "gzip"]] as const) {
    for (let times = 0; times < 2; times++) {
      const asset = await ask(css, { headers: { "Accept-Encoding": accept } });
      assert.equal(asset.headers["content-encoding"], coding);
      assert.equal(Number(asset.headers["content-length"]), asset.bytes.length);
      assert.equal(asset.headers["cache-control"], "public, max-age=31536000, immutable");
      assert.equal(asset.headers.etag, undefined);
      assert.equal(asset.headers.vary, "Accept-Encoding");
      assert.equal(asset.text, plain.text);
    }
  }
  const unlocked = `${world.url}/app.css`;
  const { headers: { etag } } = await ask(unlocked, { headers: { "Accept-Encoding": browser } });
  const headers = { "Accept-Encoding": browser, "If-None-Match": etag! };
  const unchanged = await ask(unlocked, { headers: headers });
  assert.deepEqual([unchanged.status, unchanged.bytes.length], [304, 0]);
  assert.equal(unchanged.headers["content-encoding"], undefined);
  assert.match(unchanged.headers.vary!, /Accept-Encoding/);
  const font = await ask(`${world.url}/vendor/inter-latin.woff2`, {
    headers: { "Accept-Encoding": browser },
  });
  assert.equal(font.headers["content-encoding"], undefined);
});

testOnEach("the API's description has a tag by which it is not sent again", async (world) => {
  const url = `${world.url}/api/openapi.json`;
  const plain = await ask(url);
  assert.match(plain.headers.etag!, /^"[\w-]{43}"$/);
  const small = await ask(url, { headers: { "Accept-Encoding": browser } });
  assert.equal(small.headers.etag, `W/${plain.headers.etag}`);
  assert.equal(small.text, plain.text);
  assert.ok(small.bytes.length < plain.bytes.length / 7, `${small.bytes.length} bytes`);
  for (const tag of [plain.headers.etag!, small.headers.etag!, `"x", ${small.headers.etag}`, "*"]) {
    const again = await ask(url, { headers: { "Accept-Encoding": browser, "If-None-Match": tag } });
    assert.deepEqual([again.status, again.bytes.length], [304, 0], tag);
    assert.equal(again.headers.vary, "Accept-Encoding");
  }
  const other = await ask(url, {
    headers: { "Accept-Encoding": "gzip", "If-None-Match": '"x"' },
  });
  assert.deepEqual([other.status, other.headers["content-encoding"]], [200, "gzip"]);
  assert.equal(other.text, plain.text);
});

testOnEach("an export is compressed while it is read", async (world) => {
  const url = `${world.url}/api/admin/contacts.csv`;
  const plain = await ask(url, { headers: await asAna(world) });
  for (const coding of ["gzip", "br", "zstd"]) {
    const strict = { "Accept-Encoding": `${coding}, identity;q=0` };
    const small = await ask(url, { headers: await asAna(world, strict) });
    assert.equal(small.headers["content-encoding"], coding);
    assert.equal(small.headers["content-length"], undefined);
    assert.equal(small.text, plain.text);
  }
});
