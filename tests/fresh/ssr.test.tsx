import assert from "node:assert/strict";
import { App } from "fresh";
import { body } from "./support.ts";

Deno.test("links say how they relate to the page, unless they say so themselves", async () => {
  const links = ["/a/b", "/a/b/", "/a", "/", "/a/bc", "/a/b?x=1", "/a/b?x=2", "b", "//a/b"];
  const app = new App().route("/a/b", {
    component: () => (
      <>
        {links.map((href) => <a key={href} href={href} />)}
        <a href="/a" aria-current="step" />
        <a href="/a/b" aria-current="false" />
      </>
    ),
  });
  const page = `data-current="true" aria-current="page"`;
  const above = `data-ancestor="true" aria-current="true"`;
  const marks = [...(await body(app, "/a/b?x=1"))!.matchAll(/<a href="[^"]*" ?([^>]*)>/g)]
    .map((match) => match[1]!.trim());
  assert.deepEqual(marks, [
    page,
    page,
    above,
    above,
    "",
    page,
    above,
    "",
    "",
    `aria-current="step"`,
    `aria-current="false"`,
  ]);
});

Deno.test("scripts and styles get a nonce if they have none", async () => {
  const app = new App().route("/", {
    component: () => (
      <>
        <style>{"b{}"}</style>
        <script nonce="own" />
        <script src="/x.js" />
      </>
    ),
  });
  const nonces = [...(await body(app))!.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce);
  assert.equal(nonces[1], "own");
  assert.match(nonces[0]!, /^[0-9a-f]{32}$/);
  assert.equal(nonces[2], nonces[0]);
});
