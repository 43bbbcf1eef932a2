/** Page of the mail of a company's customers. */
import { type Language, speak } from "@/lib/words/language.ts";
import { customerWords } from "../customer/words.ts";
import { escaped, headersOf, page } from "../page.ts";
import type { CustomerLetter, UnreadableLetter } from "./customer_mail.ts";
import { longDate } from "./long_date.ts";
import { mailPath } from "./path.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";
import { mailWords } from "./words.ts";

export const MAIL_HEADERS = headersOf({ style: STYLE, script: SCRIPT, hasFrames: true });

/** Values of the form. */
export interface Draft {
  name: string;
  address: string;
  subject: string;
  text: string;
  /** Mail that is answered. */
  answers?: CustomerLetter;
}

interface MailPage {
  language: Language;
  company: string;
  companyId: number;
  letters: readonly (CustomerLetter | UnreadableLetter)[];
  hasOlder: boolean;
  /** Page number, from 1. */
  number: number;
  draft: Draft;
  /** Reason why the mail was not sent. */
  problem?: string;
}

export function mailPage(props: MailPage): string {
  const { language, company, companyId, letters, number, hasOlder } = props;
  const text = { ...speak(customerWords, language), ...speak(mailWords, language) };
  const path = mailPath(companyId);
  const title = text.title(company);
  // New mails appear on the first page only.
  const live = number === 1
    ? ` data-lines="${path}/lines" data-events="${path}/events" data-came="${text.came}"`
    : "";
  return page({
    language,
    title,
    style: STYLE,
    script: SCRIPT,
    body: `<header><h1>${escaped(title)}</h1>
<a href="/panel/contacts?company_id=${companyId}">${text.toPanel}</a></header>
<div class="panes">
${formOf(props, path)}
<section aria-label="${text.list}" class="list">
<p role="status"></p>
<div class="list"${live}>
${lettersOf(letters, { language, companyId })}
</div>
${pagesOf({ number, hasOlder, language }, path)}
<noscript><p class="foot"><a href="${path}">${text.again}</a></p></noscript>
</section>
</div>
<p class="foot">${text.foot}</p>`,
  });
}

function formOf({ language, draft, problem }: MailPage, path: string): string {
  const text = { ...speak(customerWords, language), ...speak(mailWords, language) };
  const { name, address, subject, answers } = draft;
  const head = answers ? text.answerTo(answers.subject ?? text.noSubject) : text.write;
  return `<form method="post" action="${path}" enctype="multipart/form-data">
<h2>${escaped(head)}</h2>
${
    answers
      ? `<input type="hidden" name="answers" value="${answers.id}">
<a href="${path}">${text.newMail}</a>`
      : ""
  }
${problem ? `<p class="problem" role="alert">${escaped(problem)}</p>` : ""}
<label>${text.name}
<input name="name" value="${escaped(name)}" required autocomplete="off"></label>
<label>${text.address}
<input name="address" type="email" value="${escaped(address)}" required autocomplete="off"></label>
<label>${text.subject}
<input name="subject" value="${escaped(subject)}" autocomplete="off"></label>
<label>${text.text}
<textarea name="text" rows="6"${answers ? " autofocus" : ""}>${
    escaped(draft.text)
  }</textarea></label>
<label>${text.file} <input type="file" name="file" multiple></label>
<button>${text.send}</button>
</form>`;
}

function pagesOf(
  { number, hasOlder, language }: Pick<MailPage, "number" | "hasOlder" | "language">,
  path: string,
): string {
  const links = [
    number > 1 && `<a href="${path}?page=${number - 1}">${mailWords.newer[language]}</a>`,
    hasOlder && `<a href="${path}?page=${number + 1}">${mailWords.older[language]}</a>`,
  ].filter(Boolean);
  return links.length === 0 ? "" : `<p class="pages">${links.join("\n")}</p>`;
}

interface Place {
  language: Language;
  companyId: number;
}

/** Mails as HTML, without the frame of the page. */
export function lettersOf(
  letters: readonly (CustomerLetter | UnreadableLetter)[],
  place: Place,
): string {
  if (letters.length === 0) return `<p class="empty">${mailWords.empty[place.language]}</p>`;
  return letters.map((letter) => letterOf(letter, place)).join("\n");
}

function letterOf(letter: CustomerLetter | UnreadableLetter, { language, companyId }: Place) {
  const text = speak(mailWords, language);
  if ("isUnreadable" in letter) {
    return `<article id="mail-${letter.id}"><p>${text.unreadable}</p></article>`;
  }
  const { id, isOurs, from, to, cc, date, subject, quoted, hasHtml, files } = letter;
  const path = mailPath(companyId);
  const receivers = [...to, ...cc].map(personOf).join(", ");
  const facts = [
    escaped(from ? personOf(from) : ""),
    `${text.isTo} ${escaped(receivers)}`,
    date && longDate(date, language),
    letter.automatic && `<span class="automatic">${text.automatic}</span>`,
  ].filter(Boolean);
  return `<article id="mail-${id}"${isOurs ? ' class="ours"' : ""} aria-labelledby="subject-${id}">
<h2 id="subject-${id}">${escaped(subject ?? text.noSubject)}</h2>
<span class="by">${facts.join(" · ")}</span>
${letter.text ? `<p>${linked(letter.text)}</p>` : ""}
${folded(text.quoted, quoted && `<p>${linked(quoted)}</p>`)}
${folded(text.html, hasHtml && frameOf(`${path}/html?id=${id}`, text.html))}
${filesOf(files, `${path}/file?id=${id}`)}
${isOurs ? "" : `<a class="answer" href="${path}?answer=${id}">${text.answer}</a>`}
</article>`;
}

function personOf({ name, address }: { name: string | null; address: string }): string {
  return name ? `${name} <${address}>` : address;
}

function folded(name: string, inner: string | false | null): string {
  return inner ? `<details><summary>${name}</summary>${inner}</details>` : "";
}

/** Links of a mail open beside the page; nothing else of it may do anything. */
export const sandbox = "allow-popups allow-popups-to-escape-sandbox";

function frameOf(src: string, title: string): string {
  return `<iframe src="${src}" title="${title}" sandbox="${sandbox}" loading="lazy"></iframe>`;
}

function filesOf(files: CustomerLetter["files"], path: string): string {
  if (files.length === 0) return "";
  const links = files.map(({ name, size }, at) =>
    `<li><a href="${path}&amp;at=${at}" download>${escaped(name)}</a> ${sizeOf(size)}</li>`
  );
  return `<ul class="files">${links.join("")}</ul>`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function linked(text: string): string {
  const parts = text.split(/(\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/);
  return parts.map((part, at) => {
    const plain = escaped(part);
    return at % 2 === 0 ? plain : `<a href="${plain}" target="_blank" rel="noopener">${plain}</a>`;
  }).join("");
}
