import { type Language, speak } from "@/lib/words/language.ts";
import { callbackWords } from "@/lib/panel/notifications/callbacks/words.ts";
import { keyWords } from "@/lib/panel/notifications/keys/words.ts";
import { phoneWords } from "@/lib/panel/notifications/phone_words.ts";

/** The verbs of rows, as `RowVerbs` takes them. */

export function redeliverVerb(language: Language) {
  const { redelivered } = speak(callbackWords, language);
  return { path: "callbacks/:id/redeliver", done: redelivered };
}

export function revokeVerb(language: Language) {
  const { revokeAsk, revokeDone } = speak(keyWords, language);
  const confirm = { ...revokeAsk, title: revokeAsk.title(":name") };
  return { path: "keys/:id", method: "DELETE" as const, done: revokeDone, confirm };
}

export function unpairVerb(language: Language) {
  const { unpairAsk, unpairDone } = speak(phoneWords, language);
  const confirm = { ...unpairAsk, title: unpairAsk.title(":name") };
  return { path: "devices/:id", method: "DELETE" as const, done: unpairDone, confirm };
}
