import type { Text } from "@/lib/words/language.ts";

/** @param day the first on which the person can be invited again, written out */
export function declinedSentence(day: Text): Text {
  return {
    es: `Esta persona rechazó la invitación. Se la puede volver a invitar desde el ${day.es}.`,
    en: `This person declined the invitation. They can be invited again from ${day.en}.`,
  };
}
