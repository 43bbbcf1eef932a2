import type { Text } from "@/lib/words/language.ts";

/** @param day the first on which the person can be invited again, written out */
export function declinedSentence(day: Text): Text {
  return {
    es: `Esta persona rechazó la invitación. Se la puede volver a invitar desde el ${day.es}.`,
    en: `This person declined the invitation. They can be invited again from ${day.en}.`,
  };
}

/** Reasons why a colleague makes no link for somebody. */
export const entryLinkRefusals = {
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
