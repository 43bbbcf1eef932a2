import type { Command } from "@/lib/panel/frame/palette/command.ts";
import { hrefIn } from "@/components/page.ts";
import { typedAddress } from "@/lib/input/addresses/email_address.ts";
import { paletteWords } from "@/lib/panel/frame/palette/words.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { speak } from "@/lib/words/language.ts";

/** Offers to create what a search did not find. */
export function makeCommands(text: string, caller: Caller): Omit<Command, "group">[] {
  const { make } = speak(paletteWords, caller.language);
  const address = typedAddress(text);
  const person = address.includes("@") ? { email: address } : { name: text };
  return [
    {
      label: make.contacts(text),
      run: () => makeRecord("contacts", { ...person, channel: "phone" }, caller),
    },
    { label: make.clients(text), run: () => makeRecord("clients", { name: text }, caller) },
    { label: make.tasks(text), run: () => makeRecord("tasks", { title: text }, caller) },
  ];
}

/** Leads to the new record. */
async function makeRecord(list: string, json: unknown, caller: Caller): Promise<void> {
  const outcome = await callApi<{ id: number }>(list, { ...caller, method: "POST", json });
  if (outcome.ok) {
    return location.assign(hrefIn(caller.companyId, `/panel/${list}/${outcome.data.id}`));
  }
  showToast({ text: failureText(outcome, caller.language), isFailure: true });
}
