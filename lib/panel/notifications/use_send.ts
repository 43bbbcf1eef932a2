import { useRef, useState } from "preact/hooks";
import { callApi } from "@/lib/panel/api/call_api.ts";
import type { Language } from "@/lib/words/language.ts";
import type { NotificationWords } from "@/lib/panel/notifications/words.ts";

/** The part of the API's receipt that the panel tells of. */
export interface SentTo {
  notificationId: string;
  recipients: { userId: string; devices: number }[];
}

interface Sender {
  companyId: number;
  language: Language;
  failures: NotificationWords["failures"];
  /** Request body for the API, with the key that all attempts share. */
  request: (idempotencyKey: string) => unknown;
  onSent(sent: SentTo): void;
}

/** `crypto.randomUUID` is missing on plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a notification as the member: one at a time, and a retry of a lost answer sends nothing
 * twice.
 */
export function useSend({ companyId, language, failures, request, onSent }: Sender) {
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef<string | null>(null);

  async function send() {
    if (isSending) return;
    setSending(true);
    setFailure(null);
    setErrors({});
    key.current ??= newKey();
    const call = { method: "POST", companyId, language, json: request(key.current) } as const;
    const sent = await callApi<SentTo>("notifications", call);
    setSending(false);
    if (sent.ok) {
      key.current = null;
      onSent(sent.data);
    } else if (sent.why === "refused") {
      setErrors(sent.fields);
      setFailure(sent.error);
    } else setFailure(failures[sent.why]);
  }

  /** Other words are another notification. */
  const forgetKey = () => (key.current = null);
  return { send, isSending, errors, failure, forgetKey };
}
