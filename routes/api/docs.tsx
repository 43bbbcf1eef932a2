import { asset } from "fresh/runtime";
import { renderToString } from "preact-render-to-string";
import { ApiReference } from "@/components/ApiReference.tsx";
import { documentOf } from "@/lib/http/document.ts";
import { referenceOf } from "@/lib/http/reference/reference.ts";
import { referenceWords } from "@/lib/words/reference.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { problem } from "@/lib/input/errors.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { pageLanguage } from "@/lib/http/pages.ts";

const folder = new URL("../", import.meta.url);
const drawn = new Map<string, Promise<string>>();

/** The API reference: /api/openapi.json as a page, drawn once for each language. Public. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  if (!["GET", "HEAD"].includes(ctx.req.method)) {
    throw problem("method_not_allowed", { headers: { Allow: "GET, HEAD" } });
  }
  const language = pageLanguage(ctx.req);
  const { publicUrl } = ctx.state.services.config;
  const name = `${language} ${publicUrl}`;
  const drawing = drawn.get(name) ?? draw(publicUrl, language);
  drawn.set(name, drawing);
  ctx.state.title = referenceWords.title[language];
  return await ctx.render(
    <>
      <link rel="stylesheet" href={asset("/docs.css")} />
      <div dangerouslySetInnerHTML={{ __html: await drawing }} />
      <script type="module" src={asset("/docs.js")} />
    </>,
    { headers: { "Cache-Control": "no-cache", "Vary": "Accept-Language" } },
  );
};

async function draw(publicUrl: string, language: Language): Promise<string> {
  const { document } = await documentOf(folder, publicUrl);
  const words = speak(referenceWords, language);
  return renderToString(<ApiReference reference={referenceOf(document)} words={words} />);
}
