import { Builder } from "fresh/dev";
import { readConfig } from "@/lib/config.ts";
import { compileCss } from "@/lib/build/css.ts";
import { observed } from "@/lib/http/serve.ts";
import { writeTwins } from "@/lib/build/twins.ts";
import { copyVendored } from "@/lib/build/vendor.ts";

/** Builds the browser's assets (`build`), or serves the app with them in memory and reloads. */
export const builder = new Builder({ root: import.meta.dirname! });

await copyVendored(import.meta.dirname!);
builder.onTransformStaticFile(
  { pluginName: "tailwind", filter: /\/(app|calendar)\.css$/ },
  async ({ path, text, mode }) => {
    const root = path.endsWith("/app.css") ? import.meta.dirname! : null;
    return { content: await compileCss(text, root, mode === "production") };
  },
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
    await writeTwins(`${import.meta.dirname}/_fresh/static`);
  } else {
    const { host: hostname, port } = readConfig();
    await builder.listen(importObserved, { hostname, port, onListen() {} });
  }
}
