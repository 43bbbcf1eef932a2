import { fieldWords } from "@/lib/words/field_words.ts";

export const exportNames = {
  contact: fieldWords.contacts,
  client: fieldWords.clients,
  opportunity: fieldWords.opportunities,
  quote: fieldWords.quotes,
  sale: fieldWords.sales,
  product: fieldWords.products,
  task: fieldWords.tasks,
};

export const exportStyle = {
  delimiter: { es: ";", en: "," },
  decimals: { es: ",", en: "." },
  yes: { es: "sí", en: "yes" },
  no: { es: "no", en: "no" },
};
