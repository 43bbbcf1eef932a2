/** State of the conversations loaded on this page. Only written in the browser. */
import { Store } from "@/lib/phone/page/state.ts";
import type { Send } from "@/lib/phone/conversations/send.ts";
import type { ConversationList, Loaded } from "@/lib/phone/conversations/conversation.ts";

export interface ConversationFilter {
  q: string;
  isWaiting: boolean;
}

export interface ConversationsState {
  /** List of each pairing, by its device. */
  lists: Record<string, ConversationList>;
  filter: ConversationFilter;
  threads: Record<string, Loaded>;
  sends: Send[];
}

export const conversations = new Store<ConversationsState>({
  lists: {},
  filter: { q: "", isWaiting: false },
  threads: {},
  sends: [],
});

export function conversationKey(device: string, contactId: number): string {
  return `${device} ${contactId}`;
}
