import assert from "node:assert/strict";
import { contentTypeOf } from "../../lib/fresh/serve/mime.ts";

Deno.test("a file's name says its type, an unknown one is text", () => {
  const expected = {
    "/a.css": "text/css; charset=UTF-8",
    "/a.JS": "text/javascript; charset=UTF-8",
    "/a.json": "application/json; charset=UTF-8",
    "/a.svg": "image/svg+xml",
    "/a.woff2": "font/woff2",
    "/a.unknown": "text/plain",
    "/LICENSE": "text/plain",
  };
  for (const [path, type] of Object.entries(expected)) assert.equal(contentTypeOf(path), type);
});
