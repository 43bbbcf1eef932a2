/** A mail as it was read: what of it can be shown, and what may be believed. */

export interface Mailbox {
  name: string | null;
  address: string;
}

export const automaticKinds = ["list", "auto_reply", "bounce", "report", "own"] as const;
/** Why nobody sat down to write it. `report`: of a delivery that did not fail. */
export type AutomaticKind = (typeof automaticKinds)[number];

export interface MailFile {
  name: string;
  /** As the mail says; the bytes decide what it is. */
  type: string;
  bytes: Uint8Array;
  /** By which its HTML shows it. */
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

/** Of one address that a mail of ours did not, or did, get to (RFC 3464). */
export interface Bounced {
  address: string | null;
  action: "failed" | "delayed" | "delivered" | "other";
  status: string | null;
  reason: string | null;
}

export interface Bounce {
  /** Message-IDs that it may be about. */
  about: string[];
  recipients: Bounced[];
}

export interface Mail {
  messageId: string | null;
  /** References and In-Reply-To, the oldest first. */
  references: string[];
  from: Mailbox | null;
  /** Where an answer is asked to go, where that is not From. */
  replyTo: Mailbox | null;
  to: Mailbox[];
  cc: Mailbox[];
  /** All that it names, also those that are not kept. */
  recipients: number;
  subject: string | null;
  date: Date | null;
  text: string;
  /** What stands below it: quoted text and signature. */
  quoted: string | null;
  html: string | null;
  /** Pictures that would be fetched from elsewhere, and are not. */
  remotePictures: number;
  /** The receiving server vouches for From. */
  isVerified: boolean;
  automatic: AutomaticKind | null;
  bounce: Bounce | null;
  invitation: Invitation | null;
  files: MailFile[];
  /** Files that are named only: there are too many of them. */
  leftOut: { name: string; type: string; size: number }[];
}
