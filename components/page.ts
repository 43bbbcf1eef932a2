import { type Language, speak, type Spoken } from "@/lib/words/language.ts";

/** Company, language and time zone of a page. */
interface Where {
  companyId: number;
  language: Language;
  /** Language of the company's stored texts, such as its reasons of losses. */
  companyLanguage: Language;
  /** IANA name of the reader's zone. */
  timeZone: string;
  now: Date;
}

/** `companyId` of a page for those who belong to no company. */
export const noCompany = 0;

type Address = `/panel${string}` | `/api/admin/${string}`;

/** The address of a page or file in a company. @param path with its own query and hash */
export function hrefIn(companyId: number, path: Address): string {
  const [address = "", hash] = path.split("#");
  const [page, query] = address.split("?");
  const search = `company_id=${companyId}${query ? `&${query}` : ""}`;
  return `${page}?${search}${hash ? `#${hash}` : ""}`;
}

/** Company, language and time of a page, for each of its components. */
export interface Page extends Where {
  /** Address in the same company. @param path with its own query and hash */
  href(path: Address): string;
}

export function pageOf(where: Where): Page {
  return Object.assign(where, { href: (path: Address) => hrefIn(where.companyId, path) });
}

let readPage: () => Page = readDocument;
let ofDocument: Page | undefined;

/** Has pages read in another way: on the server there is no document. */
export function readPagesBy(read: () => Page): void {
  readPage = read;
}

/** The page that a component stands on; in a browser `<html>` has it. */
export function usePage(): Page {
  return readPage();
}

function readDocument(): Page {
  if (ofDocument) return ofDocument;
  const { lang, dataset } = document.documentElement;
  const language = lang as Language;
  return ofDocument = pageOf({
    companyId: Number(dataset.company ?? noCompany),
    language,
    companyLanguage: (dataset.companyLanguage ?? language) as Language,
    timeZone: dataset.timeZone ?? "UTC",
    get now() {
      return new Date();
    },
  });
}

/** A table of words in the page's language. */
export function useWords<T extends object>(table: T): Spoken<T> {
  return speak(table, usePage().language);
}
