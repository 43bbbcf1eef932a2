import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of the composer where it writes a mail. */
export const mailWords = {
  to: fieldWords.to,
  cc: { es: "Con copia a", en: "Copy to" },
  ccHint: { es: "Direcciones, con comas entre ellas", en: "Addresses, with commas between them" },
  subject: { es: "Asunto", en: "Subject" },
  fold: { es: "A quién y asunto", en: "To whom and subject" },
  all: { es: "Responder a todos", en: "Answer all" },
  signature: { es: "Se añade la firma:", en: "The signature is added:" },
};
