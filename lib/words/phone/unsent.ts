import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words for answers that ended pairings left on the phone. */
export const unsentWords = {
  title: { es: "No enviado", en: "Not sent" },
  text: {
    es: "La vinculación terminó antes de que saliera. Ya no se envía: cópialo o bórralo.",
    en: "The pairing ended before it left. It is not sent any more: copy or discard it.",
  },
  kinds: {
    answer: fieldWords.answer,
    message: fieldWords.message,
    note: fieldWords.note,
    draft: fieldWords.draft,
  },
  button: (label: string): Text => ({ es: `Botón: ${label}`, en: `Button: ${label}` }),
  uncertain: {
    es: "Se intentó enviar: puede que llegara.",
    en: "A try was made: it may have arrived.",
  },
  file: (name: string): Text => ({ es: `Guardar ${name}`, en: `Save ${name}` }),
  discarded: { es: "Borrado", en: "Discarded" },
};
