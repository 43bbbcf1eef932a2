import type { Text } from "@/lib/words/language.ts";

/** The one push at the end of quiet hours. */
export function summaryWords(count: number, newest: string): { title: Text; body: Text } {
  return {
    title: {
      es: `${count} mensajes en tus horas de silencio`,
      en: `${count} messages in your quiet hours`,
    },
    body: {
      es: count === 2 ? `${newest}, y uno más` : `${newest}, y ${count - 1} más`,
      en: count === 2 ? `${newest}, and one more` : `${newest}, and ${count - 1} more`,
    },
  };
}
