import type { Text } from "@/lib/words/language.ts";

/** Above a page of which a script or style sheet did not load. */
export const missingFilesWords = {
  text: {
    es: "A esta página le falta una parte: puede ser de una versión anterior.",
    en: "A part of this page is missing: it may be of an earlier version.",
  },
  reload: { es: "Recargar", en: "Reload" },
} satisfies Record<string, Text>;
