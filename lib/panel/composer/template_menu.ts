import { fillTemplate, variablesIn } from "@/lib/crm/templates/variables.ts";
import { templateMenuWords } from "@/lib/panel/composer/words/template_menu_words.ts";
import type { FillValues } from "@/lib/panel/record/fill.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import type { Language } from "@/lib/words/language.ts";

export interface Template {
  id: number;
  name: string;
  language: Language;
  body: string;
}

/** Those that a query means, the person's language first: it begins a word of the name. */
export function meantBy<T extends { name: string; language: string }>(
  query: string,
  templates: readonly T[],
  { language }: FillValues,
): T[] {
  const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const begin = folded(query);
  const matches = templates.filter(({ name }) =>
    folded(name).split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(begin))
  );
  // Meta has countries too: `es_MX`.
  const rank = (one: T) => Number(language !== null && one.language.slice(0, 2) !== language);
  return matches.sort((a, b) => rank(a) - rank(b));
}

/** The text with values; a link to the quotation is made where the template has a place for one. */
export async function filled(
  { body }: Template,
  { contact, company, member, quote }: FillValues,
  caller: Caller,
): Promise<string> {
  const wantsLink = quote !== null && variablesIn(body).includes("quote.link");
  return fillTemplate(body, {
    "contact.name": contact,
    "company.name": company,
    "member.name": member,
    "quote.number": quote?.number ?? null,
    "quote.link": wantsLink ? await linkTo(quote.id, caller) : null,
  });
}

async function linkTo(id: number, caller: Caller): Promise<string | null> {
  const call = { ...caller, method: "POST" as const, json: {} };
  const outcome = await callApi<{ url: string }>(`quotes/${id}/share`, call);
  if (outcome.ok) return outcome.data.url;
  const why = failureText(outcome, caller.language);
  showToast({ text: `${templateMenuWords.noLink[caller.language]}: ${why}`, isFailure: true });
  return null;
}
