import { deliveryWords } from "@/lib/panel/record/delivery/delivery_words.ts";
import { fileWords } from "@/lib/panel/record/files/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** API calls of the thread's buttons: of a message in delivery, and of a file that did not come. */
export function deliveryVerbs(contactId: number, language: Language) {
  const { done, resend, settle } = speak(deliveryWords, language);
  const path = (verb: string) => `contacts/${contactId}/messages/:id/${verb}`;
  return {
    cancel: { path: path("cancel"), done: done.cancel, givesBack: true },
    retry: { path: path("retry"), done: done.again },
    resend: { path: path("resend"), json: { confirm: true }, done: done.again, confirm: resend },
    fetch: { path: path("retry"), done: fileWords.fetching[language] },
    settle: { path: path("settle"), done: done.settle, confirm: settle },
  };
}
