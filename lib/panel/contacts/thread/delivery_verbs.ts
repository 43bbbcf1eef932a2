import { deliveryWords } from "@/lib/panel/record/delivery/delivery_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** API calls of the thread's buttons for a message in delivery: cancel, retry, resend, settle. */
export function deliveryVerbs(contactId: number, language: Language) {
  const { done, resend, settle } = speak(deliveryWords, language);
  const path = (verb: string) => `contacts/${contactId}/messages/:id/${verb}`;
  return {
    cancel: { path: path("cancel"), done: done.cancel, givesBack: true },
    retry: { path: path("retry"), done: done.again },
    resend: { path: path("resend"), json: { confirm: true }, done: done.again, confirm: resend },
    settle: { path: path("settle"), done: done.settle, confirm: settle },
  };
}
