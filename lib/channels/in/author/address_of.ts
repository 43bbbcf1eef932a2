import type { Mailbox } from "@/lib/channels/email/read/mailbox_texts.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";

/** Converts a sender for the inbox; a mail without one has an empty sender. */
export function addressOf(person: Mailbox | null | undefined): Inbound["from"] {
  const { address = "", name = null } = person ?? {};
  return { id: address, name, email: address, phone: null };
}
