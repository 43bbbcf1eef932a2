import assert from "node:assert/strict";
import { App, csp, type CSPOptions } from "fresh";
import { ask } from "./support.ts";

function respond(options?: CSPOptions) {
  const app = new App().use(csp(options)).get("/text", (ctx) => ctx.text("x"))
    .get("/page", (ctx) => ctx.render(<script>1</script>));
  return { page: ask(app, "/page"), text: ask(app, "/text") };
}

async function policy(response: Promise<Response>) {
  return (await response).headers.get("content-security-policy")!.split("; ");
}

Deno.test("csp has a default policy", async () => {
  const directives = await policy(respond().text);
  assert.equal(directives.length, 13);
  assert.ok(directives.includes("script-src 'self' 'unsafe-inline'"));
  assert.ok(directives.includes("frame-ancestors 'none'"));
});

Deno.test("csp replaces directives by name", async () => {
  const directives = await policy(respond({ csp: ["img-src *", "frame-src 'none'"] }).text);
  assert.deepEqual(directives.slice(-2), ["img-src *", "frame-src 'none'"]);
  assert.equal(directives.filter((directive) => directive.startsWith("img-src")).length, 1);
});

Deno.test("a rendered page gets the nonce of its scripts, another response does not", async () => {
  const { page, text } = respond({ useNonce: true });
  const directives = await policy(page);
  const [, nonce] = /<script nonce="([0-9a-f]{32})">/.exec(await (await page).text())!;
  assert.ok(directives.includes(`script-src 'self' 'nonce-${nonce}'`));
  assert.ok(directives.includes(`style-src 'self' 'nonce-${nonce}'`));
  assert.ok((await policy(text)).includes("script-src 'self' 'unsafe-inline'"));
});

Deno.test("no two pages share a nonce", async () => {
  const policies = [respond({ useNonce: true }), respond({ useNonce: true })];
  const [one, other] = await Promise.all(policies.map(({ page }) => policy(page)));
  assert.notDeepEqual(one, other);
});
