/** A customer's chat with a company, as a page. */
import { type Language, locales, speak } from "@/lib/words/language.ts";
import { customerWords } from "../customer/words.ts";
import { escaped, headersOf, page } from "../page.ts";
import { chatPath } from "./accounts.ts";
import type { Line } from "./chat.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

export const chatWords = {
  title: (company: string) => ({ es: `Escribir a ${company}`, en: `Write to ${company}` }),
  empty: {
    es:
      "Aquí eres cliente. Lo que escribas llega a la bandeja de la empresa; lo que te contesten " +
      "aparece aquí.",
    en: "Here you are a customer. What you write comes to the company's inbox; what they answer " +
      "appears here.",
  },
  first: {
    es: "Hola, ¿podéis hacerme una mesa de roble para diez?",
    en: "Hello, could you make me an oak table for ten?",
  },
  name: {
    es: "Quién escribe (otro nombre, otro cliente)",
    en: "Who writes (each name a customer)",
  },
  foot: {
    es: "Página de la demo: un programa que usa la API de canales como lo haría el tuyo. Una " +
      "respuesta sale 10 segundos después de escrita, que es cuando ya no se puede deshacer.",
    en: "A page of the demo: a program that uses the API of channels as yours would. An answer " +
      "leaves 10 seconds after it was written, when it can no longer be taken back.",
  },
};

export const CHAT_HEADERS = headersOf({ style: STYLE, script: SCRIPT });

interface ChatPage {
  language: Language;
  company: string;
  companyId: number;
  /** Name of the customer. */
  name: string;
  lines: readonly Line[];
  /** Text that was not sent; `problem` says why. */
  draft?: string;
  problem?: string;
}

export function chatPage(props: ChatPage): string {
  const { language, company, companyId, name, lines, problem } = props;
  const text = { ...speak(customerWords, language), ...speak(chatWords, language) };
  const draft = props.draft ?? (lines.length === 0 ? text.first : "");
  const path = chatPath(companyId);
  const who = `?as=${encodeURIComponent(name)}`;
  const title = text.title(company);
  return page({
    language,
    title,
    style: STYLE,
    script: SCRIPT,
    body: `<header><h1>${escaped(title)}</h1>
<a href="/panel/contacts?company_id=${companyId}">${text.toPanel}</a></header>
<ol aria-live="polite" aria-label="${escaped(title)}" tabindex="0"
data-lines="${escaped(`${path}/lines${who}`)}" data-events="${escaped(`${path}/events${who}`)}">
${linesOf(lines, language)}
</ol>
${problem ? `<p class="problem" role="alert">${escaped(problem)}</p>` : ""}
<form method="post" action="${path}" enctype="multipart/form-data">
<label class="name">${text.name}
<input name="name" value="${escaped(name)}" required autocomplete="off"></label>
<label class="text">${text.text}
<textarea name="text" rows="2">${escaped(draft)}</textarea></label>
<label class="file">${text.file} <input type="file" name="file" multiple></label>
<button>${text.send}</button>
</form>
<noscript><p class="foot"><a href="${escaped(path + who)}">${text.again}</a></p></noscript>
<p class="foot">${text.foot}</p>`,
  });
}

/** Messages as HTML list items, without the frame of the page. */
export function linesOf(lines: readonly Line[], language: Language): string {
  if (lines.length === 0) return `<li class="empty">${chatWords.empty[language]}</li>`;
  return lines.map((line) => lineOf(line, language)).join("\n");
}

function lineOf({ isOurs, by, text, files, at }: Line, language: Language): string {
  const time = new Intl.DateTimeFormat(locales[language], { hour: "2-digit", minute: "2-digit" })
    .format(at);
  return `<li${isOurs ? ' class="ours"' : ""}><span class="by">${escaped(by)} · ${time}</span>
${text ? `<p>${escaped(text)}</p>` : ""}${files.map(fileOf).join("")}</li>`;
}

function fileOf({ name, type, url }: Line["files"][number]): string {
  if (!url) return `<span class="file">${escaped(name)}</span>`;
  const picture = type?.startsWith("image/") ? `<img src="${escaped(url)}" alt="">` : "";
  return `<a class="file" href="${escaped(url)}">${picture}${escaped(name)}</a>`;
}
