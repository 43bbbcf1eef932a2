import { fieldWords } from "@/lib/words/field_words.ts";

export const opportunityFieldWords = {
  stage: fieldWords.stage,
};
