import type { VNode } from "preact";
import type { Ctx, Front } from "@/lib/http/context.ts";
import type { Endpoint } from "@/lib/http/endpoint.ts";
import { asProblem } from "@/lib/http/envelope.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { isFormPost, readFormOrJson } from "@/lib/http/form_body.ts";
import { afterPost, type LinkCall, linkHeaders, readFront } from "@/lib/http/pages.ts";

interface Refusal {
  problem: Problem;
  typed: Record<string, string>;
}

/** The page that the form stands on: its URL is the one above the endpoint's. */
interface FormPage<Data> {
  read: (call: LinkCall) => Promise<Data>;
  show: (data: Data, path: string, refusal: Refusal) => VNode;
}

/** Answers form posts behind a link with the form's page, and all else as the endpoint does. */
export function withForms<Data extends { front: Front }>(
  endpoint: Endpoint,
  { read, show }: FormPage<Data>,
): Endpoint {
  const handler = async (ctx: Ctx): Promise<Response> => {
    const { POST } = endpoint.methods;
    if (!POST || ctx.req.method !== "POST" || !isFormPost(ctx.req)) return await endpoint(ctx);
    ctx.state.isGuest = POST.guard === "link";
    const copy = ctx.req.clone();
    try {
      await POST.handle(ctx);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status >= 500) throw error;
      // Typed values are read again only where they were understood.
      const typed = [409, 422].includes(problem.status) ? await fieldsOf(copy) : {};
      const refusal = { problem: problem, typed };
      const page = show(await readFront(ctx, read), pageAbove(ctx.url), refusal);
      return await ctx.render(page, { status: problem.status, headers: linkHeaders });
    }
    return ctx.redirect(`${pageAbove(ctx.url)}?${afterPost}`, 303);
  };
  return Object.assign(handler, { methods: endpoint.methods });
}

/** Answers errors to browsers as a page, to programs in the envelope. */
export function withErrorPages(endpoint: Endpoint): Endpoint {
  const handler = async (ctx: Ctx): Promise<Response> => {
    const { GET } = endpoint.methods;
    const isVisit = (ctx.req.headers.get("accept") ?? "").includes("text/html");
    if (!GET || ctx.req.method !== "GET" || !isVisit) return await endpoint(ctx);
    ctx.state.isGuest = GET.guard === "link";
    return await GET.handle(ctx);
  };
  return Object.assign(handler, { methods: endpoint.methods });
}

function pageAbove({ pathname }: URL): string {
  return pathname.replace(/\/[^/]+\/?$/, "");
}

async function fieldsOf(req: Request): Promise<Record<string, string>> {
  const values = await readFormOrJson(req).catch(() => ({})) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
}
