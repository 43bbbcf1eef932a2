import { fieldWords } from "@/lib/words/field_words.ts";

/** The languages by the names that they give themselves. */
export const languageWords = {
  es: fieldWords.spanish,
  en: fieldWords.english,
};
