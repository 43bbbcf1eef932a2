import assert from "node:assert/strict";
import { Router } from "../../lib/fresh/serve/router.ts";

function routerOf(...patterns: string[]) {
  const router = new Router<string>();
  for (const pattern of patterns) router.add(["GET"], pattern, pattern);
  return router;
}

Deno.test("fixed text beats parameters, whatever the order", () => {
  const router = routerOf("/a/:id", "/a/b", "*");
  assert.equal(router.find("/a/b")!.pattern, "/a/b");
  assert.equal(router.find("/a/c")!.pattern, "/a/:id");
  assert.equal(router.find("/x/y")!.pattern, "*");
});

Deno.test("patterns with parameters are tried in the order they came", () => {
  assert.equal(routerOf("/:a", "/:b").find("/x")!.pattern, "/:a");
});

Deno.test("a trailing slash matters to parameters only", () => {
  const router = routerOf("/", "/a", "/b/", "/d/:id", "/r/:rest*", "/w/*");
  for (const path of ["/a", "/a/", "/b", "/b/", "/d/1", "/r", "/r/1/2", "/w/", "/"]) {
    assert.ok(router.find(path), path);
  }
  for (const path of ["/d/1/", "/r/", "/w", "/none"]) assert.equal(router.find(path), null, path);
  assert.equal(router.find("/b")!.pattern, "/b/");
});

Deno.test("parameters are decoded, but a slash stays encoded", () => {
  const { params } = routerOf("/f/:name").find("/f/a%20b%2Fc")!;
  assert.deepEqual(params, { name: "a b%2Fc" });
  assert.throws(() => routerOf("/f/:name").find("/f/%zz"), URIError);
});

Deno.test("the syntax of URLPattern works", () => {
  assert.deepEqual(routerOf("/n/:id(\\d+)").find("/n/12")!.params, { id: "12" });
  assert.equal(routerOf("/n/:id(\\d+)").find("/n/x"), null);
  assert.deepEqual(routerOf("/o{/:opt}?").find("/o")!.params, { opt: "" });
  assert.deepEqual(routerOf("/:a.csv").find("/x.y.csv")!.params, { a: "x.y" });
  assert.equal(routerOf("/:a.csv").find("/x-csv"), null);
  assert.deepEqual(routerOf("/:a@:b").find("/x@y")!.params, { a: "x", b: "y" });
  assert.deepEqual(routerOf("/w/*").find("/w/1/2")!.params, { 0: "1/2" });
  assert.deepEqual(routerOf("/x-:n").find("/x-7")!.params, { n: "7" });
});

Deno.test("names are case-sensitive and may be non-ASCII", () => {
  const router = routerOf("/Año", "/ñ/:id");
  assert.ok(router.find(new URL("http://x/Año").pathname));
  assert.ok(router.find(new URL("http://x/ñ/1").pathname));
  assert.equal(router.find("/a%C3%B1o"), null);
});

Deno.test("one pattern in several places is one entry, and the first handler stays", () => {
  const router = new Router<string>();
  router.add(["GET"], "/a", "first");
  router.add(["GET", "PUT"], "/a", "second");
  assert.deepEqual([...router.find("/a")!.methods], [["GET", "first"], ["PUT", "second"]]);
});
