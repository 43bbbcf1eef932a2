import type { Site } from "@/lib/crm/contacts/site.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { contactFormLabels, contactFormWords } from "@/lib/words/contact_form.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** The pages that answer a form post without JavaScript. */

/** `home` is a page of the site, or null. */
export function thanksPage(site: Site, language: Language, home: string | null): string {
  const { thanks, received, back } = speak(contactFormWords, language);
  const link = home ? `<p><a href="${escape(home)}">${back}</a></p>` : "";
  return page({ language, site, title: thanks, body: `<p>${received}</p>${link}` });
}

/** `site` is undefined if the post failed before the site was known. */
export function refusalPage(site: Site | undefined, language: Language, error: Problem): string {
  const { notSent, goBack } = speak(contactFormWords, language);
  const fields = Object.entries(error.extras.fields ?? {}).map(([name, text]) =>
    `<li><strong>${escape(contactFormLabels[name]?.[language] ?? name)}</strong>: ${
      escape(text[language])
    }</li>`
  );
  const body = fields.length > 0
    ? `<ul>${fields.join("")}</ul><p>${goBack}</p>`
    : `<p>${errorWords[error.code][language]}</p>`;
  return page({ language, site, title: notSent, body });
}

/** Allow nothing but the pages' own style. */
export const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
};

interface Page {
  language: Language;
  site: Site | undefined;
  title: string;
  /** HTML. */
  body: string;
}

function page({ language, site, title, body }: Page): string {
  const name = escape(site?.name ?? "");
  const color = /^#[0-9a-f]{6}$/i.exec(site?.color ?? "")?.[0] ?? "#444444";
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}${name && ` · ${name}`}</title>
<style>
:root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 15vh auto; padding: 0 1.5rem; border-left: .35rem solid ${color} }
</style>
</head>
<body>
<main>
<p>${name}</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
