/** The app on a port of its own, which a test can cut off and put a new build on. */
import { createApp } from "@/app.ts";
import { builder } from "@/dev.ts";
import { type Handler, observed } from "@/lib/http/serve.ts";
import { freePort } from "../../support/process.ts";
import type { World } from "../../support/world.ts";

/** One request that the site answered. */
interface Answered {
  method: string;
  path: string;
  status: number;
}

export interface Site extends AsyncDisposable {
  url: string;
  /** What it answered so far; growing. */
  answered: Answered[];
  /** Puts a new build of the same code in place. */
  deploy(): Promise<void>;
  /** No connection gets through, open ones break. */
  cut(): Promise<void>;
  /** It can be reached again. */
  mend(): void;
}

export async function serveSite({ services }: World): Promise<Site> {
  const port = freePort();
  const answered: Answered[] = [];
  let handler: Handler;
  let stopping: AbortController;
  let server: Deno.HttpServer;
  const site: Site = {
    url: `http://127.0.0.1:${port}`,
    answered,
    async deploy() {
      // On a build server these name every build of a commit the same.
      for (const name of ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"]) {
        Deno.env.delete(name);
      }
      const app = createApp(services);
      (await builder.build({ snapshot: "memory" }))(app);
      handler = observed(app.handler(), services);
    },
    async cut() {
      stopping.abort();
      await server.finished;
    },
    mend() {
      stopping = new AbortController();
      const { signal } = stopping;
      server = Deno.serve({ hostname: "127.0.0.1", port, signal, onListen() {} }, answer);
    },
    [Symbol.asyncDispose]: () => site.cut(),
  };
  async function answer(req: Request, info: Deno.ServeHandlerInfo): Promise<Response> {
    const { method } = req;
    const path = new URL(req.url).pathname;
    const response = await handler(req, info);
    answered.push({ method, path, status: response.status });
    return response;
  }
  await site.deploy();
  site.mend();
  return site;
}
