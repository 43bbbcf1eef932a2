import assert from "node:assert/strict";
import { App, HttpError, type Middleware } from "fresh";
import { ask, silently, text } from "./support.ts";

/** Notes its name on the way in, and in a header on the way out. */
function mark(name: string): Middleware<{ trail?: string }> {
  return async (ctx) => {
    ctx.state.trail = (ctx.state.trail ?? "") + name;
    const response = await ctx.next();
    response.headers.append("x-out", name);
    return response;
  };
}

const trail: Middleware<{ trail?: string }> = (ctx) => ctx.text(ctx.state.trail ?? "");

function marked() {
  return new App<{ trail?: string }>();
}

Deno.test("middlewares run from the root inwards, and back", async () => {
  const app = marked().use(mark("1"), mark("2")).use("/a/b", mark("5")).use("/a", mark("3"))
    .use("/a", mark("4")).get("/a/b/c", mark("6"), trail);
  const response = await ask(app, "/a/b/c");
  assert.equal(await response.text(), "123456");
  assert.equal(response.headers.get("x-out"), "6, 5, 4, 3, 2, 1");
});

Deno.test("a middleware covers what its pattern's text covers", async () => {
  const app = marked().use("/foo", mark("f")).use("/foo/:id", mark("i"))
    .get("/foo", trail).get("/foobar", trail).get("/foo/bar", trail).get("/foo/:id/x", trail)
    .get("/foo/:other/y", trail);
  assert.equal(await text(app, "/foo"), "f");
  assert.equal(await text(app, "/foobar"), "");
  assert.equal(await text(app, "/foo/bar"), "f");
  assert.equal(await text(app, "/foo/1/x"), "fi");
  assert.equal(await text(app, "/foo/1/y"), "f");
});

Deno.test("a route sees only what was registered before it", async () => {
  const app = marked().get("/early", trail).use(mark("1")).get("/late", trail);
  assert.equal(await text(app, "/early"), "");
  assert.equal(await text(app, "/late"), "1");
});

Deno.test("a handler knows only what was registered before it was made", async () => {
  const app = marked().get("/a", trail);
  const handler = app.handler();
  app.get("/b", trail);
  assert.equal((await handler(new Request("http://localhost/b"))).status, 404);
});

Deno.test("HEAD is answered by GET, without a body", async () => {
  const app = new App().get("/a", (ctx) => ctx.text("body", { headers: { "x-a": "1" } }));
  const response = await ask(app, "/a", { method: "HEAD" });
  assert.equal(response.headers.get("x-a"), "1");
  assert.equal(response.body, null);
});

Deno.test("OPTIONS names the methods of a path, through the root middlewares", async () => {
  const app = marked().use(mark("r")).get("/a", trail).put("/a", trail);
  const response = await ask(app, "/a", { method: "OPTIONS" });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get("allow"), "GET, PUT");
  assert.equal(response.headers.get("x-out"), "r");
});

Deno.test("a missing method is 405, an unknown one 500, on a path that exists", async () => {
  const app = new App().get("/a", (ctx) => ctx.text("a")).all("/:x", (ctx) => ctx.text("x"));
  assert.equal((await ask(app, "/a", { method: "POST" })).status, 405);
  assert.equal(await text(app, "/a", { method: "POST" }), "Method Not Allowed");
  await silently(async () => {
    assert.equal((await ask(app, "/a", { method: "PROPFIND" })).status, 500);
  });
  assert.equal((await ask(app, "/a/b", { method: "PROPFIND" })).status, 404);
});

Deno.test("without a route only the root middlewares run", async () => {
  const names: string[] = [];
  const note = (name: string): Middleware<unknown> => (ctx) => {
    names.push(name);
    return ctx.next();
  };
  const app = new App().use(note("root")).use("/api", note("api")).get("/api/a", (c) => c.text(""));
  assert.equal((await ask(app, "/api/none")).status, 404);
  assert.deepEqual(names, ["root"]);
});

Deno.test("several slashes in a path count as one", async () => {
  const app = new App().get("/a/:id", (ctx) => ctx.text(ctx.url.pathname));
  assert.equal(await text(app, "//a///1"), "/a/1");
});

