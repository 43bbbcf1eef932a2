/** A parsed mail: its displayable content, and whether its sender is verified. */

export interface Mailbox {
  name: string | null;
  address: string;
}

export const automaticKinds = ["list", "auto_reply", "bounce", "report", "own"] as const;
/** Why a mail counts as automatic. `report`: of a delivery that did not fail. */
export type AutomaticKind = (typeof automaticKinds)[number];

export interface MailFile {
  name: string;
  /** Type as declared; the stored type is sniffed from the bytes. */
  type: string;
  bytes: Uint8Array;
  /** Content-ID by which the HTML embeds the file. */
  contentId: string | null;
}

export interface Invitation {
  method: "request" | "cancel" | "reply" | "other";
  uid: string | null;
  title: string | null;
  place: string | null;
  /** Instants; a day where `isAllDay`. */
  startsAt: string | null;
  endsAt: string | null;
  isAllDay: boolean;
  organizer: Mailbox | null;
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
}

export interface Mail {
  messageId: string | null;
  /** References and In-Reply-To, the oldest first. */
  references: string[];
  from: Mailbox | null;
  /** Reply-To, where it is not From. */
  replyTo: Mailbox | null;
  to: Mailbox[];
  cc: Mailbox[];
  /** Number of all recipients, including those that are not kept. */
  recipients: number;
  subject: string | null;
  date: Date | null;
  text: string;
  /** Quoted text and signature below the new text. */
  quoted: string | null;
  html: string | null;
  /** Number of remote pictures, which are not loaded. */
  remotePictures: number;
  /** The receiving server vouches for From. */
  isVerified: boolean;
  automatic: AutomaticKind | null;
  bounce: Bounce | null;
  invitation: Invitation | null;
  files: MailFile[];
  /** Files beyond the limit: only their names are kept. */
  leftOut: { name: string; type: string; size: number }[];
}
