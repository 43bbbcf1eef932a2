import assert from "node:assert/strict";
import { App, page, type PageProps } from "fresh";
import { ask, body, silently, text } from "./support.ts";

const wrapper = ({ Component }: PageProps) => (
  <body id="app">
    <Component />
  </body>
);
const outer = ({ Component }: PageProps) => (
  <main>
    <Component />
  </main>
);
const inner = ({ Component }: PageProps) => (
  <section>
    <Component />
  </section>
);
const failing = () => Promise.reject(new Error("failed"));
const skipping = { skipInheritedLayouts: true, skipAppWrapper: true };
const WHOLE = /<body id="app"><main><b>failed<\/b><\/main><\/body>/;

Deno.test("an error page has what surrounds its place, though it was left out further in", async () => {
  const app = new App().appWrapper(wrapper).layout("/", outer)
    .onError("/", { component: ({ error }) => <b>{(error as Error).message}</b> })
    .layout("/a", inner, skipping).get("/a/x", failing)
    .layout("/b", inner).get("/b/x", failing);
  assert.match(await text(app, "/a/x"), WHOLE);
  assert.match(await text(app, "/b/x"), WHOLE);
});

Deno.test("a middleware that catches an error renders in what surrounds it itself", async () => {
  const app = new App().appWrapper(wrapper).layout("/", outer)
    .use(async (ctx) => {
      try {
        return await ctx.next();
      } catch (error) {
        return await ctx.render(<b>{(error as Error).message}</b>);
      }
    })
    .layout("/a", inner, skipping).get("/a/x", failing);
  assert.match(await text(app, "/a/x"), WHOLE);
});

Deno.test("an error page inside of a layout still lies in it", async () => {
  const app = new App().layout("/", outer).layout("/a", inner)
    .onError("/a", { component: () => <b>inside</b> }).get("/a/x", failing);
  assert.equal(await body(app, "/a/x"), "<main><section><b>inside</b></section></main>");
});

Deno.test("an error route answers only the methods that it has a handler for", async () => {
  const app = new App().onError("/", (ctx) => ctx.text(`outer: ${ctx.error}`))
    .onError("/a", { handler: { GET: (ctx) => ctx.text("inner") } }).all("/a/x", failing);
  assert.equal(await text(app, "/a/x"), "inner");
  assert.equal((await ask(app, "/a/x", { method: "HEAD" })).status, 200);
  assert.equal(await text(app, "/a/x", { method: "POST" }), "outer: Error: failed");
});

Deno.test("what is thrown on POST is 500, though the error page takes GET alone", async () => {
  const component = () => <b>page</b>;
  const app = new App().onError("/", { component, handler: { GET: () => page() } })
    .all("/x", failing);
  const logged = await silently(async () => {
    const got = await ask(app, "/x");
    assert.deepEqual([got.status, await got.text()], [500, await text(app, "/x")]);
    const posted = await ask(app, "/x", { method: "POST" });
    assert.deepEqual([posted.status, await posted.text()], [500, "Internal server error"]);
  });
  assert.equal(logged.length, 1);
});