Deno.test("an undecodable parameter rejects the handler's promise", async () => {
  const app = new App().get("/a/:id", (ctx) => ctx.text("a"));
  await assert.rejects(ask(app, "/a/%zz"), URIError);
});

Deno.test("what nothing catches gets a plain answer, and is logged when unexpected", async () => {
  const app = new App().get("/teapot", () => Promise.reject(new HttpError(418)))
    .get("/told", () => Promise.reject(new HttpError(400, "told you")))
    .get("/crash", () => Promise.reject(new Error("secret")))
    // deno-lint-ignore no-explicit-any -- what an untyped handler could return
    .get("/nothing", (() => undefined) as any);
  const logged = await silently(async () => {
    assert.equal(await text(app, "/teapot"), "I'm a Teapot");
    assert.equal(await text(app, "/told"), "told you");
    assert.equal(await text(app, "/crash"), "Internal server error");
    assert.equal((await ask(app, "/nothing")).status, 500);
  });
  assert.equal(logged.length, 2);
});

Deno.test("an error page is outside the middlewares of its own segment", async () => {
  const app = marked().use(mark("r")).use("/a", mark("a"))
    .onError("/a", (ctx) => ctx.text(String(ctx.error), { status: 500 }))
    .get("/a/x", () => Promise.reject(new Error("x")));
  const response = await ask(app, "/a/x");
  assert.equal(await response.text(), "Error: x");
  assert.equal(response.headers.get("x-out"), "r");
});

Deno.test("an error page that fails hands its error to the outer one", async () => {
  const app = new App().onError("*", (ctx) => ctx.text(`outer ${ctx.error}`))
    .onError("/a", () => Promise.reject(new Error("second")))
    .get("/a/x", () => Promise.reject(new Error("first")));
  assert.equal(await text(app, "/a/x"), "outer Error: second");
});

Deno.test("middlewares see the error they can catch", async () => {
  let error: unknown;
  const app = new App().use(async (ctx) => {
    try {
      return await ctx.next();
    } catch {
      error = ctx.error;
      return ctx.text("caught");
    }
  }).get("/a", () => Promise.reject(new HttpError(409, "x")));
  assert.equal(await text(app, "/a"), "caught");
  assert.equal((error as HttpError).status, 409);
});

Deno.test("notFound answers every 404, and may be registered last", async () => {
  const app = marked().use(mark("r")).onError("/", (ctx) => ctx.text("error"))
    .get("/a/x", () => Promise.reject(new HttpError(404)))
    .notFound((ctx) => ctx.text("not found", { status: 404 }));
  const thrown = await ask(app, "/a/x");
  assert.equal(await thrown.text(), "not found");
  assert.equal(thrown.headers.get("x-out"), "r", "inside the route's middlewares");
  const unknown = await ask(app, "/none");
  assert.equal(await unknown.text(), "not found");
  assert.equal(unknown.headers.get("x-out"), null, "outside the root's middlewares");
});

Deno.test("a component for 404 answers 200 unless its handler says otherwise", async () => {
  const app = new App().notFound({ component: () => "gone" });
  assert.equal((await ask(app, "/none", { method: "POST" })).status, 200);
  app.notFound({ component: () => "gone", handler: { GET: () => ({ data: {}, status: 404 }) } });
  assert.equal((await ask(app, "/none")).status, 404);
  assert.equal(await text(app, "/none", { method: "POST" }), "Not Found", "not by that handler");
});

Deno.test("listen serves requests until its signal aborts", async () => {
  const { promise: address, resolve: onListen } = Promise.withResolvers<Deno.NetAddr>();
  const abort = new AbortController();
  const app = new App().get("/", (ctx) => ctx.text(`port ${ctx.url.port}`));
  const served = app.listen({ port: 0, hostname: "localhost", signal: abort.signal, onListen });
  const { port } = await address;
  assert.equal(await (await fetch(`http://localhost:${port}/`)).text(), `port ${port}`);
  abort.abort();
  await served;
});
