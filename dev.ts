import { Builder } from "fresh/dev";

/** Builds the browser's assets (`build`), or serves the app with them in memory and reloads. */
export const builder = new Builder({ root: import.meta.dirname! });

if (import.meta.main) {
  if (Deno.args.includes("build")) await builder.build();
  else await builder.listen(() => import("./main.ts"));
}
