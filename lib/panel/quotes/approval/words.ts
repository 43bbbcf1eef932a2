import { fieldWords } from "@/lib/words/field_words.ts";
import { amountWords } from "@/lib/words/numbers.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words about the approval that a quotation needs before it is sent, and of what its lines cost. */
export const approvalWords = {
  label: { es: "Visto bueno interno", en: "Internal sign-off" },
  awaitedFrom: { es: "Espera el visto bueno de", en: "Waits for sign-off by" },
  states: {
    needed: { es: "Falta el visto bueno", en: "Needs sign-off" },
    asked: { es: "Espera el visto bueno", en: "Waits for sign-off" },
    given: { es: "Con visto bueno", en: "Signed off" },
    refused: { es: "Sin visto bueno: dijeron que no", en: "Sign-off refused" },
  },
  needed: {
    es: "Necesita un visto bueno antes de enviarse.",
    en: "It needs sign-off before it is sent.",
  },
  free: { es: "Lo que envías tú no.", en: "What you send needs none." },
  waits: (who: string, since: string): Text => ({
    es: `Espera a ${who} ${since}.`,
    en: `Waits for ${who} ${since}.`,
  }),
  askedBy: (who: string): Text => ({ es: `Pregunta ${who}.`, en: `Asked by ${who}.` }),
  since: {
    today: (time: string): Text => ({
      es: `desde las ${time}`,
      en: `since ${time}`,
    }),
    yesterday: (time: string): Text => ({
      es: `desde ayer a las ${time}`,
      en: `since yesterday, ${time}`,
    }),
    before: (day: string, time: string): Text => ({
      es: `desde el ${day} a las ${time}`,
      en: `since ${day}, ${time}`,
    }),
  },
  given: (who: string, where: string): Text => ({
    es: `${who} dio el visto bueno ${where}.`,
    en: `${who} approved it ${where}.`,
  }),
  refused: (who: string, where: string): Text => ({
    es: `${who} dijo que no ${where}.`,
    en: `${who} refused it ${where}.`,
  }),
  discount: (percent: string): Text => ({
    es: `Descuento: ${percent}`,
    en: `Discount: ${percent}`,
  }),
  margin: (percent: string): Text => ({ es: `Margen: ${percent}`, en: `Margin: ${percent}` }),
  net: (amount: string): Text => ({ es: `Base: ${amount}`, en: `Net: ${amount}` }),
  ask: { es: "Pedir visto bueno", en: "Ask for sign-off" },
  whom: { es: "A quién", en: "Whom" },
  choose: { es: "Elige a alguien", en: "Choose somebody" },
  sendsThen: {
    es: "En cuanto diga que sí sale tal como está. Si cambias algo, se vuelve a pedir.",
    en: "Once approved it is sent as it is now. If anything changes, it is asked about again.",
  },
  asked: (who: string): Text => ({ es: `Se lo has pedido a ${who}`, en: `You asked ${who}` }),
  yes: { es: "Sí, enviar…", en: "Yes, send…" },
  no: { es: "No…", en: "No, not yet…" },
  withdraw: { es: "Retirar la petición", en: "Take the question back" },
  withdrawn: { es: "Petición retirada", en: "The question is taken back" },
  outcome: {
    yes: { es: "Visto bueno dado", en: "You approved it" },
    no: { es: "Has dicho que no", en: "You refused it" },
  },
  questions: {
    yes: {
      title: { es: "¿Das el visto bueno?", en: "May it be sent?" },
      text: {
        es: "El presupuesto sale ahora, tal como está.",
        en: "The quotation is sent now, as it is.",
      },
      button: { es: "Sí, enviar", en: "Yes, send it" },
    },
    no: {
      title: { es: "¿No se envía todavía?", en: "Not to be sent yet?" },
      text: {
        es: "Sigue como borrador, y quien lo pidió lo sabrá.",
        en: "It stays a draft, and whoever asked is told.",
      },
      button: { es: "No enviarlo", en: "Do not send it" },
    },
    note: fieldWords.note,
  },
  costs: { es: "Costes y margen", en: "Costs and margin" },
  costsText: {
    es: "Lo que cuesta una unidad de cada línea. El cliente no lo ve nunca. " +
      "Una línea sin coste no cuenta para el margen.",
    en: "What one unit of each line costs. The client never sees it. " +
      "A line without a cost does not count towards the margin.",
  },
  cost: { es: "Coste por unidad", en: "Cost of one unit" },
  costOf: (line: string): Text => ({ es: `Coste de ${line}`, en: `Cost of ${line}` }),
  total: { es: "En total", en: "In all" },
  line: fieldWords.line,
  lineNet: amountWords.headings.net,
  marginName: { es: "Margen", en: "Margin" },
  noLines: { es: "Todavía no hay líneas.", en: "There are no lines yet." },
  saved: { es: "Costes guardados", en: "Costs saved" },
};
