import { asset } from "fresh/runtime";
import { FontPreload } from "@/components/FontPreload.tsx";
import { HistoryStart } from "@/components/HistoryStart.tsx";
import { LengthWatch } from "@/components/LengthWatch.tsx";
import { PhoneApp } from "@/islands/phone/PhoneApp.tsx";
import { define, publicPage } from "@/lib/http/pages.ts";
import { preferencesKey } from "@/lib/phone/page/preferences.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

export const handler = publicPage({ title: phoneInboxWords.title });

/** It has a stylesheet of its own, far lighter than the panel's. */
export const config = { skipAppWrapper: true };

// Before anything is drawn, so that the chosen theme does not come as a flash.
const applyTheme = `try{const{theme}=JSON.parse(localStorage[${
  JSON.stringify(preferencesKey)
}]);if(theme)document.documentElement.dataset.theme=theme}catch{}`;

/** The phone app: a shell without data, the same for everyone, which its worker keeps. */
export default define.page<typeof handler>(({ data: { language } }) => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <HistoryStart />
      <LengthWatch />
      <meta
        name="viewport"
        content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
      />
      <meta name="color-scheme" content="light dark" />
      <meta
        name="theme-color"
        content="#fafbfc"
        data-scheme="light"
        media="(prefers-color-scheme: light)"
      />
      <meta
        name="theme-color"
        content="#121316"
        data-scheme="dark"
        media="(prefers-color-scheme: dark)"
      />
      <meta name="robots" content="noindex" />
      <meta name="format-detection" content="telephone=no" />
      <meta name="mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-title" content="Relevo" />
      <title>Relevo</title>
      <script dangerouslySetInnerHTML={{ __html: applyTheme }} />
      <FontPreload />
      <link rel="stylesheet" href={asset("/phone.css")} />
      <link rel="manifest" href="/phone/manifest.webmanifest" />
      <link rel="icon" href={asset("/icon.svg")} type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/phone/icons/apple-touch-icon.png" />
    </head>
    <body>
      <PhoneApp language={language} />
    </body>
  </html>
));
