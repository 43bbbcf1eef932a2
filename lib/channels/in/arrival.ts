import type { Account } from "@/lib/channels/accounts/accounts.ts";
import type { Inbound } from "@/lib/channels/in/message_in.ts";

/** A message that an account brought, stored and ready to be filed. */
export interface Arrival {
  account: Account;
  event: { id: number; receivedAt: Date };
  message: Inbound;
}

export interface Filed {
  contactId: number;
  messageId: number;
}
