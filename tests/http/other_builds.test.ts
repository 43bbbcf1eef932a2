/** A page that was open over a release asks for scripts of another build. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { App, staticFiles } from "fresh";
import { buildFolder, currentBuild, publishBuild } from "@/lib/launch/builds.ts";
import { withOtherBuilds } from "@/lib/http/serving/other_builds.ts";

const info = { remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 1 } } as const;

async function call(handler: ReturnType<typeof withOtherBuilds>, path: string, method = "GET") {
  const url = `http://localhost${path}`;
  const response = await handler(new Request(url, { method }), info as never);
  const { status, headers } = response;
  return { status, cache: headers.get("cache-control"), text: await response.text(), headers };
}

Deno.test("each process serves its own build and any other that is there", async () => {
  const root = await Deno.makeTempDir();
  const app = new App().use(staticFiles());
  const [own, other] = ["a", "b"].map((letter) => letter.repeat(40)) as [string, string];
  for (const id of [own, other]) {
    await publishBuild(root, id, async (folder) => {
      const scripts = join(folder, "static/_fresh/js", id);
      await Deno.mkdir(scripts, { recursive: true });
      await Deno.writeTextFile(join(scripts, "say.js"), `// of ${id}`);
      await Deno.writeTextFile(join(scripts, "metafile.json"), "{}");
      await Deno.writeTextFile(join(folder, "static/secret.js"), "no");
    });
  }
  assert.equal((await currentBuild(root))?.id, other);
  const handler = withOtherBuilds(app.handler() as never, {
    id: own,
    folderOf: (id) => buildFolder(root, id),
  });
  const script = await call(handler, `/_fresh/js/${other}/say.js`);
  assert.deepEqual([script.status, script.text], [200, `// of ${other}`]);
  assert.match(script.cache!, /immutable/);
  assert.equal(script.headers.get("content-type"), "text/javascript; charset=UTF-8");
  const head = await call(handler, `/_fresh/js/${other}/say.js`, "HEAD");
  assert.deepEqual([head.status, head.text], [200, ""]);
  assert.equal(head.headers.get("content-length"), String(script.text.length));
  for (
    const path of [
      `/_fresh/js/${other}/gone.js`,
      `/_fresh/js/${own}/gone.js`,
      `/_fresh/js/${"c".repeat(40)}/say.js`,
      `/_fresh/js/${other}/metafile.json`,
      `/_fresh/js/${other}/..%2f..%2f..%2fsecret.js`,
      `/_fresh/js/${other}/%2e%2e/${own}/say.js`,
      `/_fresh/js/${other}/say.js/`,
      `/_fresh/js/${other.toUpperCase()}/say.js`,
      "/_fresh/js/say.js",
      "/_fresh/js/",
    ]
  ) {
    const { status, cache } = await call(handler, path);
    assert.deepEqual([status, cache], [404, "no-store"], path);
  }
  assert.equal((await call(handler, `/_fresh/js/${other}/say.js`, "POST")).status, 404);
  await Deno.remove(buildFolder(root, other), { recursive: true });
  assert.equal((await call(handler, `/_fresh/js/${other}/say.js`)).status, 404);
});
