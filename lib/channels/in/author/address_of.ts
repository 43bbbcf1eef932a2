import type { Mailbox } from "@/lib/channels/email/read/mail.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";

/** Of nobody where the mail names none. */
export function addressOf(person: Mailbox | null | undefined): Inbound["from"] {
  const { address = "", name = null } = person ?? {};
  return { id: address, name, email: address, phone: null };
}
