import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of a pipeline's stages and of editing them. */
export const stageWords = {
  add: { es: "Añadir etapa", en: "Add a stage" },
  edit: (name: string): Text => ({ es: `Editar la etapa ${name}`, en: `Edit the stage ${name}` }),
  title: fieldWords.stage,
  name: fieldWords.name,
  color: fieldWords.color,
  noColor: { es: "Sin color", en: "No colour" },
  probability: { es: "Probabilidad (%)", en: "Probability (%)" },
  probabilityHint: {
    es: "Lo que pesan sus oportunidades en el total ponderado.",
    en: "What its opportunities count for in the weighted total.",
  },
  rot: { es: "Días sin actividad", en: "Days without activity" },
  rotHint: {
    es: "Pasados estos días una tarjeta se marca como parada; 0 no la marca nunca.",
    en: "After so many days a card is marked as idle; 0 never marks it.",
  },
  order: { es: "Orden", en: "Order" },
  left: { es: "A la izquierda", en: "To the left" },
  right: { es: "A la derecha", en: "To the right" },
  isFirst: { es: "Ya es la primera.", en: "It is the first already." },
  isLast: { es: "Ya es la última.", en: "It is the last already." },
  remove: { es: "Eliminar etapa…", en: "Delete stage…" },
  isOnly: { es: "Es la única etapa.", en: "It is the only stage." },
  removeText: (count: number): Text => ({
    es: count === 0
      ? "No tiene oportunidades. No se puede deshacer."
      : `Mover ${count} ${
        count === 1 ? "oportunidad" : "oportunidades"
      } (también las cerradas) a otra etapa. No se puede deshacer.`,
    en: count === 0
      ? "It has no opportunities. This cannot be undone."
      : `Move ${count} ${
        count === 1 ? "opportunity" : "opportunities"
      } (closed ones too) to another stage. This cannot be undone.`,
  }),
  moveTo: { es: "Mover a", en: "Move to" },
  removeNow: { es: "Eliminar", en: "Delete" },
  saved: { es: "Etapa guardada", en: "Stage saved" },
  added: { es: "Etapa añadida", en: "Stage added" },
  ordered: { es: "Etapas ordenadas", en: "Stages put in order" },
  removed: { es: "Etapa eliminada", en: "Stage deleted" },
};
