import { fieldWords } from "@/lib/words/field_words.ts";
import { amountWords } from "@/lib/words/numbers.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of trends: by month, reasons for losses, stages. */
export const trendWords = {
  sales: { es: "Ventas por mes", en: "Sales by month" },
  salesOf: (count: string): Text => ({
    es: count === "1" ? "1 venta" : `${count} ventas`,
    en: count === "1" ? "1 sale" : `${count} sales`,
  }),
  outcomes: { es: "Ganadas y perdidas", en: "Won and lost" },
  won: fieldWords.wonOnes,
  lost: fieldWords.lostOnes,
  wonOf: (count: string): Text => ({
    es: count === "1" ? "1 ganada" : `${count} ganadas`,
    en: `${count} won`,
  }),
  lostOf: (count: string): Text => ({
    es: count === "1" ? "1 perdida" : `${count} perdidas`,
    en: `${count} lost`,
  }),
  noneSold: {
    es: "No se ha vendido nada en estos meses.",
    en: "Nothing was sold in these months.",
  },
  noneClosed: {
    es: "No se ha ganado ni perdido ninguna en estos meses.",
    en: "None was won or lost in these months.",
  },
  month: { es: "Mes", en: "Month" },
  count: fieldWords.number,
  amount: amountWords.headings.amount,
  reasons: { es: "Por qué se pierden", en: "Why they are lost" },
  reason: fieldWords.reason,
  noneLost: { es: "No se ha perdido ninguna.", en: "None was lost." },
  funnel: { es: "Conversión y tiempo por etapa", en: "Conversion and time per stage" },
  stage: fieldWords.stage,
  reached: { es: "Llegaron", en: "Reached it" },
  conversion: { es: "Siguen adelante", en: "Go on" },
  open: { es: "Siguen aquí", en: "Still here" },
  lostHere: { es: "Perdidas aquí", en: "Lost here" },
  median: { es: "Estancia típica", en: "Typical stay" },
  days: (days: string): Text => ({
    es: days === "1" ? "1 día" : `${days} días`,
    en: days === "1" ? "1 day" : `${days} days`,
  }),
  funnelHint: {
    es: "De las oportunidades creadas en estas fechas. Las ganadas cuentan en todas las etapas; " +
      "la estancia típica es la mediana.",
    en: "Of the opportunities created on these dates. Those won count in every stage; the " +
      "typical stay is the median.",
  },
  salesHint: {
    es: "Por el día de la venta, netas y sin las canceladas.",
    en: "By the day of the sale, net, without cancelled ones.",
  },
  outcomesHint: {
    es: "Por el día en que se ganaron o se perdieron.",
    en: "By the day they were won or lost.",
  },
  reasonsHint: {
    es: "De las oportunidades que se perdieron en estas fechas; su importe es neto.",
    en: "Of the opportunities that were lost on these dates; their amount is net.",
  },
  created: { es: "Creadas", en: "Created" },
  noneCreated: {
    es: "No se creó ninguna oportunidad en estas fechas.",
    en: "No opportunity was created on these dates.",
  },
};
