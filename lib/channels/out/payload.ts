import type { OutgoingMail } from "@/lib/channels/email/compose.ts";

/** What a program is told of a message that it is to deliver, without the addresses of its files. */
export interface Payload {
  /** Null of a mail in place of a notification. */
  messageId: number | null;
  notificationId?: string;
  channelId: number;
  to: { id: string | null; name: string | null; email: string | null; phone: string | null };
  text: string;
  files: { id: string; name: string; type: string; size: number }[];
  /** Name of the member who wrote it. */
  sentBy: string;
  /** Of a mailbox: never told to programs. */
  mail?: OutgoingMail;
}
