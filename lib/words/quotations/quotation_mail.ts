import type { Text } from "@/lib/words/language.ts";

/** Default texts of messages about a quotation to its client, in the client's language. */
export const quotationMailWords = {
  subject: (number: string, company: string): Text => ({
    es: `Presupuesto ${number} de ${company}`,
    en: `Quotation ${number} from ${company}`,
  }),
  /** Text to send by hand, with the link and no PDF. */
  link: (name: string, number: string, url: string): Text => ({
    es: `Hola, ${name}:\n\nAquí tienes el presupuesto ${number}:\n${url}\n\n` +
      "Puedes aceptarlo en esa misma página.\n\nUn saludo",
    en: `Hello ${name},\n\nHere is the quotation ${number}:\n${url}\n\n` +
      "You can accept it on that page.\n\nKind regards",
  }),
  sent: (name: string, member: string, company: string): Text => ({
    es:
      `Hola, ${name}:\n\nTe enviamos el presupuesto {{quote.number}}. Va adjunto en PDF y puedes ` +
      "leerlo, preguntar y aceptarlo aquí:\n{{quote.link}}\n\n" +
      `Un saludo,\n${member}\n${company}`,
    en: `Hello ${name},\n\nThis is our quotation {{quote.number}}. It is attached as a PDF, and ` +
      "you can read it, ask about it and accept it here:\n{{quote.link}}\n\n" +
      `Kind regards,\n${member}\n${company}`,
  }),
  /** Below the text of one that was sent before. */
  changes: { es: "Qué ha cambiado:", en: "What has changed:" },
  more: (count: number): Text => ({
    es: count === 1 ? "1 cambio más" : `${count} cambios más`,
    en: count === 1 ? "1 more change" : `${count} more changes`,
  }),
  accepted: {
    subject: (number: string): Text => ({
      es: `Presupuesto ${number} aceptado`,
      en: `Quotation ${number} accepted`,
    }),
    body: (name: string, number: string, member: string, company: string): Text => ({
      es:
        `Hola, ${name}:\n\nGracias por aceptar el presupuesto ${number}. Nos ponemos con ello y ` +
        `te avisaremos del siguiente paso.\n\nUn saludo,\n${member}\n${company}`,
      en: `Hello ${name},\n\nThank you for accepting the quotation ${number}. We are starting on ` +
        `it and will tell you of the next step.\n\nKind regards,\n${member}\n${company}`,
    }),
  },
};
