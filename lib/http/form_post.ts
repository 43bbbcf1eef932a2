import type { Ctx } from "@/lib/http/context.ts";
import type { Endpoint } from "@/lib/http/endpoint.ts";
import { asProblem } from "@/lib/http/envelope.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { isFormPost, readFormOrJson } from "@/lib/http/form_body.ts";

/** Endpoints that people's browsers call by themselves, with no script of ours between. */

interface FormAnswers {
  /** Where the browser goes next. */
  next: (ctx: Ctx) => string;
  /** Answers what the person can do something about, with the fields as they were typed. */
  refused: (ctx: Ctx, problem: Problem, typed: Record<string, string>) => Promise<Response>;
}

/** Answers form posts with pages, and all else as the endpoint does. */
export function withForms(endpoint: Endpoint, { next, refused }: FormAnswers): Endpoint {
  const handler = async (ctx: Ctx): Promise<Response> => {
    const { POST } = endpoint.methods;
    if (!POST || ctx.req.method !== "POST" || !isFormPost(ctx.req)) return await endpoint(ctx);
    ctx.state.isGuest = POST.door === "link";
    const copy = ctx.req.clone();
    try {
      await POST.handle(ctx);
    } catch (error) {
      const found = asProblem(error);
      if (found.status >= 500) throw error;
      return await refused(ctx, found, await fieldsOf(copy));
    }
    return ctx.redirect(next(ctx), 303);
  };
  return Object.assign(handler, { methods: endpoint.methods });
}

/** Tells a browser on a page what goes wrong, and programs in the envelope. */
export function withErrorPages(endpoint: Endpoint): Endpoint {
  const handler = async (ctx: Ctx): Promise<Response> => {
    const { GET } = endpoint.methods;
    const isVisit = (ctx.req.headers.get("accept") ?? "").includes("text/html");
    if (!GET || ctx.req.method !== "GET" || !isVisit) return await endpoint(ctx);
    ctx.state.isGuest = GET.door === "link";
    return await GET.handle(ctx);
  };
  return Object.assign(handler, { methods: endpoint.methods });
}

/** The texts of a form; none where it cannot be read. */
async function fieldsOf(req: Request): Promise<Record<string, string>> {
  const values = await readFormOrJson(req).catch(() => ({})) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}
