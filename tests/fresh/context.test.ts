import assert from "node:assert/strict";
import { App, type Context } from "fresh";
import { ask, text } from "./support.ts";

type Answer = (ctx: Context<unknown>) => Response | Promise<Response>;

function answering(answer: Answer) {
  return ask(new App().get("/a/:id?", answer), "/a/1?q=2");
}

Deno.test("a handler's context has the request's URL, params and state", async () => {
  const response = await answering((ctx) =>
    ctx.json({
      route: ctx.route,
      params: ctx.params,
      query: ctx.url.search,
      host: (ctx.info.remoteAddr as Deno.NetAddr).hostname,
      config: ctx.config,
      state: ctx.state,
      error: ctx.error,
      hasData: ctx.data !== undefined,
    })
  );
  assert.deepEqual(await response.json(), {
    route: "/a/:id?",
    params: { id: "1" },
    query: "?q=2",
    host: "localhost",
    config: { root: ".", basePath: "", mode: "production", trustProxy: false },
    state: {},
    error: null,
    hasData: false,
  });
});

Deno.test("redirect keeps a path on this host", async () => {
  const location = async (to: string) =>
    (await answering((ctx) => ctx.redirect(to))).headers.get("location");
  assert.equal(await location("//evil.test//x?u=//y"), "/evil.test/x?u=//y");
  assert.equal(await location("/ok#a//b"), "/ok#a//b");
  assert.equal(await location("https://other.test//x"), "https://other.test//x");
  assert.equal(await location("relative"), "relative");
  for (const path of ["/\\evil.test", "/\t/evil.test", "/\n\\/evil.test"]) {
    assert.equal(await location(path), "/evil.test", JSON.stringify(path));
  }
  assert.equal(await location("/a?b=\\c"), "/a?b=\\c");
  assert.equal((await answering((ctx) => ctx.redirect("/", 303))).status, 303);
  assert.equal((await answering((ctx) => ctx.redirect("/"))).status, 302);
});

Deno.test("text, html and json set their content types", async () => {
  const type = async (answer: Answer) => (await answering(answer)).headers.get("content-type");
  assert.equal(await type((ctx) => ctx.text("x")), "text/plain;charset=UTF-8");
  assert.equal(await type((ctx) => ctx.html("x")), "text/html; charset=utf-8");
  assert.equal(await type((ctx) => ctx.json({})), "application/json");
});

Deno.test("stream sends strings and bytes as they come", async () => {
  async function* chunks() {
    yield "one,";
    await Promise.resolve();
    yield new TextEncoder().encode("two");
  }
  const fromFunction = await answering((ctx) => ctx.stream(chunks, { status: 201 }));
  assert.equal(fromFunction.status, 201);
  assert.equal(fromFunction.headers.get("content-type"), null);
  assert.equal(await fromFunction.text(), "one,two");
  assert.equal(await (await answering((ctx) => ctx.stream(["a", "b"]))).text(), "ab");
});

Deno.test("a middleware may replace the request and leave things in the state", async () => {
  const app = new App<{ user?: string }>().use((ctx) => {
    ctx.req = new Request(ctx.req, { headers: { "x-new": "1" } });
    ctx.state.user = "ana";
    return ctx.next();
  }).get("/", (ctx) => ctx.text(`${ctx.state.user} ${ctx.req.headers.get("x-new")}`));
  assert.equal(await text(app, "/"), "ana 1");
});
