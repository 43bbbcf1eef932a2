import { fieldWords } from "@/lib/words/field_words.ts";

export const taskFieldWords = {
  status: fieldWords.status,
  priority: fieldWords.priority,
  kind: fieldWords.kind,
  client: fieldWords.client,
  priorities: {
    low: fieldWords.low,
    normal: { es: "Normal", en: "Normal" },
    high: fieldWords.high,
    urgent: { es: "Urgente", en: "Urgent" },
  },
  kinds: {
    general: { es: "General", en: "General" },
    follow_up: fieldWords.followUp,
    delivery: fieldWords.delivery,
  },
};
