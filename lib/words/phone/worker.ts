/** Words of the phone's own notifications, while the app is closed. */
export const workerWords = {
  unreadable: {
    title: { es: "Tienes un aviso nuevo", en: "You have a new notification" },
    body: { es: "Abre Relevo para verlo.", en: "Open Relevo to see it." },
  },
  expired: {
    es: "Caducó antes de llegar a este teléfono.",
    en: "It expired before it reached this phone.",
  },
  waiting: {
    title: { es: "Respuesta guardada", en: "Answer saved" },
    body: (answer: string) => ({
      es: `«${answer}» se enviará en cuanto haya conexión.`,
      en: `“${answer}” will be sent as soon as there is a connection.`,
    }),
  },
  kept: {
    title: (name: string) => ({
      es: `Tu mensaje para ${name} no ha salido`,
      en: `Your message to ${name} was not sent`,
    }),
    moved: {
      es: "Hay algo más nuevo en la conversación. Míralo y decide.",
      en: "There is something newer in the conversation. Look at it and decide.",
    },
  },
  refused: {
    title: { es: "Tu respuesta no ha contado", en: "Your answer did not count" },
    already: (answer: string) => ({
      es: `Ya se había respondido: «${answer}».`,
      en: `It had been answered already: “${answer}”.`,
    }),
  },
};
