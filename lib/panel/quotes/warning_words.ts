import type { Text } from "@/lib/words/language.ts";

/** Words of what is worth a look before a quotation is sent. */
export const warningWords = {
  title: (count: number): Text => ({
    es: count === 1 ? "Mira esto antes de enviarlo" : `Mira estas ${count} cosas antes de enviarlo`,
    en: count === 1
      ? "Look at this before you send it"
      : `Look at these ${count} before you send it`,
  }),
  hint: {
    es: "Su número lleva al sitio. También se puede enviar así.",
    en: "Its number goes to the place. It can be sent as it is, too.",
  },
  line: (line: number): Text => ({ es: `Línea ${line}`, en: `Line ${line}` }),
  zero_price: { es: "el precio es 0", en: "the price is 0" },
  below_cost: { es: "por debajo de lo que cuesta", en: "below what it costs" },
  same_line: (line: number): Text => ({
    es: `igual que la línea ${line}`,
    en: `the same as line ${line}`,
  }),
  no_tax_id: { es: "El cliente no tiene NIF", en: "The client has no tax id" },
};
