import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";
import { channelWords } from "@/lib/words/statuses.ts";

/** Word of a contact's or account's channel; mail's is stored as `other`. */
export function channelWord(channel: keyof typeof channelWords, isByMail = false): Text {
  return isByMail && channel === "other" ? fieldWords.email : channelWords[channel];
}
