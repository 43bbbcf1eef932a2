import { asset } from "fresh/runtime";
import { HelpPage } from "@/lib/phone/parts/help/HelpPage.tsx";
import { define, publicPage } from "@/lib/http/pages.ts";
import { phoneHelpWords } from "@/lib/words/phone/help.ts";

export const handler = publicPage({ title: phoneHelpWords.title });

/** It looks as the phone app does, and is as light. */
export const config = { skipAppWrapper: true };

export default define.page<typeof handler>(({ data: { language, publicUrl }, state }) => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fafbfc" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#121316" media="(prefers-color-scheme: dark)" />
      <meta name="robots" content="noindex" />
      <meta name="description" content={phoneHelpWords.lead[language]} />
      <title>{`${state.title} · Relevo`}</title>
      <link rel="stylesheet" href={asset("/phone.css")} />
      <link rel="stylesheet" href={asset("/help.css")} />
      <link rel="icon" href={asset("/icon.svg")} type="image/svg+xml" />
      <link rel="manifest" href="/phone/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/phone/icons/apple-touch-icon.png" />
    </head>
    <body>
      <HelpPage language={language} publicUrl={publicUrl} />
    </body>
  </html>
));
