import { createHash } from "node:crypto";
import { asset } from "fresh/runtime";
import { renderToString } from "preact-render-to-string";
import { ApiReference } from "@/lib/panel/reference/ApiReference.tsx";
import { isKnown } from "@/lib/http/etag.ts";
import { markSame } from "@/lib/http/serving/kept_answers.ts";
import { documentOf } from "@/lib/http/document.ts";
import { referenceOf } from "@/lib/http/reference/reference.ts";
import { readSamples } from "@/lib/http/reference/samples.ts";
import { referenceWords } from "@/lib/http/reference/words.ts";
import type { Ctx } from "@/lib/http/context.ts";
import { problem } from "@/lib/input/errors.ts";
import { speak } from "@/lib/words/language.ts";

const folder = new URL("../", import.meta.url);
const drawn = new Map<string, Promise<Drawn>>();

/** Language of the page, as of the document: English. */
const language = "en";

/** Policy without a nonce: the same bytes go to everybody. */
const policy = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'; object-src 'none'";

interface Drawn {
  html: string;
  /** A strong entity tag (RFC 9110, 8.8.3). */
  etag: string;
}

/** The API reference: /api/openapi.json as a page, drawn once. Public. */
export const handler = async (ctx: Ctx): Promise<Response> => {
  if (!["GET", "HEAD"].includes(ctx.req.method)) {
    throw problem("method_not_allowed", { headers: { Allow: "GET, HEAD" } });
  }
  const { publicUrl } = ctx.state.services.config;
  const drawing = drawn.get(publicUrl) ?? draw(publicUrl);
  drawn.set(publicUrl, drawing);
  ctx.state.title = referenceWords.title[language];
  ctx.state.language = language;
  const { html, etag } = await drawing;
  const headers = {
    "Cache-Control": "public, no-cache",
    "Content-Security-Policy": policy,
    "ETag": etag,
  };
  if (isKnown(ctx.req, etag)) return new Response(null, { status: 304, headers });
  markSame(ctx.req);
  return await ctx.render(
    <>
      <link rel="stylesheet" href={asset("/docs.css")} />
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <script type="module" src={asset("/docs.js")} />
    </>,
    { headers },
  );
};

async function draw(publicUrl: string): Promise<Drawn> {
  const [{ document }, samples] = await Promise.all([
    documentOf(folder, publicUrl),
    readSamples(),
  ]);
  const words = speak(referenceWords, language);
  const html = renderToString(
    <ApiReference reference={referenceOf(document)} samples={samples} words={words} />,
  );
  // The document around it differs only where a build does.
  const hash = createHash("sha256").update(asset("/docs.css") + asset("/app.css")).update(html);
  return { html, etag: `"${hash.digest("base64url")}"` };
}
