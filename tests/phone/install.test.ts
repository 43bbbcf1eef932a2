/** What Chromium thinks of the app before it offers to install it. */
import assert from "node:assert/strict";
import { testInBrowser } from "../panel/scene.ts";
import { until } from "../support/wait.ts";
import { makeWorld } from "../support/world.ts";
import { makePhone } from "./support/phone.ts";

testInBrowser("the app can be installed", async (world) => {
  await using phone = await makePhone(world, { userId: "u1" });
  const tab = await phone.openApp();
  const cdp = await phone.context.newCDPSession(tab);
  const judged = await until(async () => {
    const { url, errors, data } = await cdp.send("Page.getAppManifest");
    return data && { url, errors, manifest: JSON.parse(data) };
  }, { what: "the manifest" });
  assert.deepEqual(judged.errors, []);
  assert.equal(judged.url, `${world.url}/phone/manifest.webmanifest`);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors, []);
  const { appId } = await cdp.send("Page.getAppId");
  assert.equal(appId, `${world.url}/phone`);
  const { id, scope, start_url, display, lang } = judged.manifest;
  assert.deepEqual({ id, scope, start_url, display, lang }, {
    id: "/phone",
    scope: "/phone",
    start_url: "/phone",
    display: "standalone",
    lang: "es",
  });
  const scopes = await tab.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)
  );
  assert.deepEqual(scopes, [`${world.url}/phone`]);
});

Deno.test("what a phone needs to install the app is served without a cookie", async (t) => {
  await using world = await makeWorld();
  await t.step("the worker's script names the build and is never kept", async () => {
    const script = await fetch(`${world.url}/phone/sw.js`);
    assert.equal(script.headers.get("service-worker-allowed"), "/phone");
    assert.equal(script.headers.get("cache-control"), "no-cache");
    const [, bundle] = /importScripts\("([^"]+)"\)/.exec(await script.text())!;
    const worker = await fetch(new URL(bundle!, world.url));
    assert.match(worker.headers.get("cache-control")!, /immutable/);
    const plain = await worker.blob();
    const packed = plain.stream().pipeThrough(new CompressionStream("gzip"));
    const weight = (await new Response(packed).arrayBuffer()).byteLength;
    assert.ok(weight < 12 * 1024, `the worker weighs ${weight} bytes`);
  });
  await t.step("the icons are as large as the manifest says", async () => {
    const manifest = await fetch(`${world.url}/phone/manifest.webmanifest`, {
      headers: { "Accept-Language": "en" },
    });
    assert.equal(manifest.headers.get("content-type"), "application/manifest+json");
    const { lang, icons } = await manifest.json();
    assert.equal(lang, "en");
    assert.deepEqual(icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose]), [
      ["192x192", "any"],
      ["512x512", "any"],
      ["512x512", "maskable"],
    ]);
    for (const { src, sizes } of icons) assert.equal(await sizeOf(src), sizes);
    assert.equal(await sizeOf("/phone/icons/apple-touch-icon.png"), "180x180");
  });

  async function sizeOf(path: string): Promise<string> {
    const response = await fetch(world.url + path);
    assert.equal(response.status, 200, path);
    // The header of a PNG: width and height as four bytes each.
    const header = new DataView(await response.arrayBuffer(), 16, 8);
    return `${header.getUint32(0)}x${header.getUint32(4)}`;
  }
});
