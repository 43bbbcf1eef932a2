import type { Creator } from "@/lib/panel/form/FieldControl.tsx";
import { clientIn } from "@/lib/panel/record/client_text.ts";
import { callApi, type Caller } from "@/lib/panel/api/call_api.ts";
import { failureText } from "@/lib/panel/api/failures.ts";
import { showMade } from "@/lib/panel/save/run_verb.ts";
import { showToast } from "@/lib/panel/page/toasts.ts";
import { creatorWords } from "@/lib/panel/record/new/creator_words.ts";

/** Makes a client of what was typed in a picker, and says so with an undo. */
export const client: Creator = {
  label: (text, language) => creatorWords.client(clientIn(text).name)[language],
  async create(text: string, caller: Caller) {
    const json = clientIn(text);
    const outcome = await callApi<{ id: number; name: string }>("clients", {
      ...caller,
      method: "POST",
      json,
    });
    if (!outcome.ok) {
      showToast({ text: failureText(outcome, caller.language), isFailure: true });
      return null;
    }
    const { id, name } = outcome.data;
    const sentence = creatorWords.clientMade(name)[caller.language];
    showMade({ text: sentence, path: `clients/${id}`, hasPage: true }, caller);
    return { id, label: name };
  },
};
