import { Builder } from "fresh/dev";
import { readConfig } from "@/lib/config.ts";
import { compileCss, phoneBrowsers } from "@/lib/build/css.ts";
import { writeTwins } from "@/lib/build/twins.ts";
import { copyVendored } from "@/lib/build/vendor.ts";
import { bundleWorker } from "@/lib/build/worker.ts";

/** Builds the browser's assets (`build`), or serves the app with them in memory and reloads. */
export const builder = new Builder({ root: import.meta.dirname! });

await copyVendored(import.meta.dirname!);
const root = import.meta.dirname!;
builder.onTransformStaticFile(
  { pluginName: "tailwind", filter: /\/(app|calendar|phone)\.css$/ },
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
  { pluginName: "phone worker", filter: /[\\/]phone[\\/]worker\.js$/ },
  async ({ path, mode }) => ({
    content: await bundleWorker(path, root, mode === "production"),
  }),
);

if (import.meta.main) {
  if (Deno.args.includes("build")) {
    await builder.build();
    await writeTwins(`${import.meta.dirname}/_fresh/static`);
  } else {
    const { host: hostname, port } = readConfig();
    await builder.listen(() => import("./main.ts"), { hostname, port, onListen() {} });
  }
}
