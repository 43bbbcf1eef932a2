import type { Command } from "@/lib/panel/frame/palette/command.ts";
import { hrefIn } from "@/components/page.ts";
import { typedAddress } from "@/lib/input/addresses/email_address.ts";
import { paletteWords } from "@/lib/panel/frame/palette/words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface Who {
  companyId: number;
  language: Language;
}

/** Offers to create what a search did not find. */
export function makeCommands(text: string, who: Who): Omit<Command, "group">[] {
  const { make } = speak(paletteWords, who.language);
  const address = typedAddress(text);
  const person = address.includes("@") ? { email: address } : { name: text };
  return [
    {
      label: make.contacts(text),
      run: () => makeRecord("contacts", { ...person, channel: "phone" }, who),
    },
    { label: make.clients(text), run: () => makeRecord("clients", { name: text }, who) },
    { label: make.tasks(text), run: () => makeRecord("tasks", { title: text }, who) },
  ];
}

/** Leads to the new record. */
async function makeRecord(list: string, json: unknown, who: Who): Promise<void> {
  const outcome = await callApi<{ id: number }>(list, { ...who, method: "POST", json });
  if (outcome.ok) {
    return location.assign(hrefIn(who.companyId, `/panel/${list}/${outcome.data.id}`));
  }
  showToast({ text: failureText(outcome, who.language), isFailure: true });
}
