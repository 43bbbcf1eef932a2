import { App, staticFiles } from "fresh";
import { withDeadline } from "@/lib/db/deadline.ts";
import { markRouted } from "@/lib/http/serving/kept_answers.ts";
import { withoutMetafile } from "@/lib/http/serving/without_metafile.ts";
import type { State } from "@/lib/http/context.ts";
import type { Services } from "@/lib/service/services.ts";

/** Makes the app over what a process (or a test) has opened. */
export function createApp(services: Services): App<State> {
  return new App<State>()
    .use((ctx) => {
      ctx.state.services = services;
      return withDeadline(services.database.deadlineMs, () => ctx.next());
    })
    .use(withoutMetafile)
    .use(staticFiles())
    .use((ctx) => {
      markRouted(ctx.req);
      return ctx.next();
    })
    .fsRoutes();
}
