/** Why there is no link for somebody. */
export const entryLinkWords = {
  hasEntered: {
    es: "Esta persona ya ha entrado: nadie más puede hacerle un enlace. Que pida un código por " +
      "correo, o que lo haga quien lleva la instalación.",
    en: "This person has been in already: nobody else can make a link for them. They can ask for " +
      "a code by e-mail, or the operator can let them in.",
  },
  invitedOnly: {
    es: "Esta persona pertenece a otra empresa y ya sabe entrar: verá la invitación en su panel.",
    en: "This person belongs to another company and has a way in: they see the invitation in " +
      "their panel.",
  },
};
