/** The page that refuses a call before the app is asked: a text, because it may come often. */
import { pageLanguage } from "@/lib/http/pages.ts";
import { isForm } from "@/lib/http/form_body.ts";
import { count } from "@/lib/metrics/registry.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { errorWords } from "@/lib/words/errors.ts";

/** Whether a person in a browser waits for the answer, by Fetch Metadata or Accept. */
export function isForPage(req: Request): boolean {
  if (/^[^/]+\/\/[^/]+\/api\/(?!docs|contact)/.test(req.url)) return false;
  const accepted = req.headers.get("accept") ?? "";
  if (accepted.includes("application/json")) return false;
  return accepted.includes("text/html") || req.method === "POST" && isForm(req);
}

/** Says the problem as a page, with its status and headers. */
export function refusalPage(req: Request, { code, status, extras }: Problem): Response {
  count("relevo_refusals_total", [code]);
  const language = pageLanguage(req);
  const says = errorWords[code][language];
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Relevo</title>
<link rel="stylesheet" href="/app.css">
<main class="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-5 py-12">
<h1 class="text-title font-semibold tracking-tight">${says}</h1>
</main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...extras.headers,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
      "Vary": "Accept-Language",
    },
  });
}
