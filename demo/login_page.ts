/** The demo gateway's pages: sign-in and short notices, without scripts. */
import { type Language, speak, type Text } from "@/lib/words/language.ts";
import { STYLE } from "./login_style.ts";
import { escaped, headersOf, page } from "./page.ts";

/** A person who can sign in to the demo. */
export interface Person {
  email: string;
  name: string;
  /** One line on the things they see or can try. */
  note: string | Text;
}

/** Words of the sign-in and notice pages. */
export const loginWords = {
  title: { es: "Entra en Relevo", en: "Sign in to Relevo" },
  lead: {
    es: "Elige quién eres. Cada persona ve sus empresas y su trabajo.",
    en: "Choose who you are. Each person sees their own companies and work.",
  },
  here: { es: "Sesión abierta", en: "Signed in" },
  leave: { es: "Salir", en: "Sign out" },
  foot: {
    es: "Esta puerta es de la demo y no pide contraseña. En producción está aquí tu propia " +
      "pasarela de acceso.",
    en: "This door belongs to the demo and asks for no password. In production your own " +
      "access gateway stands here.",
  },
  stranger: { es: "Esa persona no está en la demo.", en: "The demo has no such person." },
  signIn: { es: "Entrar", en: "Sign in" },
  chats: {
    es: "O escribe como cliente, y contesta después desde el panel. Por chat:",
    en: "Or write as a customer, and answer from the panel afterwards. By chat:",
  },
  mails: { es: "Por correo:", en: "By mail:" },
};

/** Headers of every page here: only its own style may load, and only its own form may be sent. */
export const PAGE_HEADERS = headersOf({ style: STYLE });

interface LoginPage {
  language: Language;
  people: Person[];
  /** Path to open afterwards; already checked. */
  to: string;
  /** E-mail of the person who is signed in now. */
  current: string | null;
  /** Error message. */
  problem?: string;
  /** Links to the customer pages of each company. */
  chats: CustomerLink[];
  mails: CustomerLink[];
}

interface CustomerLink {
  href: string;
  company: string;
}

/** The page on which a person is chosen. */
export function loginPage(given: LoginPage): string {
  const { language, people, to, current, problem } = given;
  const text = speak(loginWords, language);
  const rows = people.map((person) => personRow(person, language, person.email === current));
  const leave = current ? `<a class="leave" href="/.gateway/logout">${text.leave}</a>` : "";
  return framed(
    language,
    text.title,
    `<p class="lead">${text.lead}</p>
${problem ? `<p class="problem" role="alert">${escaped(problem)}</p>` : ""}
<form method="post" action="/.gateway/login">
<input type="hidden" name="to" value="${escaped(to)}">
<ul>${rows.join("\n")}</ul>
</form>
${leave}
${customerLinks(text.chats, given.chats)}
${customerLinks(text.mails, given.mails)}
<p class="foot">${text.foot}</p>`,
  );
}

interface Notice {
  language: Language;
  title: string;
  text: string;
  link?: { href: string; text: string };
}

/** A page with one message. */
export function noticePage({ language, title, text, link }: Notice): string {
  const onward = link
    ? `<a class="leave" href="${escaped(link.href)}">${escaped(link.text)}</a>`
    : "";
  return framed(language, title, `<p class="lead">${escaped(text)}</p>${onward}`);
}

function framed(language: Language, title: string, body: string): string {
  return page({
    language,
    title,
    style: STYLE,
    body: `<p class="brand">${mark}Relevo</p>
<h1>${escaped(title)}</h1>
${body}`,
  });
}

const mark =
  `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 16h9"/><path d="M11 8h9"/></svg>`;

function customerLinks(lead: string, pages: CustomerLink[]): string {
  if (pages.length === 0) return "";
  const links = pages.map(({ href, company }) =>
    `<a href="${escaped(href)}">${escaped(company)}</a>`
  );
  return `<p class="customers">${lead} ${links.join(" · ")}</p>`;
}

function personRow(person: Person, language: Language, isCurrent: boolean): string {
  const note = typeof person.note === "string" ? person.note : person.note[language];
  const here = isCurrent ? `<span class="here">${loginWords.here[language]}</span>` : "";
  return `<li><button name="email" value="${escaped(person.email)}">
<span class="initials" aria-hidden="true">${escaped(initials(person.name))}</span>
<span class="who"><span class="name">${escaped(person.name)} ${here}</span>
<span class="note">${escaped(note)}</span>
<span class="email">${escaped(person.email)}</span></span>
<svg viewBox="0 0 16 16" aria-hidden="true"><path d="m6 3.5 4.5 4.5L6 12.5"/></svg>
</button></li>`;
}

function initials(name: string): string {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts[0]!, parts[1]!] : parts;
  return ends.map((part) => [...part][0] ?? "").join("").toUpperCase();
}
