/** Words that the demo adds to the gateway's sign-in page. */
export const pressWords = {
  lead: {
    es: "Solo en la demo: elige quién eres. Cada persona ve sus empresas y su trabajo.",
    en: "In the demo alone: choose who you are. Each person sees their own companies and work.",
  },
  enter: (name: string) => ({ es: `Entrar como ${name}`, en: `Enter as ${name}` }),
  chats: {
    es: "O escribe como cliente, y contesta después desde el panel. Por chat:",
    en: "Or write as a customer, and answer from the panel afterwards. By chat:",
  },
  mails: { es: "Por correo:", en: "By mail:" },
  phones: {
    es: "Por WhatsApp, Instagram y Facebook:",
    en: "By WhatsApp, Instagram and Facebook:",
  },
};
