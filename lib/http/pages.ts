import { createDefine, page, type PageResponse } from "fresh";
import type { Trx } from "@/lib/db/connection.ts";
import type { Replica } from "@/lib/db/replica.ts";
import { isOperator } from "@/lib/access/operator.ts";
import type { Link } from "@/lib/access/links.ts";
import type { Member, User } from "@/lib/access/members.ts";
import type { Ctx, Front, Shell, State } from "@/lib/http/context.ts";
import { pageAsLinkHolder, pageAsMember } from "@/lib/http/guards.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { type Language, preferredLanguage, type Text } from "@/lib/words/language.ts";

export const define = createDefine<State>();

export interface PageCall extends Shell {
  trx: Trx;
  /** The member as a person of all their companies. */
  user: User;
  url: URL;
  params: Record<string, string>;
  publicUrl: string;
  /** Whether secrets can be kept: without them there are no channels. */
  hasSecrets: boolean;
  replica: Replica;
}

interface MemberPage<Data> {
  title: Text | ((data: Data, language: Language) => string);
  /** Stylesheets beside app.css: each further file costs about 250 bytes, so they are few. */
  stylesheets?: string[];
  /** Reads how much waits in each section, for the frame. */
  counts?: (trx: Trx, member: Member) => Promise<Shell["counts"]>;
  run: (call: PageCall) => Promise<Data>;
  elsewhere?: (call: PageCall) => Promise<string | null>;
}

/** The language of pages: the browser's, and Spanish where it asks for neither of ours. */
export function pageLanguage(req: Request): Language {
  return preferredLanguage(`${req.headers.get("accept-language") ?? ""},es;q=0.001`);
}

/** A panel page behind the member guard. A refused page still stands inside the frame. */
export function memberPage<Data>(
  { title, stylesheets, counts, run, elsewhere }: MemberPage<Data>,
) {
  const handler = async (ctx: Ctx): Promise<PageResponse<Data> | Response> => {
    takeOnlyReads(ctx.req);
    const result = await pageAsMember(ctx, async ({ trx, member, memberships, user }) => {
      const language = member.language ?? pageLanguage(ctx.req);
      const { config, secretCipher, replica } = ctx.state.services;
      const { publicUrl, gatewaySecret } = config;
      const shell = {
        language,
        member,
        memberships,
        counts: await counts?.(trx, member) ?? {},
        hasOwnGateway: gatewaySecret !== undefined,
        isOperator: isOperator(user, config),
        now: currentTime(),
      };
      ctx.state.shell = shell;
      const { url, params } = ctx;
      const context = { url, params, publicUrl, hasSecrets: secretCipher !== null, replica };
      const call = { ...shell, trx, user, ...context };
      try {
        return { data: await run(call), location: null };
      } catch (error) {
        const isMissing = error instanceof Problem && error.code === "not_found";
        const location = isMissing ? await elsewhere?.(call) : null;
        if (!location) throw error;
        return { location };
      }
    });
    if (result.location !== null) {
      return new Response(null, {
        status: 302,
        headers: { ...headers, Location: result.location },
      });
    }
    const { data } = result;
    const { language } = ctx.state.shell!;
    ctx.state.stylesheets = stylesheets;
    ctx.state.title = typeof title === "function" ? title(data, language) : title[language];
    return page(data, { headers });
  };
  return Object.assign(handler, { guard: "member" as const });
}

/** Tells, in its query, the page that follows a form's post. */
export const afterPost = "answered";

/** A page behind a link's guard; HEAD and the page after a form's post count no view. */
export function linkPage<Data extends { front: Front }>(
  { run }: { run: (call: LinkCall & { countView: boolean }) => Promise<Data> },
) {
  const handler = async (ctx: Ctx): Promise<PageResponse<Data>> => {
    ctx.state.isGuest = true;
    takeOnlyReads(ctx.req);
    const countView = ctx.req.method !== "HEAD" && !ctx.url.searchParams.has(afterPost);
    return page(await readFront(ctx, (call) => run({ ...call, countView })), {
      headers: linkHeaders,
    });
  };
  return Object.assign(handler, { guard: "link" as const });
}

export interface LinkCall {
  trx: Trx;
  link: Link;
  language: Language;
}

export async function readFront<Data extends { front: Front }>(
  ctx: Ctx,
  read: (call: LinkCall) => Promise<Data>,
): Promise<Data> {
  const language = pageLanguage(ctx.req);
  const data = await pageAsLinkHolder(ctx, (call) => read({ ...call, language }));
  ctx.state.front = data.front;
  return data;
}

/** A page that shows nobody's data. `?lang=` outranks the browser's language. */
export function publicPage({ title }: { title: Text }) {
  const handler = (ctx: Ctx): PageResponse<{ language: Language; publicUrl: string }> => {
    takeOnlyReads(ctx.req);
    const requested = ctx.url.searchParams.get("lang");
    const language = requested === "es" || requested === "en" ? requested : pageLanguage(ctx.req);
    ctx.state.title = title[language];
    const { publicUrl } = ctx.state.services.config;
    return page({ language, publicUrl }, {
      headers: { "Cache-Control": "no-cache", "Vary": "Accept-Language" },
    });
  };
  return Object.assign(handler, { guard: "public" as const });
}

/** The address is the credential: it goes to no other site, and nobody keeps what it shows. */
export const linkHeaders = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
};

function takeOnlyReads({ method }: Request): void {
  if (method === "GET" || method === "HEAD") return;
  throw problem("method_not_allowed", { headers: { Allow: "GET, HEAD" } });
}

const headers = { "Cache-Control": "private, no-cache", "Vary": "Accept-Language" };
