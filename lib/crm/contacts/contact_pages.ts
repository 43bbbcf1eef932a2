import type { Site } from "@/lib/crm/contacts/site.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { contactFormLabels, contactFormWords } from "@/lib/words/contact_form.ts";
import { errorWords } from "@/lib/words/errors.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** The pages that answer a form post without JavaScript. */

/** A page and what its answer's headers say of it. */
interface ContactPage {
  html: string;
  headers: Record<string, string>;
}

/** `home` is a page of the site, or null. */
export function thanksPage(site: Site, language: Language, home: string | null): ContactPage {
  const { thanks, received, back } = speak(contactFormWords, language);
  const link = home ? `<p><a href="${escape(home)}">${back}</a></p>` : "";
  return page({ language, site, title: thanks, body: `<p>${received}</p>${link}` });
}

/** `site` is undefined if the post failed before the site was known. */
export function refusalPage(
  site: Site | undefined,
  language: Language,
  error: Problem,
): ContactPage {
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

interface Page {
  language: Language;
  site: Site | undefined;
  title: string;
  body: string;
}

/** Draws a page that may do nothing but wear its own style. */
function page({ language, site, title, body }: Page): ContactPage {
  const nonce = crypto.randomUUID();
  const name = escape(site?.name ?? "");
  const color = /^#[0-9a-f]{6}$/i.exec(site?.color ?? "")?.[0] ?? "#444444";
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}${name && ` · ${name}`}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
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
  return {
    html,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    },
  };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
