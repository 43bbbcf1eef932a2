import assert from "node:assert/strict";
import { App, staticFiles } from "fresh";
import { asset } from "fresh/runtime";
import { ask, buildFixture, text } from "./support.ts";

const app = new App().use(staticFiles()).get("/styles.css", (ctx) => ctx.text("late"))
  .get("/", (ctx) => ctx.text("home"));
(await buildFixture())(app);
const buildId = new URL(asset("/x"), "http://x").searchParams.get("__frsh_c")!;

const FRESH_ONLY = "no-cache, no-store, max-age=0, must-revalidate";
const CACHED = "public, max-age=31536000, immutable";

Deno.test("a static file comes with its tag, and is asked for again", async () => {
  const response = await ask(app, "/icons/dot.svg");
  assert.equal(response.headers.get("content-type"), "image/svg+xml");
  assert.equal(response.headers.get("cache-control"), FRESH_ONLY);
  assert.equal(response.headers.get("vary"), "If-None-Match");
  assert.match(response.headers.get("etag")!, /^W\/"[0-9a-f]{64}"$/);
  const body = await response.text();
  assert.equal(response.headers.get("content-length"), String(body.length));
});

Deno.test("a file that the browser has is not sent again", async () => {
  const etag = (await ask(app, "/icons/dot.svg")).headers.get("etag")!;
  const again = (tag: string) => ask(app, "/icons/dot.svg", { headers: { "if-none-match": tag } });
  const statusFor = async (tag: string) => (await again(tag)).status;
  assert.equal(await statusFor(etag), 304);
  assert.equal((await again(etag)).headers.get("etag"), etag);
  assert.equal(await statusFor(etag.slice(3, -1)), 304);
  assert.equal(await statusFor(etag.slice(2)), 200);
  assert.equal(await statusFor("*"), 200);
});

Deno.test("the URL of this build is cached, that of another leads here", async () => {
  const locked = await ask(app, `/icons/dot.svg?__frsh_c=${buildId}`);
  assert.equal(locked.headers.get("cache-control"), CACHED);
  const other = await ask(app, "/icons/dot.svg?a=1&__frsh_c=other&b=2");
  assert.equal(other.status, 307);
  assert.equal(other.headers.get("location"), "/icons/dot.svg?a=1&b=2");
});

Deno.test("files of the current build are cached for a year", async () => {
  const response = await ask(app, `/_fresh/js/${buildId}/Counter.js`);
  assert.equal(response.headers.get("cache-control"), CACHED);
  assert.equal(response.headers.get("content-type"), "text/javascript; charset=UTF-8");
  assert.equal((await ask(app, "/_fresh/js/other/Counter.js")).status, 404);
});

Deno.test("only reading is allowed, and HEAD has no body", async () => {
  assert.equal((await ask(app, "/icons/dot.svg", { method: "POST" })).status, 405);
  const head = await ask(app, "/icons/dot.svg", { method: "HEAD" });
  assert.equal(head.body, null);
  const { length } = await text(app, "/icons/dot.svg");
  assert.equal(head.headers.get("content-length"), String(length));
});

Deno.test("names are decoded part by part, and nothing else is served", async () => {
  assert.equal(await text(app, "/a%20b.txt"), "a b\n");
  assert.equal(await text(app, "/"), "home");
  for (const path of ["/icons%2Fdot.svg", "/icons", "/.hidden", "/../main.ts", "/%zz"]) {
    assert.equal((await ask(app, path)).status, 404, path);
  }
  const favicon = await ask(app, "/favicon.ico");
  assert.deepEqual([favicon.status, favicon.body], [404, null]);
});

Deno.test("a slash at the end leads to the file too, and where none is, to the routes", async () => {
  const plain = await ask(app, "/icons/dot.svg");
  const slashed = await ask(app, "/icons/dot.svg/");
  assert.deepEqual(Object.fromEntries(slashed.headers), Object.fromEntries(plain.headers));
  assert.equal(await slashed.text(), await plain.text());
  const routed = new App().use(staticFiles()).all("*", (ctx) => ctx.text("routed"));
  (await buildFixture())(routed);
  for (const path of ["/icons/", "/missing.css/", "/favicon.ico/"]) {
    assert.equal(await text(routed, path), "routed", path);
  }
});

Deno.test("a file wins over later routes, and its stylesheets name the build", async () => {
  assert.ok((await text(app, "/styles.css")).includes(`url("/icons/dot.svg?__frsh_c=${buildId}")`));
});

Deno.test("asset adds the build to root-relative paths alone", () => {
  const id = new URL(asset("/x"), "http://x").searchParams.get("__frsh_c")!;
  assert.equal(asset("/a.png?b=1#c"), `/a.png?b=1&__frsh_c=${id}#c`);
  for (const path of ["a.png", "//cdn/a.png", "https://x/a.png", `/a.png?__frsh_c=1`]) {
    assert.equal(asset(path), path);
  }
});
