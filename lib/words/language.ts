/** One text in every language. The caller chooses the language; nobody guesses. */

export type Language = "en" | "es";

/** A text in each language; one with parameters is a function that returns it. */
export type Text = Readonly<Record<Language, string>>;

/** A table of texts in one language: plain strings, and functions that return them. */
export type Spoken<T> = T extends Text ? string
  : T extends (...args: infer Given) => Text ? (...args: Given) => string
  : { readonly [Name in keyof T]: Spoken<T[Name]> };

/** Locales in which `Intl` writes numbers, days and hours. */
export const locales: Text = { es: "es-ES", en: "en-GB" };

type Texts = Text | ((...args: never[]) => Text) | { readonly [name: string]: Texts };

const spoken = new WeakMap<object, Partial<Record<Language, unknown>>>();

/** A table of texts, nested or not, in one language. A table is turned once and kept. */
export function speak<T extends object>(table: T, language: Language): Spoken<T> {
  const cached = spoken.get(table) ?? {};
  spoken.set(table, cached);
  return (cached[language] ??= turned(table as Texts, language)) as Spoken<T>;
}

function turned(texts: Texts, language: Language): unknown {
  if (typeof texts === "function") return (...args: never[]) => texts(...args)[language];
  if (isText(texts)) return texts[language];
  return Object.fromEntries(
    Object.entries(texts).map(([name, inner]) => [name, turned(inner, language)]),
  );
}

/** Whether it is one text, and no table of several. */
export function isText(value: object): value is Text {
  const { es, en } = value as Partial<Text>;
  return typeof es === "string" && typeof en === "string";
}

/** Our first language that `Accept-Language` (RFC 9110, 12.5.4) prefers; English if none. */
export function preferredLanguage(header: string | null): Language {
  const wanted = (header ?? "").split(",").map((part) => {
    const [tag = "", ...params] = part.trim().toLowerCase().split(";");
    const q = params.map((p) => p.trim()).find((p) => p.startsWith("q="))?.slice(2);
    return { language: tag.trim().split("-")[0], weight: q === undefined ? 1 : Number(q) || 0 };
  });
  const best = wanted
    .filter(({ language, weight }) => weight > 0 && (language === "es" || language === "en"))
    .sort((a, b) => b.weight - a.weight)[0];
  return (best?.language as Language | undefined) ?? "en";
}

/** The language of a terminal, by `LC_ALL`, `LC_MESSAGES` and `LANG` (POSIX, 8.2); else English. */
export function terminalLanguage(variable: (name: string) => string | undefined): Language {
  const locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map(variable).find(Boolean) ?? "";
  return /^es([_.@]|$)/i.test(locale) ? "es" : "en";
}
