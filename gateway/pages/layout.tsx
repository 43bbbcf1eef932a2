import type { ComponentChildren } from "preact";
import { frameWords } from "@/gateway/words/pages.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Props {
  language: Language;
  title: string;
  lead?: string;
  /** Error message. */
  problem?: string;
  /** Something that was done. */
  done?: string;
  /** The way back to Relevo. */
  back?: boolean;
  wide?: boolean;
  children?: ComponentChildren;
}

/** The frame of every page: one column, a title, what went wrong. */
export function Layout({ language, title, lead, problem, done, back, wide, children }: Props) {
  const words = speak(frameWords, language);
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/.gateway/static/gateway.css" />
        <script src="/.gateway/static/gateway.js" defer />
      </head>
      <body>
        <main class={wide ? "wide" : undefined}>
          <p class="brand">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 16h9" />
              <path d="M11 8h9" />
            </svg>
            Relevo
          </p>
          <h1>{title}</h1>
          {lead && <p class="lead">{lead}</p>}
          {problem && <p class="problem" role="alert">{problem}</p>}
          {done && <p class="done" role="status">{done}</p>}
          {children}
          {back && (
            <p class="foot">
              <a href="/panel">{words.back}</a>
            </p>
          )}
        </main>
      </body>
    </html>
  );
}
