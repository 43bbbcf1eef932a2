import assert from "node:assert/strict";
import { App, csrf, type CsrfOptions } from "fresh";
import { ask } from "./support.ts";

async function status(headers: HeadersInit, options?: CsrfOptions<unknown>, method = "POST") {
  const app = new App().use(csrf(options)).all("/", (ctx) => ctx.text("in"));
  return (await ask(app, "/", { method, headers })).status;
}

Deno.test("csrf lets reading requests pass", async () => {
  const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.test" };
  assert.equal(await status(headers, {}, "GET"), 200);
  assert.equal(await status(headers, {}, "HEAD"), 200);
  assert.equal(await status(headers, {}, "POST"), 403);
});

Deno.test("csrf goes by Sec-Fetch-Site where there is one", async () => {
  assert.equal(await status({ "sec-fetch-site": "same-origin" }), 200);
  assert.equal(await status({ "sec-fetch-site": "none" }), 200);
  assert.equal(await status({ "sec-fetch-site": "same-site" }), 403);
  assert.equal(await status({ "sec-fetch-site": "cross-site" }), 403);
});

Deno.test("csrf compares Origin where Sec-Fetch-Site is absent", async () => {
  assert.equal(await status({}), 200);
  assert.equal(await status({ origin: "http://localhost" }), 200);
  assert.equal(await status({ origin: "null" }), 403);
  assert.equal(await status({ origin: "https://evil.test" }), 403);
});

Deno.test("csrf allows the origins it is given", async () => {
  const headers = { "sec-fetch-site": "cross-site", origin: "https://a.test" };
  assert.equal(await status(headers, { origin: "https://a.test" }), 200);
  assert.equal(await status(headers, { origin: ["https://b.test", "https://a.test"] }), 200);
  assert.equal(await status(headers, { origin: "https://b.test" }), 403);
  assert.equal(await status(headers, { origin: (origin) => origin.endsWith("a.test") }), 200);
});
