import { deliveryWords } from "@/lib/panel/record/delivery/delivery_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** What can be done with a message on its way, for the buttons of its thread. */
export function deliveryVerbs(contactId: number, language: Language) {
  const { done, resend } = speak(deliveryWords, language);
  const path = (verb: string) => `contacts/${contactId}/messages/:id/${verb}`;
  return {
    cancel: { path: path("cancel"), done: done.cancel },
    retry: { path: path("retry"), done: done.again },
    resend: { path: path("resend"), json: { confirm: true }, done: done.again, confirm: resend },
  };
}
