import { page, type PageResponse } from "fresh";
import { type AnswerLink, findAnswerLink, isAnswerLinkLive } from "@/lib/access/answer_links.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { asProblem } from "@/lib/http/envelope.ts";
import { readFormOrJson } from "@/lib/http/form_body.ts";
import { linkHeaders, pageLanguage } from "@/lib/http/pages.ts";
import { isCrossSite, remoteAddress } from "@/lib/http/request.ts";
import { markAdmitted } from "@/lib/fairness/anonymous_limit.ts";
import { problem } from "@/lib/input/errors.ts";
import { errorWords } from "@/lib/words/errors.ts";
import type { Language } from "@/lib/words/language.ts";

interface AnswerPage<Shown> {
  read(trx: Trx, link: AnswerLink): Promise<Shown>;
  /** @throws Problem */
  write(trx: Trx, link: AnswerLink, values: Record<string, unknown>, ctx: Ctx): Promise<void>;
}

interface AnswerPageProps<Shown> {
  shown: Shown;
  language: Language;
  refused: { message: string; reply: string } | null;
}

/** A page behind a mail's link to a notification; its form's post answers, nothing else does. */
export function answerPage<Shown>({ read, write }: AnswerPage<Shown>) {
  const handler = async (ctx: Ctx): Promise<PageResponse<AnswerPageProps<Shown>> | Response> => {
    ctx.state.isGuest = true;
    const { method } = ctx.req;
    if (!["GET", "HEAD", "POST"].includes(method)) {
      throw problem("method_not_allowed", { headers: { Allow: "GET, HEAD, POST" } });
    }
    const { services } = ctx.state;
    services.linkLimiter.take(remoteAddress(ctx));
    const link = await findAnswerLink(services.database.db, ctx.params.token ?? "");
    if (!link) throw problem("not_found");
    markAdmitted(ctx.req);
    const open = <T>(work: (trx: Trx) => Promise<T>) =>
      services.queues.runForCompany(
        link,
        () =>
          inCompany(services.database.db, link.companyId, async (trx) => {
            if (!await isAnswerLinkLive(trx, link)) throw problem("not_found");
            return await work(trx);
          }, services.announce),
      );
    const language = languageOf(ctx);
    const show = async (refused: AnswerPageProps<Shown>["refused"], status: number) => {
      const view = await open((trx) => read(trx, link));
      return page({ shown: view, language, refused }, { status, headers: linkHeaders });
    };
    if (method !== "POST") return await show(null, 200);
    if (isCrossSite(ctx.req, services.config.publicUrl)) throw problem("cross_site");
    const body = await readFormOrJson(ctx.req) as Record<string, unknown>;
    try {
      await open((trx) => write(trx, link, body, ctx));
    } catch (error) {
      const problem = asProblem(error);
      if (![409, 410, 422].includes(problem.status)) throw error;
      const reply = typeof body.reply === "string" ? body.reply : "";
      const wrong = problem.extras.fields?.reply?.[language];
      const sentences = [errorWords[problem.code][language], wrong && `(${wrong})`].filter(Boolean);
      return await show({ message: sentences.join(" "), reply }, problem.status);
    }
    const { pathname, search } = ctx.url;
    return new Response(null, {
      status: 303,
      headers: { ...linkHeaders, Location: pathname + search },
    });
  };
  return Object.assign(handler, { guard: "link" as const });
}

function languageOf({ req, url }: Ctx): Language {
  const requested = url.searchParams.get("lang");
  return requested === "es" || requested === "en" ? requested : pageLanguage(req);
}
