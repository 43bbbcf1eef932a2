import { Builder } from "fresh/dev";
import { readConfig } from "@/lib/service/config.ts";
import { compileCss, phoneBrowsers } from "@/lib/build/css.ts";
import { precompress } from "@/lib/build/precompress.ts";
import { copyVendored } from "@/lib/build/vendor.ts";
import { bundleScript } from "@/lib/build/script.ts";
import { observed } from "@/lib/http/serve.ts";

/** Builds the browser's assets (`build`), or serves the app with them in memory and reloads. */
export const builder = new Builder({ root: import.meta.dirname! });

await copyVendored(import.meta.dirname!);
const root = import.meta.dirname!;
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
    filter: /[\\/](phone[\\/]worker|gateway[\\/]gateway)\.js$/,
  },
  async ({ path, mode }) => ({
    content: await bundleScript(path, root, mode === "production"),
  }),
);

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
    await builder.build();
    await precompress(`${import.meta.dirname}/_fresh/static`);
  } else {
    const { host: hostname, port } = readConfig();
    await builder.listen(importObserved, { hostname, port, onListen() {} });
  }
}
