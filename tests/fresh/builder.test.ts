import assert from "node:assert/strict";
import { join } from "node:path";
import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { FIXTURE, text } from "./support.ts";

const CONFIG = join(import.meta.dirname!, "../../deno.json");

/** Starts a built server with as few permissions as it needs; gives its address. */
async function startServer(outDir: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["serve", "--config", CONFIG, "--no-prompt", "--port", "0", "--host", "127.0.0.1"],
      ...["--allow-net", "--allow-read", "--allow-env", join(outDir, "server.js")],
    ],
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let log = "";
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    log += chunk;
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(log)?.[0];
    if (origin) return { child, origin };
  }
  throw new Error(`The server did not start: ${log}`);
}

/** The paths of what a bundle imports. */
async function importsOf(url: string): Promise<string[]> {
  const source = await (await fetch(url)).text();
  return [...source.matchAll(/(?:from|import)"(\.[^"]+)"/g)]
    .map(([, name]) => new URL(name!, url).pathname);
}

Deno.test("a build on disk serves pages, bundles and files without the right to run", async () => {
  const outDir = await Deno.makeTempDir();
  const log = console.log;
  console.log = () => {};
  await new Builder({ root: FIXTURE, outDir }).build().finally(() => console.log = log);
  const { child, origin } = await startServer(outDir);
  try {
    const page = await fetch(`${origin}/`);
    const html = await page.text();
    assert.match(html, /Count: 3/);
    const preloaded = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)]
      .map(([, path]) => path!);
    const imported = (await Promise.all(preloaded.map((path) => importsOf(origin + path)))).flat();
    assert.ok(imported.length > 0);
    for (const path of imported) assert.ok(preloaded.includes(path), path);
    for (const [, path] of html.matchAll(/from"([^"]+)"/g)) {
      const bundle = await fetch(origin + path);
      assert.equal(bundle.status, 200, path);
      assert.match(bundle.headers.get("cache-control")!, /immutable/);
      assert.ok((await bundle.text()).length > 50);
    }
    const file = await fetch(`${origin}/a%20b.txt`);
    assert.equal(await file.text(), "a b\n");
    const headers = { "if-none-match": file.headers.get("etag")! };
    assert.equal((await fetch(`${origin}/a%20b.txt`, { headers })).status, 304);
    assert.match(await (await fetch(`${origin}/posts/7`)).text(), /<p>7<\/p>/);
    const missing = await fetch(`${origin}/none`);
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /No such page/);
  } finally {
    child.kill();
    await child.status;
    await Deno.remove(outDir, { recursive: true });
  }
});

Deno.test("static files are transformed one after the other", async () => {
  const calls: string[] = [];
  const builder = new Builder({ root: FIXTURE });
  builder.onTransformStaticFile({ pluginName: "one", filter: /\.css$/ }, ({ path, text, mode }) => {
    calls.push(path, mode);
    return { content: text + "/* one */" };
  });
  builder.onTransformStaticFile({ pluginName: "two", filter: /\.css$/ }, ({ content }) => ({
    content: new Uint8Array([...content, 33]),
  }));
  builder.onTransformStaticFile({ pluginName: "none", filter: /\.css$/ }, () => {});
  const app = new App().use(staticFiles());
  (await builder.build({ snapshot: "memory" }))(app);
  assert.match(await text(app, "/styles.css"), /\}\n\/\* one \*\/!$/);
  assert.deepEqual(calls, [join(FIXTURE, "static/styles.css"), "production"]);
  assert.equal(join(app.config.root, "/"), FIXTURE);
});

Deno.test("the development server serves, and tells pages which build runs", async () => {
  const { promise: address, resolve: onListen } = Promise.withResolvers<Deno.NetAddr>();
  const abort = new AbortController();
  const served = new Builder({ root: FIXTURE }).listen(
    () => Promise.resolve({ app: new App().use(staticFiles()).fsRoutes() }),
    { port: 0, hostname: "127.0.0.1", signal: abort.signal, onListen },
  );
  const { port } = await address;
  const origin = `127.0.0.1:${port}`;
  const html = await (await fetch(`http://${origin}/plain`)).text();
  assert.match(html, /new WebSocket\("\/_frsh\/alive"\)/);
  const css = await fetch(`http://${origin}/styles.css`);
  assert.equal(css.headers.get("etag"), null);
  assert.match(await css.text(), /dot\.svg/);
  assert.equal((await fetch(`http://${origin}/_frsh/alive`)).status, 501);
  const socket = new WebSocket(`ws://${origin}/_frsh/alive`);
  const buildId = await new Promise((resolve) => socket.onmessage = ({ data }) => resolve(data));
  assert.ok(html.includes(`__frsh_c=${buildId}`));
  const closed = new Promise((resolve) => socket.onclose = resolve);
  socket.close();
  await closed;
  abort.abort();
  await served;
});
