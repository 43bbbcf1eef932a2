import { asset } from "fresh/runtime";
import { LengthWatch } from "@/components/LengthWatch.tsx";
import { define } from "@/lib/http/pages.ts";
import { answerPage } from "@/lib/http/phones/answer_page.ts";
import { readAnswerPage } from "@/lib/notify/answering/answer_page.ts";
import { answerByLink } from "@/lib/notify/answering/answer_by_link.ts";
import { AnswerPage } from "@/lib/phone/parts/answer/AnswerPage.tsx";
import { answerPageWords } from "@/lib/words/phone/answer_page.ts";

export const handler = answerPage({
  read: readAnswerPage,
  write: (trx, link, body, { state }) =>
    answerByLink(trx, link, body, state.services.answerHandlers),
});

/** As light as the phone's guide; its only script counts what is typed. */
export const config = { skipAppWrapper: true };

export default define.page<typeof handler>(({ data: { shown, language, refused } }) => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fafbfc" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#121316" media="(prefers-color-scheme: dark)" />
      <meta name="robots" content="noindex" />
      <title>{`${answerPageWords.title[language]} · ${shown.company}`}</title>
      <LengthWatch />
      <link rel="stylesheet" href={asset("/phone.css")} />
      <link rel="icon" href={asset("/icon.svg")} type="image/svg+xml" />
    </head>
    <body>
      <AnswerPage question={shown} language={language} refused={refused} />
    </body>
  </html>
));
