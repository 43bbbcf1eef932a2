/** Words of the page on which one reads and writes mail as a customer. */
export const mailWords = {
  title: (company: string) => ({
    es: `El correo de los clientes de ${company}`,
    en: `The mail of customers of ${company}`,
  }),
  write: { es: "Escribir un correo", en: "Write a mail" },
  answerTo: (subject: string) => ({
    es: `Contestar a «${subject}»`,
    en: `Answer “${subject}”`,
  }),
  newMail: { es: "Escribir uno nuevo", en: "Write a new one" },
  name: { es: "Quién escribe", en: "Who writes" },
  address: { es: "Su dirección", en: "Their address" },
  subject: { es: "Asunto", en: "Subject" },
  wrongAddress: {
    es: "Esa dirección no es de correo: falta algo como nombre@correo.example.",
    en: "That is no e-mail address: it looks like name@mail.example.",
  },
  longName: { es: "El nombre es demasiado largo.", en: "The name is too long." },
  failed: {
    es: "No se ha podido guardar el correo. Inténtalo otra vez.",
    en: "The mail could not be kept. Try again.",
  },
  first: {
    subject: { es: "Mesa de roble", en: "Oak table" },
    text: {
      es: "Hola:\n\n¿Podéis hacerme una mesa de roble para diez?\n\nUn saludo",
      en: "Hello,\n\nCould you make me an oak table for ten?\n\nRegards",
    },
  },
  list: { es: "Correos", en: "Mails" },
  empty: {
    es: "Aún no hay correos. Lo que escribas llega a la bandeja de la empresa; lo que te " +
      "contesten por correo aparece aquí.",
    en: "There are no mails yet. What you write comes to the company's inbox; what they answer " +
      "by mail appears here.",
  },
  came: { es: "Ha llegado un correo.", en: "A mail has come." },
  isTo: { es: "Para", en: "To" },
  noSubject: { es: "(sin asunto)", en: "(no subject)" },
  unreadable: { es: "Este correo no se puede leer.", en: "This mail cannot be read." },
  automatic: { es: "Automático", en: "Automatic" },
  quoted: { es: "Texto citado", en: "Quoted text" },
  html: { es: "Como HTML", en: "As HTML" },
  answer: { es: "Contestar", en: "Answer" },
  newer: { es: "Más nuevos", en: "Newer" },
  older: { es: "Más antiguos", en: "Older" },
  foot: {
    es: "Página de la demo: su buzón habla IMAP y SMTP en este equipo, y nada sale de él. Un " +
      "correo del panel sale 10 segundos después de escrito.",
    en: "A page of the demo: its mailbox speaks IMAP and SMTP on this machine, and nothing " +
      "leaves it. A mail of the panel leaves 10 seconds after it was written.",
  },
  /** Attribution line above the quoted mail. */
  introduction: (when: string, who: string) => ({
    es: `El ${when}, ${who} escribió:`,
    en: `On ${when}, ${who} wrote:`,
  }),
};
