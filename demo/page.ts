/** Frame and headers of the demo's own pages, with a Content-Security-Policy for each. */
import { createHash } from "node:crypto";
import type { Language } from "@/lib/words/language.ts";

interface Assets {
  style: string;
  script?: string;
  /** Whether it embeds pages of its own in frames. */
  hasFrames?: boolean;
}

/** Headers of a page: only its own style and script may load, and only its own form may be sent. */
export function headersOf({ style, script, hasFrames }: Assets): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Vary": "Accept-Language, Cookie",
    "Content-Security-Policy": [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      ...script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"],
      "img-src 'self'",
      ...hasFrames ? ["frame-src 'self'"] : [],
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    // Not no-referrer: a form post would then send "Origin: null".
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

interface Page extends Assets {
  language: Language;
  title: string;
  body: string;
}

export function page({ language, title, body, style, script }: Page): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${script === undefined ? "" : `<script>${script}</script>\n`}</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
