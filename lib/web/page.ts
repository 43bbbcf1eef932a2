import { createDefine, page, type PageResponse } from "fresh";
import type { Member, Membership } from "@/lib/access/members.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { type Language, type Words, wordsIn } from "@/lib/i18n/words.ts";
import { pageAsMember } from "@/lib/web/doors.ts";
import type { Ctx, State } from "@/lib/web/endpoint.ts";
import { preferredLanguage, problem } from "@/lib/web/errors.ts";

export const define = createDefine<State>();

/** What surrounds a panel page: who is here, and which companies they may go to. */
export interface Shell {
  language: Language;
  member: Member;
  memberships: Membership[];
}

/** What a panel page reads with. */
export interface PageCall extends Shell {
  trx: Trx;
  words: Words;
  url: URL;
}

interface MemberPage<Data> {
  /** The page's name, for the document's title. */
  title: (words: Words) => string;
  /** Reads what the component shows. */
  run: (call: PageCall) => Promise<Data>;
}

/** The language of pages: the browser's, and Spanish where it asks for neither of ours. */
export function pageLanguage(req: Request): Language {
  return preferredLanguage(`${req.headers.get("accept-language") ?? ""},es;q=0.001`);
}

/** Makes the handler of a panel page behind the member door; the shell gets to know who is here. */
export function memberPage<Data>({ title, run }: MemberPage<Data>) {
  const handler = async (ctx: Ctx): Promise<PageResponse<Data>> => {
    if (ctx.req.method !== "GET" && ctx.req.method !== "HEAD") {
      throw problem("method_not_allowed", { headers: { Allow: "GET, HEAD" } });
    }
    const language = pageLanguage(ctx.req);
    const words = wordsIn(language);
    const { data, shell } = await pageAsMember(ctx, async ({ trx, member, memberships }) => {
      const shell = { language, member, memberships };
      return { shell, data: await run({ ...shell, trx, words, url: ctx.url }) };
    });
    ctx.state.shell = shell;
    ctx.state.title = title(words);
    return page(data, { headers });
  };
  return Object.assign(handler, { door: "member" as const });
}

/** What a person sees is nobody else's, and may be stale a moment later. */
const headers = { "Cache-Control": "private, no-cache", "Vary": "Accept-Language" };
