import type { OutgoingMail } from "@/lib/channels/email/compose.ts";
import type { OutgoingMeta } from "@/lib/channels/meta/out/outgoing.ts";

/** Outgoing message as stored in the outbox, without the URLs of its files. */
export interface Payload {
  /** Null for the fallback mail of a notification. */
  messageId: number | null;
  notificationId?: string;
  channelId: number;
  to: { id: string | null; name: string | null; email: string | null; phone: string | null };
  text: string;
  files: { id: string; name: string; type: string; size: number }[];
  sentBy: string;
  /** Headers of a mail sent by a mailbox; never sent to programs. */
  mail?: OutgoingMail;
  meta?: OutgoingMeta;
}
