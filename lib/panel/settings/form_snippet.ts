import { siteCompanies } from "@/lib/crm/contacts/contact_form.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { snippetWords } from "@/lib/panel/settings/words.ts";

/** `site` value of a company's form; null for a company without a public form. */
export function siteOf(companyId: number): string | null {
  const sites = Object.entries(siteCompanies);
  return sites.find(([, id]) => id === companyId)?.[0] ?? null;
}

interface Form {
  /** Address that the form posts to. */
  action: string;
  site: string;
  /** The site to which it returns; without one it ends at a small page that thanks. */
  origin: string | undefined;
  language: Language;
}

/** The form as HTML that needs no script. */
export function formSnippet({ action, site, origin, language }: Form): string {
  const words = speak(snippetWords, language);
  const redirect = origin && `  <input type="hidden" name="redirect" value="${origin}/">`;
  return [
    `<form method="post" action="${action}" accept-charset="utf-8">`,
    `  <input type="hidden" name="site" value="${site}">`,
    ...(redirect ? [redirect] : []),
    `  <label>${words.name} <input name="name" autocomplete="name"></label>`,
    `  <label>${words.email} <input name="email" inputmode="email" autocomplete="email" required></label>`,
    `  <label>${words.message} <textarea name="message" required></textarea></label>`,
    `  <label hidden>${words.trap} <input name="website" tabindex="-1" autocomplete="off"></label>`,
    `  <button>${words.send}</button>`,
    `</form>`,
  ].join("\n");
}
