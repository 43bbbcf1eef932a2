import { Builder } from "fresh/dev";
import { readConfig } from "@/lib/service/config.ts";
import { compileCss, phoneBrowsers } from "@/lib/build/css.ts";
import { precompress } from "@/lib/build/precompress.ts";
import { copyVendored } from "@/lib/build/vendor.ts";
import { publishBuild } from "@/lib/launch/builds.ts";
import { buildIdOf, sourceId } from "@/lib/build/source_id.ts";
import { bundleScript } from "@/lib/build/script.ts";
import { observed } from "@/lib/http/serve.ts";

const root = import.meta.dirname!;
await copyVendored(root);

/** Serves the app with the browser's assets in memory and reloads. */
export const builder = newBuilder();

function newBuilder(outDir?: string): Builder {
  const builder = new Builder({ root, ...outDir ? { outDir } : {} });
  transform(builder);
  return builder;
}

function transform(builder: Builder): void {
  builder.onTransformStaticFile(
    {
      pluginName: "tailwind",
      filter: /\/(?!docs|help|talks|tokens)\w+\.css$/,
    },
    async ({ path, text, mode }) => ({
      content: await compileCss(text, {
        root,
        minify: mode === "production",
        utilities: path.endsWith("/app.css"),
        target: path.endsWith("/phone.css") ? phoneBrowsers : undefined,
      }),
    }),
  );
  builder.onTransformStaticFile(
    {
      pluginName: "scripts of their own",
      filter: /[\\/](phone[\\/]worker|gateway[\\/]gateway|missing_files)\.js$/,
    },
    async ({ path, mode }) => ({
      content: await bundleScript(path, root, mode === "production"),
    }),
  );
}

/** Builds the browser's assets into a folder of their own, unless the same are there. */
async function build(): Promise<void> {
  const sources = await sourceId(root);
  Deno.env.set("DENO_DEPLOYMENT_ID", sources);
  const id = buildIdOf(sources);
  const isNew = await publishBuild(root, id, async (folder) => {
    await newBuilder(folder).build();
    await precompress(`${folder}/static`);
  });
  console.log(`${isNew ? "Built" : "Already built"}: ${id}`);
}

/** The app with what production puts around it: headers, compression, a log line. */
async function importObserved() {
  const { app, services } = await import("./main.ts");
  const bare = app.handler.bind(app);
  app.handler = () => {
    const handler = bare();
    const observe = observed(handler, services);
    return async (req, info) =>
      // What tells browsers to reload is a WebSocket.
      req.headers.has("upgrade") ? await handler(req, info) : await observe(req, info!);
  };
  return { app };
}

if (import.meta.main) {
  if (Deno.args.includes("build")) {
    await build();
  } else {
    const { host: hostname, port } = readConfig();
    await builder.listen(importObserved, { hostname, port, onListen() {} });
  }
}
