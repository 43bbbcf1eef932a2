import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of workbooks and of the button that builds them. */
export const excelWords = {
  button: { es: "Excel", en: "Excel" },
  hint: { es: "Descargar como Excel", en: "Download as Excel" },
  loading: { es: "Preparando…", en: "Preparing…" },
  progress: (done: string, total: string): Text => ({
    es: `${done} de ${total}`,
    en: `${done} of ${total}`,
  }),
  stop: { es: "Parar", en: "Stop" },
  done: (file: string): Text => ({ es: `Descargado: ${file}`, en: `Downloaded: ${file}` }),
  failed: {
    es: "No se ha podido construir el archivo. Inténtalo de nuevo.",
    en: "The file could not be built. Try again.",
  },
  total: fieldWords.total,
  yes: { es: "sí", en: "yes" },
  no: { es: "no", en: "no" },
};
