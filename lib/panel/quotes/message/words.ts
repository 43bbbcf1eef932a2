/** Words of a quotation that leaves by WhatsApp, Instagram or Facebook. */
export const appMessageWords = {
  template: { es: "Plantilla de WhatsApp", en: "WhatsApp template" },
  choose: { es: "Elige una", en: "Choose one" },
  none: { es: "elige una plantilla", en: "choose a template" },
  noTemplates: {
    es: "El número no tiene plantillas aprobadas: se hacen en Meta, en el administrador de " +
      "WhatsApp.",
    en: "The number has no approved templates: they are made at Meta, in the WhatsApp manager.",
  },
  file: {
    es: "lleva un archivo que aquí no se elige",
    en: "carries a file that is not chosen here",
  },
  noQuote: {
    es: "no puede llevar el presupuesto",
    en: "cannot carry the quotation",
  },
  lacksQuote: {
    es: "así no lleva el presupuesto: pon {{quote.link}} en un hueco",
    en: "the quotation is not in it: put {{quote.link}} into a place",
  },
};
