import assert from "node:assert/strict";
import { App, createDefine, HttpError, page, type PageProps } from "fresh";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { ask, body, silently, text } from "./support.ts";

const EMPTY_HEAD = `<head><meta charset="utf-8"></head>`;

Deno.test("a page is wrapped by layouts and the app into a document", async () => {
  const app = new App().get("/", (ctx) => ctx.render(<p>a &lt; b</p>));
  const response = await ask(app, "/");
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(
    await response.text(),
    `<!DOCTYPE html><html>${EMPTY_HEAD}<body><p>a &lt; b</p></body></html>`,
  );
});

Deno.test("what a page has of the document itself stays", async () => {
  const render = (vnode: preact.VNode) => text(new App().get("/", (c) => c.render(vnode)), "/");
  assert.equal(
    await render(
      <html lang="es">
        <body>x</body>
      </html>,
    ),
    `<!DOCTYPE html><html lang="es">${EMPTY_HEAD}<body>x</body></html>`,
  );
  assert.equal(
    await render(<body>x</body>),
    `<!DOCTYPE html><html>${EMPTY_HEAD}<body>x</body></html>`,
  );
  assert.equal(
    await render(
      <>
        <head>
          <title>t</title>
        </head>x
      </>,
    ),
    "<!DOCTYPE html><html><head><title>t</title></head><body>x</body></html>",
  );
});

Deno.test("render takes null, and nothing that is no element", async () => {
  const app = new App().layout("/", ({ Component }) => (
    <main>
      <Component />
    </main>
  ))
    .get("/null", (ctx) => ctx.render(null, { status: 202, headers: { "x-a": "1" } }))
    // deno-lint-ignore no-explicit-any -- what an untyped handler could do
    .get("/text", (ctx) => ctx.render("text" as any));
  const response = await ask(app, "/null");
  assert.equal(response.status, 202);
  assert.equal(response.headers.get("x-a"), "1");
  assert.match(await response.text(), /<main><\/main>/);
  await silently(async () => assert.equal((await ask(app, "/text")).status, 500));
});

Deno.test("a page that resolves to text is refused, one that resolves to nothing is empty", async () => {
  const app = new App().route("/text", { component: () => "shown" })
    .route("/late", { component: async () => await Promise.resolve("text") })
    .route("/none", { component: async () => await Promise.resolve(null) });
  assert.equal(await body(app, "/text"), "shown");
  assert.equal(await body(app, "/none"), "");
  await silently(async () => assert.equal((await ask(app, "/late")).status, 500));
});

Deno.test("render keeps every cookie, of a page's headers the last of a name counts", async () => {
  const headers: [string, string][] = [["set-cookie", "a=1"], ["set-cookie", "b=2"]];
  const app = new App().get("/render", (ctx) => ctx.render(null, { headers }))
    .route("/page", { handler: () => page(null, { headers }) });
  assert.deepEqual((await ask(app, "/render")).headers.getSetCookie(), ["a=1", "b=2"]);
  assert.deepEqual((await ask(app, "/page")).headers.getSetCookie(), ["b=2"]);
});

Deno.test("layouts and the app wrapper surround a page", async () => {
  const app = new App()
    .appWrapper(({ Component }) => (
      <html>
        <body id="app">
          <Component />
        </body>
      </html>
    ))
    .layout("/", ({ Component }) => (
      <div id="outer">
        <Component />
      </div>
    ))
    .layout("/a", ({ Component, data }) => (
      <div id="inner" title={String(data)}>
        <Component />
      </div>
    ))
    .route("/a", { component: () => "page" })
    .route("/a/alone", { component: () => "page", config: { skipInheritedLayouts: true } })
    .route("/a/bare", { component: () => "page", config: { skipAppWrapper: true } });
  const inner = `<div id="inner" title="null">page</div>`;
  assert.match(
    await text(app, "/a"),
    new RegExp(`<body id="app"><div id="outer">${inner}</div></body>`),
  );
  assert.match(await text(app, "/a/alone"), /<body id="app">page<\/body>/);
  assert.match(
    await text(app, "/a/bare"),
    new RegExp(`<body><div id="outer">${inner}</div></body>`),
  );
});

Deno.test("a layout can drop the outer ones, and the app wrapper", async () => {
  const app = new App().appWrapper(({ Component }) => (
    <body id="app">
      <Component />
    </body>
  ))
    .layout("/", ({ Component }) => (
      <i>
        <Component />
      </i>
    ))
    .layout("/a", ({ Component }) => (
      <b>
        <Component />
      </b>
    ), {
      skipInheritedLayouts: true,
      skipAppWrapper: true,
    })
    .layout("/a/b", ({ Component }) => (
      <u>
        <Component />
      </u>
    ))
    .route("/a/b", { component: () => "x" });
  assert.equal(await body(app, "/a/b"), "<b><u>x</u></b>");
});

