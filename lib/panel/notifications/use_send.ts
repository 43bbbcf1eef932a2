import { useRef } from "preact/hooks";
import { usePage, useWords } from "@/components/page.ts";
import { callApi } from "@/lib/panel/api/call_api.ts";
import { useForm } from "@/lib/panel/form/use_form.ts";
import { type Draft, toRequest } from "@/lib/panel/notifications/draft.ts";
import { notificationWords } from "@/lib/panel/notifications/words.ts";

/** The part of the API's receipt that the panel tells of. */
export interface SentTo {
  notificationId: string;
  recipients: { userId: string; devices: number }[];
}

/** `crypto.randomUUID` is missing on plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A notification that is written and sent as the member: one at a time, and a retry of a lost
 * answer sends nothing twice.
 */
export function useSend(first: Draft | (() => Draft), onSent: (sent: SentTo) => void) {
  const { companyId, language } = usePage();
  const { failures } = useWords(notificationWords);
  const form = useForm(first, {
    textOf: (failed) => failed.why === "refused" ? failed.error : failures[failed.why],
  });
  // A change by the key press that sends is in the request.
  const draft = useRef(form.values);
  const key = useRef<string | null>(null);

  async function send() {
    key.current ??= newKey();
    const json = toRequest(draft.current, key.current);
    const call = { method: "POST", companyId, language, json } as const;
    const sent = await form.send(() => callApi<SentTo>("notifications", call));
    if (!sent) return;
    key.current = null;
    onSent(sent.data);
  }

  function change(part: Partial<Draft>) {
    // Other words are another notification.
    key.current = null;
    draft.current = { ...draft.current, ...part };
    form.change(part);
  }

  function begin(anew: Draft) {
    draft.current = anew;
    form.begin(anew);
  }

  return { ...form, send, change, begin };
}
