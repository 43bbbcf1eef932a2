import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** The pages that a site's plain form post is answered with. */
export const contactFormWords = {
  thanks: { es: "Gracias", en: "Thank you" },
  received: {
    es: "Hemos recibido tu mensaje y te contestaremos pronto.",
    en: "We have your message and will get back to you soon.",
  },
  notSent: { es: "Tu mensaje no se ha enviado", en: "Your message was not sent" },
  goBack: {
    es: "Vuelve atrás, corrígelo y envíalo otra vez.",
    en: "Go back, put it right and send it again.",
  },
  back: { es: "Volver a la web", en: "Back to the site" },
};

/** Labels of the form's fields. */
export const contactFormLabels: Record<string, Text> = {
  name: fieldWords.name,
  email: fieldWords.email,
  phone: fieldWords.phone,
  company: fieldWords.company,
  subject: { es: "Asunto", en: "Subject" },
  message: fieldWords.message,
};