Deno.test("a component may show what it wraps twice", async () => {
  const app = new App().layout("/", ({ Component }) => (
    <>
      <Component />,<Component />
    </>
  ))
    .appWrapper(({ Component }) => (
      <body>
        <Component />;<Component />
      </body>
    ))
    .route("/", { component: () => <a href="/">x</a> });
  const link = `<a href="/" data-current="true" aria-current="page">x</a>`;
  assert.equal(await body(app), `${link},${link};${link},${link}`);
});

Deno.test("a context of a layout reaches the page, one of the app wrapper does not", async () => {
  const Name = createContext("none");
  const Page = () => <>{useContext(Name)}</>;
  const provide = ({ Component }: PageProps) => (
    <Name.Provider value="given">
      <Component />
    </Name.Provider>
  );
  assert.equal(await body(new App().layout("/", provide).route("/", { component: Page })), "given");
  const wrapped = new App().appWrapper(provide).route("/", { component: Page });
  assert.equal(await body(wrapped), "none");
});

Deno.test("async components wait, from the page outwards, and may answer themselves", async () => {
  const order: string[] = [];
  const app = new App<{ stop?: boolean }>()
    .appWrapper(async (ctx) => {
      order.push("app");
      await Promise.resolve();
      return (
        <body>
          {ctx.url.pathname}
          <ctx.Component />
        </body>
      );
    })
    .layout("/", async ({ Component }) => {
      order.push("layout");
      await Promise.resolve();
      return (
        <i>
          <Component />
        </i>
      );
    })
    .route("/", { component: async () => (order.push("page"), await Promise.resolve(<b>p</b>)) })
    .route("/stop", { component: async () => await Promise.resolve(new Response("stop")) });
  assert.equal(await body(app), "/<i><b>p</b></i>");
  assert.deepEqual(order, ["page", "layout", "app"]);
  assert.equal(await text(app, "/stop"), "stop");
});

Deno.test("a page's component gets what its handler returned", async () => {
  const define = createDefine<{ user: string }>();
  const handler = define.handlers({
    GET: () => page({ form: "new" }),
    POST: async (ctx) =>
      page({ form: (await ctx.req.text()).toUpperCase() }, {
        status: 422,
        headers: [["x-a", "1"], ["x-a", "2"], ["content-type", "text/plain"]],
      }),
  });
  const component = define.page<typeof handler>(({ data }) => <b>{data.form}</b>);
  const app = new App<{ user: string }>().route("/", { handler, component });
  assert.equal(await body(app), "<b>new</b>");
  const posted = await ask(app, "/", { method: "POST", body: "bad" });
  assert.equal(posted.status, 422);
  assert.equal(posted.headers.get("x-a"), "2");
  assert.equal(posted.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(await posted.text(), /<b>BAD<\/b>/);
});

Deno.test("methods of a route: GET comes with a component, a lone component has all", async () => {
  const component = ({ data }: PageProps) => <>{JSON.stringify(data) ?? "nothing"}</>;
  const app = new App().route("/both", { component, handler: { POST: () => page() } })
    .route("/alone", { component })
    .route("/data", { handler: () => page({ lost: true }) });
  assert.equal(await body(app, "/both"), "{}");
  assert.equal(await body(app, "/both", { method: "POST" }), "nothing");
  assert.equal((await ask(app, "/both", { method: "PUT" })).status, 405);
  assert.equal(await body(app, "/alone", { method: "DELETE" }), "{}");
  assert.equal(await body(app, "/data"), "");
});

Deno.test("an error page has the error's status, and the surroundings of the place", async () => {
  const app = new App()
    .layout("/", ({ Component }) => (
      <main>
        <Component />
      </main>
    ))
    .onError("/", { component: ({ error }) => <b>{(error as Error).message}</b> })
    .get("/taken", () => Promise.reject(new HttpError(409, "taken")))
    .get("/crash", () => Promise.reject(new Error("crash")));
  const response = await ask(app, "/taken");
  assert.equal(response.status, 409);
  assert.match(await response.text(), /<main><b>taken<\/b><\/main>/);
  assert.equal((await ask(app, "/crash", { method: "POST" })).status, 405);
  assert.equal((await ask(app, "/crash")).status, 500);
  const set = new App().onError("/", {
    handler: () => page(null, { status: 418 }),
    component: () => "",
  })
    .get("/", () => Promise.reject(new Error()));
  assert.equal((await ask(set, "/")).status, 418);
});

Deno.test("an error page that cannot be wrapped gives way to the plain answer", async () => {
  const broken = () => {
    throw new Error("wrapper");
  };
  const app = new App().appWrapper(broken).onError("/", { component: () => "page" })
    .get("/", () => Promise.reject(new Error("first")));
  await silently(async () => assert.equal(await text(app, "/"), "Internal server error"));
});
