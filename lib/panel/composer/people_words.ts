import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of what writing to people needs. */
export const peopleWords = {
  via: { es: "Por dónde sale", en: "What it goes by" },
  onlyRecord: { es: "Solo registrar", en: "Only record" },
  pausedAccount: (name: string): Text => ({ es: `${name} (en pausa)`, en: `${name} (paused)` }),
  templates: fieldWords.templates,
  sendBy: { es: "Envíalo tú por", en: "Send it yourself by" },
  mail: { es: "correo", en: "e-mail" },
};
