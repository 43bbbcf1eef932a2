// What matters here is that it compiles: data is typed by what the handlers return.
import assert from "node:assert/strict";
import { createDefine, page } from "fresh";

const define = createDefine<{ user: string }>();

const handlers = define.handlers({
  GET: (ctx) => ctx.state.user ? page({ items: ["a"] }) : ctx.redirect("/"),
  POST: () => page({ items: [] as string[], error: "empty" }),
  DELETE: (ctx) => ctx.text("gone"),
});

const single = define.handlers(async () => page({ count: await Promise.resolve(1) }));

Deno.test("define types pages by their handlers, and changes nothing", () => {
  const render = define.page<typeof handlers>(({ data, state }) => {
    const items: string[] = data.items;
    const error: string | undefined = "error" in data ? data.error : undefined;
    // @ts-expect-error no handler returns this
    data.missing;
    return `${state.user.trim()}${items}${error}`;
  });
  assert.equal(typeof render, "function");
  assert.equal(define.page<typeof single>(({ data }) => data.count.toFixed()).length, 1);
  assert.equal(define.page(({ url }) => url.href).length, 1);
  assert.equal(typeof handlers.GET, "function");
  const middlewares = define.middleware([(ctx) => ctx.next()]);
  assert.equal(middlewares.length, 1);
  assert.equal(define.layout(({ Component }) => Component.name).length, 1);
});
