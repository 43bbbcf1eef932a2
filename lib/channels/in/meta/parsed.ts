import type { Inbound } from "@/lib/channels/in/message_in.ts";
import type { MessageEvent, MetaEvent } from "@/lib/channels/meta/read/event.ts";

/** A message of Meta's in the form of all accounts. */
export interface InboundMessage extends Inbound {
  meta: MessageEvent;
}

export type OtherEvent = Exclude<MetaEvent, MessageEvent>;

/** What an account delivered, as it was read: a message, or what Meta tells besides. */
export type Parsed = { message: Inbound } | { event: OtherEvent };
