import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of an opportunity's fields. */
export const opportunityFieldWords = {
  stage: fieldWords.stage,
};
