import { HttpError } from "fresh";
import { ErrorPage, sayingOf } from "@/components/ErrorPage.tsx";
import { Invited } from "@/routes/panel/(_frame)/Invited.tsx";
import { Framed } from "@/routes/panel/(_frame)/Framed.tsx";
import { contentPolicy } from "@/lib/http/content_policy.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { answerError } from "@/lib/http/endpoint.ts";
import { asProblem } from "@/lib/http/envelope.ts";
import { type Problem, problem } from "@/lib/input/errors.ts";
import { pageLanguage } from "@/lib/http/pages.ts";
import { requestIdOf } from "@/lib/http/request.ts";

/** Answers errors in the envelope under /api, else as a page: `_error.tsx` lacks the policy. */
async function errorPages(ctx: Ctx): Promise<Response> {
  try {
    return await ctx.next();
  } catch (error) {
    const problem = toProblem(error);
    if (/^\/api(\/|$)/.test(ctx.url.pathname)) return answerError(ctx, problem);
    return await answerPage(ctx, problem);
  }
}

async function answerPage(ctx: Ctx, problem: Problem): Promise<Response> {
  const { isGuest, shell, invitations } = ctx.state;
  const language = shell?.language ?? pageLanguage(ctx.req);
  const requestId = requestIdOf(ctx.req);
  // Logs it, and knows which headers go with it.
  const { status, headers } = answerError(ctx, problem);
  // That of the envelope would cut the page short.
  headers.delete("Content-Length");
  const isInvited = !shell && !!invitations?.length;
  const saying = { language, isGuest, isInvited };
  ctx.state.title = sayingOf(problem, saying).title;
  delete ctx.state.front;
  const errorPage = (
    <ErrorPage
      problem={problem}
      url={ctx.url}
      requestId={requestId}
      isGuest={isGuest}
      isFramed={shell !== undefined}
      invitations={isInvited ? <Invited invitations={invitations} /> : undefined}
    />
  );
  return await ctx.render(
    <Framed state={ctx.state} req={ctx.req}>{errorPage}</Framed>,
    { status, headers },
    { skipInheritedLayouts: true },
  );
}

function toProblem(error: unknown): Problem {
  if (!(error instanceof HttpError)) return asProblem(error);
  if (error.status === 404) return problem("not_found");
  if (error.status === 405) return problem("method_not_allowed");
  return asProblem(error);
}

export const handler = [...contentPolicy, errorPages];
