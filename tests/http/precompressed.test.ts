/** Assets come as the build on disk has compressed them, whatever serves the plain ones. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import zlib from "node:zlib";
import { createCompression } from "@/lib/http/compression.ts";
import { PrecompressedFiles } from "@/lib/http/precompressed.ts";
import { buildFolder } from "../support/build_folder.ts";

const folder = pathToFileURL(`${buildFolder}/static/`);
const plain = await Deno.readFile(new URL("app.css", folder));
const compress = createCompression(await PrecompressedFiles.read(folder.pathname.slice(0, -1)));

function ask(coding: string, method = "GET"): Promise<Response> {
  const url = "http://localhost/app.css?__frsh_c=1";
  const request = new Request(url, { method, headers: { "Accept-Encoding": coding } });
  const headers = {
    "Content-Type": "text/css; charset=UTF-8",
    "Content-Length": String(plain.length),
    "Cache-Control": "public, max-age=31536000, immutable",
    "ETag": 'W/"1"',
  };
  return compress(request, new Response(method === "HEAD" ? null : plain, { headers }));
}

Deno.test("the compressed files that the build has written are sent as they are", async () => {
  for (const [coding, extension] of [["br", "br"], ["gzip", "gz"]] as const) {
    const compressed = await Deno.readFile(new URL(`app.css.${extension}`, folder));
    const asset = await ask(coding);
    assert.equal(asset.headers.get("content-encoding"), coding);
    assert.deepEqual(await asset.bytes(), compressed);
    const decode = coding === "br" ? zlib.brotliDecompressSync : zlib.gunzipSync;
    assert.deepEqual(new Uint8Array(decode(compressed)), plain);
    const head = await ask(coding, "HEAD");
    assert.equal(head.headers.get("content-length"), String(compressed.length));
    assert.equal(head.body, null);
  }
});

Deno.test("only text is precompressed, and each is smaller than its file", () => {
  const names = [...Deno.readDirSync(new URL("vendor/", folder))].map(({ name }) => name);
  assert.ok(names.includes("inter-LICENSE.txt.br") && names.includes("inter-LICENSE.txt.gz"));
  assert.ok(!names.some((name) => name.startsWith("inter-latin.woff2.")));
  for (const name of names.filter((name) => /\.(br|gz)$/.test(name))) {
    const size = (file: string) => Deno.statSync(new URL(`vendor/${file}`, folder)).size;
    assert.ok(size(name) < size(name.replace(/\.(br|gz)$/, "")), name);
  }
});
