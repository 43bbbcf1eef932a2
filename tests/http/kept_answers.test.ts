/** Answers that are the same for everybody are made once, and are what the app would answer. */
import assert from "node:assert/strict";
import { observed } from "@/lib/http/serve.ts";
import { KeptAnswers } from "@/lib/http/serving/kept_answers.ts";
import { askRaw, type Raw } from "../support/wire.ts";
import { people, testOnEach, type World } from "../support/world.ts";

/** The world's app served once more, with answers that are kept; counts what reaches the app. */
function serveKept(world: World) {
  const reached: string[] = [];
  const handler = observed(
    (req, info) => {
      reached.push(new URL(req.url).pathname);
      return world.handler(req, info);
    },
    world.services,
    { cache: new KeptAnswers() },
  );
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    reached,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const own = new Set(["x-request-id", "date", "content-length", "transfer-encoding"]);

function comparable({ status, headers, text }: Raw) {
  const shared = Object.entries(headers).filter(([name]) => !own.has(name));
  // Fresh writes a nonce, which the policy of such a page does not ask for.
  const steady = text.replaceAll(/ nonce="\w+"/g, "");
  return { status, headers: Object.fromEntries(shared.toSorted()), text: steady };
}

testOnEach("files and public documents are made once, each as the app makes it", async (world) => {
  await using site = serveKept(world);
  const languages = ["es", "en"];
  for (const path of ["/app.css", "/api/openapi.json", "/api/docs", "/healthz"]) {
    for (const coding of ["br", "gzip", "identity"]) {
      for (const language of path === "/api/docs" ? languages : ["en"]) {
        const headers = { "Accept-Encoding": coding, "Accept-Language": language };
        const plain = comparable(await askRaw(world.url + path, { headers }));
        const first = comparable(await askRaw(site.url + path, { headers }));
        assert.deepEqual(first, plain, `${path} ${coding} ${language}`);
        const count = site.reached.length;
        assert.deepEqual(comparable(await askRaw(site.url + path, { headers })), plain);
        const head = await askRaw(site.url + path, { method: "HEAD", headers });
        assert.deepEqual([head.status, head.bytes.length], [200, 0]);
        assert.equal(site.reached.length, count, `${path} was made again`);
      }
    }
  }
  const docs = (language: string) =>
    askRaw(`${site.url}/api/docs`, { headers: { "Accept-Language": language } });
  assert.match((await docs("es")).text, /<html lang="en"/);
  assert.match((await docs("en-GB")).text, /<html lang="en"/);
});

testOnEach("who holds the current version is told so, by its tag", async (world) => {
  await using site = serveKept(world);
  const url = `${site.url}/api/docs`;
  const { headers } = await askRaw(url, { headers: { "Accept-Encoding": "br" } });
  const tag = { "Accept-Encoding": "br", "If-None-Match": headers.etag! };
  const cached = await askRaw(url, { headers: tag });
  assert.deepEqual([cached.status, cached.bytes.length], [304, 0]);
  assert.equal(cached.headers["content-encoding"], undefined);
  const unknown = await askRaw(url, { headers: { ...tag, "If-None-Match": '"other"' } });
  assert.equal(unknown.status, 200);
});

testOnEach("what is somebody's, or may change, reaches the app each time", async (world) => {
  await using site = serveKept(world);
  const headers = { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.ana) };
  for (const path of ["/panel", "/api/admin/contacts", "/nothing", "/readyz", "/phone"]) {
    await askRaw(site.url + path, { headers });
    const count = site.reached.length;
    await askRaw(site.url + path, { headers });
    assert.equal(site.reached.length, count + 1, path);
  }
  const before = site.reached.length;
  // An address that somebody makes up is not kept.
  for (let n = 0; n < 2; n++) await askRaw(`${site.url}/app.css?${"x".repeat(200)}`);
  assert.equal(site.reached.length, before + 2);
});
