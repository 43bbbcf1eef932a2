import { type Language, speak, type Spoken } from "@/lib/words/language.ts";

/** Whose data a page shows, and how it is read. */
interface Where {
  companyId: number;
  language: Language;
  /** Language of the company's stored texts, such as its reasons of losses. */
  companyLanguage: Language;
  /** IANA name of the reader's zone. */
  timeZone: string;
}

/** `companyId` of a page for those who belong to no company. */
export const noCompany = 0;

/** Company, language and time zone of a page, for each of its components. */
export interface Page extends Where {
  /** Address of another page of the same company. @param path with what stands behind `#` */
  href(path: `/panel${string}`): string;
}

export function pageOf(where: Where): Page {
  return {
    ...where,
    href(path) {
      const [page, hash] = path.split("#");
      return `${page}?company_id=${where.companyId}${hash ? `#${hash}` : ""}`;
    },
  };
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
  });
}

/** A table of words in the page's language. */
export function useWords<T extends object>(table: T): Spoken<T> {
  return speak(table, usePage().language);
}
