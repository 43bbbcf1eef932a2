import { fieldWords } from "@/lib/words/field_words.ts";

/** Names of the kinds of accounts. */
export const kindWords = {
  email: fieldWords.email,
  whatsapp: fieldWords.whatsapp,
  instagram: { es: "Instagram", en: "Instagram" },
  facebook: { es: "Facebook", en: "Facebook" },
  program: { es: "Programa", en: "Program" },
};
