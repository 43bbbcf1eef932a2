/** The person's choices on this phone. Read at once at every start, so not from IndexedDB. */
import { writeSetting } from "@/lib/phone/store.ts";
import type { Pairing } from "@/lib/phone/pairing.ts";
import type { Language } from "@/lib/words/language.ts";

interface Preferences {
  language: Language | null;
  theme: "light" | "dark" | null;
  sound: boolean;
  pairings: Pairing[];
  pushLater: boolean;
}

/** routes/phone/index.tsx reads it too, before anything is drawn. */
export const preferencesKey = "relevo:phone";

const usual: Preferences = {
  language: null,
  theme: null,
  sound: true,
  pairings: [],
  pushLater: false,
};

export function preferences(): Preferences {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(preferencesKey) ?? "{}") };
  } catch {
    return usual;
  }
}

export function prefer(change: Partial<Preferences>): void {
  try {
    localStorage.setItem(preferencesKey, JSON.stringify({ ...preferences(), ...change }));
  } catch {
    // Without storage a choice ends with its page.
  }
}

/** The chosen language, else the first of ours that the browser asks for. */
export function languageNow(): Language {
  const { language } = preferences();
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2))
    .find((tag) => tag === "es" || tag === "en");
  return language ?? (preferred as Language | undefined) ?? "es";
}

/** Shows the chosen theme, and tells the worker the language that it writes in. */
export function applyPreferences(): void {
  const { theme } = preferences();
  const { dataset } = document.documentElement;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  document.documentElement.lang = languageNow();
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const scheme = meta.dataset.scheme!;
    meta.media = theme
      ? (theme === scheme ? "all" : "not all")
      : `(prefers-color-scheme: ${scheme})`;
  }
  void writeSetting("language", languageNow());
}
