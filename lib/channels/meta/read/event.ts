/** What an event of Meta's says, in the form that all three kinds share. */
import type { Content, Source } from "@/lib/values/message_content.ts";

/** Somebody as Meta names them, by one id or several. */
export interface Person {
  /** Of WhatsApp: number, id of the person for this business, id for its portfolio. */
  ids: string[];
  name: string | null;
  username: string | null;
  /** E.164; only of WhatsApp, and only where an id is a number. */
  phone: string | null;
  /** The person shared their own number on request: both ids are one person's. */
  isShared?: boolean;
}

export interface Attachment {
  kind: "image" | "video" | "audio" | "file" | "sticker";
  /** WhatsApp's id of the media, by which its address is asked for. */
  mediaId: string | null;
  /** Where it lies, for minutes or days. */
  url: string | null;
  name: string | null;
  type: string | null;
  sha256: string | null;
  isVoice: boolean;
  /** Shown from its address and not kept, as Meta's terms have it. */
  isStory: boolean;
  /** Lies where anybody may read it, so that no token goes there. */
  isOpen: boolean;
}

interface Common {
  at: Date;
  person: Person;
}

export interface MessageEvent extends Common {
  type: "message";
  id: string;
  /** `out`: an echo of what somebody sent for the account. */
  direction: "in" | "out";
  text: string;
  content: Content | null;
  attachments: Attachment[];
  /** Id of the message that it answers. */
  answers: string | null;
  source: Source | null;
  /** Of an echo: what we sent along. */
  opaque: string | null;
  /** Of an echo: the app that sent it. */
  appId: string | null;
  isForwarded: boolean;
  isHistory: boolean;
  /** Somebody who writes to their own account. */
  isSelf: boolean;
}

export type State = "sent" | "delivered" | "read" | "failed";

export interface GraphError {
  code: number | null;
  subcode: number | null;
  text: string | null;
}

export type MetaEvent =
  | MessageEvent
  | Common & { type: "edit"; id: string; number: number | null; text: string | null }
  | Common & { type: "unsent"; id: string }
  | Common & { type: "reaction"; id: string; emoji: string | null; by: "them" | "us" }
  | Common & {
    type: "status";
    id: string;
    state: State;
    opaque: string | null;
    errors: GraphError[];
    charged: { category: string | null; isBillable: boolean } | null;
  }
  /** Messages up to `until`, or those named, were read or have arrived. */
  | Common & { type: "receipt"; state: "delivered" | "read"; until: Date | null; ids: string[] }
  | Common & { type: "referral"; source: Source }
  /** A person has a further id. */
  | Common & { type: "identity"; others: string[] }
  | Common & { type: "preference"; isMarketingStopped: boolean }
  | { type: "template"; at: Date; name: string; language: string; state: string }
  | { type: "account"; at: Date; what: string; details: string | null }
  /** What is not read, with the reason. */
  | {
    type: "ignored";
    at: Date;
    why: "group" | "call" | "comment" | "handover" | "history" | "other";
  };
