import type { Mailbox } from "@/lib/channels/email/read/mailbox_texts.ts";
import type { Repeat } from "@/lib/channels/email/read/calendar/rule.ts";
import type { Forward } from "@/lib/channels/email/read/forward/forward.ts";
import type { Origin } from "@/lib/channels/email/read/origin.ts";
import type { LeftOutReason } from "@/lib/values/left_out.ts";

/** A parsed mail: its displayable content, and whether its sender is verified. */

export const automaticKinds = ["list", "auto_reply", "bounce", "report", "own"] as const;
/** Reason why a mail counts as automatic. `report`: about a delivery that did not fail. */
export type AutomaticKind = (typeof automaticKinds)[number];

export interface MailFile {
  name: string;
  /** Type as declared; the stored type is sniffed from the bytes. */
  type: string;
  bytes: Uint8Array;
  /** Content-ID by which the HTML embeds the file. */
  contentId: string | null;
}

export interface LeftOut {
  name: string;
  type: string;
  size: number;
  reason: LeftOutReason;
}

export interface InvitedEvent {
  uid: string | null;
  /** Start of the occurrence that is meant, for an event that repeats. */
  occurrence: string | null;
  /** Later ones of the same id replace earlier ones; of two alike the one stamped later. */
  sequence: number;
  stampedAt: string | null;
  title: string | null;
  place: string | null;
  /** Instants; days where `isAllDay`, the end then being the day after the last. */
  startsAt: string | null;
  endsAt: string | null;
  isAllDay: boolean;
  isCancelled: boolean;
  repeat?: Repeat | null;
}

/** The next event of a calendar, and those that come with it. */
export interface Invitation extends InvitedEvent {
  method: "request" | "cancel" | "reply" | "other";
  organizer: Mailbox | null;
  more: InvitedEvent[];
  /** Number of all events, with those that are not kept. */
  count: number;
}

/** Delivery status of one recipient of our mail (RFC 3464). */
export interface Bounced {
  address: string | null;
  action: "failed" | "delayed" | "delivered" | "other";
  status: string | null;
  reason: string | null;
}

export interface Bounce {
  /** Message-IDs of the mails that it may be about. */
  about: string[];
  recipients: Bounced[];
  /** Told from a text for people, whose addresses may be anybody's. */
  isInWords: boolean;
}

export function kindOfBounce({ recipients }: Bounce): AutomaticKind {
  return recipients.some(({ action }) => action === "failed") ? "bounce" : "report";
}

export interface Mail {
  messageId: string | null;
  /** References and In-Reply-To, the oldest first. */
  references: string[];
  from: Mailbox | null;
  origin: Origin;
  /** Reply-To, where it is not From. */
  replyTo: Mailbox | null;
  to: Mailbox[];
  cc: Mailbox[];
  /** Number of all recipients, including those that are not kept. */
  recipients: number;
  /** Addresses in To and Cc, beside the account's own, whose mail is delivered to it. */
  deliveredTo: string[];
  subject: string | null;
  date: Date | null;
  text: string;
  /** Quoted text and signature below the new text. */
  quoted: string | null;
  /** Forwarded mails, the outermost first. */
  forwards: Forward[];
  html: string | null;
  /** Number of remote pictures, which are not loaded. */
  remotePictures: number;
  /** The receiving server vouches for From. */
  isVerified: boolean;
  /** Whether it came within a signature, which is not checked. */
  isSigned: boolean;
  automatic: AutomaticKind | null;
  bounce: Bounce | null;
  /** A report in words only: it counts where it is about a mail of ours. */
  likelyBounce: Bounce | null;
  invitation: Invitation | null;
  files: MailFile[];
  /** Files of which only the names are kept. */
  leftOut: LeftOut[];
}
