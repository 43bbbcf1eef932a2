import type { Site } from "@/lib/crm/contacts/site.ts";
import { catalogue, inLanguage, type Language, type Problem } from "@/lib/input/errors.ts";

/** The two small pages that a plain form post is answered with. */

const words = {
  en: {
    thanks: "Thank you",
    received: "We have your message and will get back to you soon.",
    notSent: "Your message was not sent",
    goBack: "Go back, put it right and send it again.",
    back: "Back to the site",
  },
  es: {
    thanks: "Gracias",
    received: "Hemos recibido tu mensaje y te contestaremos pronto.",
    notSent: "Tu mensaje no se ha enviado",
    goBack: "Vuelve atrás, corrígelo y envíalo otra vez.",
    back: "Volver a la web",
  },
};

/** What people call the form's fields. */
const labels: Record<string, { en: string; es: string }> = {
  name: { en: "Name", es: "Nombre" },
  email: { en: "E-mail", es: "Correo" },
  phone: { en: "Phone", es: "Teléfono" },
  company: { en: "Company", es: "Empresa" },
  subject: { en: "Subject", es: "Asunto" },
  message: { en: "Message", es: "Mensaje" },
};

/** Says that the message came in. `home` is an address of the site's own, or none. */
export function thanksPage(site: Site, language: Language, home: string | null): string {
  const { thanks, received, back } = words[language];
  const link = home ? `<p><a href="${escape(home)}">${back}</a></p>` : "";
  return page({ language, site, title: thanks, body: `<p>${received}</p>${link}` });
}

/** Says what was wrong, field by field. Without a site where the post did not get so far. */
export function refusalPage(site: Site | undefined, language: Language, error: Problem): string {
  const { notSent, goBack } = words[language];
  const fields = Object.entries(error.extras.fields ?? {}).map(([name, message]) =>
    `<li><strong>${escape(labels[name]?.[language] ?? name)}</strong>: ${
      escape(inLanguage(message, language))
    }</li>`
  );
  const body = fields.length > 0
    ? `<ul>${fields.join("")}</ul><p>${goBack}</p>`
    : `<p>${catalogue[error.code][language]}</p>`;
  return page({ language, site, title: notSent, body });
}

/** Nothing but its own style is let onto these pages. */
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
