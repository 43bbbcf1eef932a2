import assert from "node:assert/strict";
import { App } from "fresh";
import { patternOf } from "../../lib/fresh/serve/file_routes.ts";
import { app as fixture } from "./fixture/main.ts";
import { ask, buildFixture, text } from "./support.ts";

const attach = await buildFixture();
attach(fixture);

Deno.test("a route file's path becomes its URL pattern", () => {
  const expected = {
    "/index": "/",
    "/a/index": "/a",
    "/a/[id]": "/a/:id",
    "/x-[n]": "/x-:n",
    "/[a]@[b]": "/:a@:b",
    "/a/[...rest]": "/a/:rest*",
    "/(group)/x": "/x",
    "/(group)/index": "/",
    "/feed.xml": "/feed.xml",
  };
  for (const [id, pattern] of Object.entries(expected)) assert.equal(patternOf(id), pattern, id);
});

Deno.test("pages lie in layouts and the app wrapper, and share the state", async () => {
  const html = await text(fixture, "/posts/7");
  assert.match(html, /<title>Fixture<\/title>/);
  assert.match(html, /<body><main><p>7<\/p><\/main><\/body>/);
  assert.match(await text(fixture, "/"), /<title>Islands<\/title>/);
});

Deno.test("a route is found by its parameters and method", async () => {
  assert.equal((await ask(fixture, "/posts/7")).headers.get("x-post"), "7");
  assert.match(await text(fixture, "/posts/7", { method: "POST" }), /posted 7/);
  assert.equal((await ask(fixture, "/posts/7", { method: "POST" })).status, 422);
  assert.equal((await ask(fixture, "/posts/7", { method: "PUT" })).status, 404);
  assert.equal((await ask(fixture, "/posts/7", { method: "HEAD" })).status, 200);
});

Deno.test("middlewares of the folders run from the root inwards", async () => {
  const response = await ask(fixture, "/api/openapi.json");
  assert.deepEqual(await response.json(), { openapi: "3.1.0" });
  assert.equal(response.headers.get("x-trail"), "root>api");
  assert.equal(response.headers.get("x-root"), "yes");
});

Deno.test("a rest parameter takes what is left, the bare parent too", async () => {
  const json = async (path: string) => await (await ask(fixture, path)).json();
  assert.deepEqual(await json("/api/a/b"), { path: "a/b", route: "/api/:path*" });
  assert.deepEqual(await json("/api"), { path: "", route: "/api/:path*" });
});

Deno.test("a group counts for middlewares and layouts, not for the URL", async () => {
  assert.match(
    await text(fixture, "/secret"),
    /<body><section><p>root&gt;admin<\/p><\/section>|<body><section><p>root>admin<\/p><\/section>/,
  );
});

Deno.test("a route may leave out what surrounds it", async () => {
  assert.match(
    await text(fixture, "/bare"),
    /<head><meta charset="utf-8"><\/head><body><b>bare<\/b>/,
  );
});

Deno.test("errors are shown by _error with their status, outside the root middlewares", async () => {
  const crash = await ask(fixture, "/posts/1");
  assert.equal(crash.status, 500);
  assert.equal(crash.headers.get("x-root"), null);
  assert.match(await crash.text(), /<main><h1>Failed: broken post<\/h1><\/main>/);
  assert.equal((await ask(fixture, "/posts/2")).status, 409);
});

Deno.test("_404 shows what is not found, thrown or unknown, with the status it sets", async () => {
  for (const path of ["/none", "/posts/0"]) {
    const response = await ask(fixture, path);
    assert.equal(response.status, 404, path);
    assert.match(await response.text(), /<title>Not found<\/title>.*No such page/s);
  }
  assert.equal((await ask(fixture, "/posts/0")).headers.get("x-root"), "yes");
});

Deno.test("a file without a handler or component says so", async () => {
  assert.match(await text(fixture, "/empty"), /no relevant exports/);
});

Deno.test("file routes lie beside routes of the app, of which the earlier win", async () => {
  const app = new App().get("/plain", (ctx) => ctx.text("mine")).fsRoutes()
    .get("/bare", (ctx) => ctx.text("late"));
  attach(app);
  assert.equal(await text(app, "/plain"), "mine");
  assert.match(await text(app, "/bare"), /<b>bare<\/b>/);
});
