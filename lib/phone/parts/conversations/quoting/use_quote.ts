import { useState } from "preact/hooks";
import {
  canQuote,
  type ConversationEntry,
  type Thread,
} from "@/lib/phone/conversations/conversation.ts";
import { keepQuote, quoteOf } from "@/lib/phone/conversations/conversation_drafts.ts";

export interface Quote {
  /** The message that the answer quotes, where it is loaded and still can be quoted. */
  entry: ConversationEntry | undefined;
  /** Chosen on this page, not stored before it was opened. */
  isFresh: boolean;
  choose(id: number | null): void;
}

/** The message that the draft of an answer quotes; kept with the draft. */
export function useQuote(device: string, thread: Thread): Quote {
  const { contact_id: contactId, messages } = thread;
  const [id, setId] = useState(() => quoteOf(device, contactId));
  const [isFresh, setFresh] = useState(false);
  const entry = messages.find((one) => one.kind === "message" && one.id === id);
  return {
    entry: entry && canQuote(entry, thread) ? entry : undefined,
    isFresh,
    choose(next) {
      setFresh(next !== null);
      setId(next);
      keepQuote(device, contactId, next);
    },
  };
}
