import { readSetting } from "@/lib/phone/store.ts";
import { soon } from "@/lib/phone/worker/soon.ts";
import { type Language, preferredLanguage, speak } from "@/lib/words/language.ts";
import { workerWords } from "@/lib/words/phone/worker.ts";

/** The language chosen in the app, else the browser's; Spanish where it is neither of ours. */
export async function chosenLanguage(): Promise<Language> {
  return await soon(readSetting("language"), undefined) ??
    preferredLanguage(`${navigator.languages.join(",")},es;q=0.001`);
}

export async function spokenWords() {
  return speak(workerWords, await chosenLanguage());
}
