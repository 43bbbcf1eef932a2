import { appOf } from "@/components/icons/app_icons.ts";
import type * as crm from "@/lib/crm/conversations/conversation.ts";
import { hasReachedApp } from "@/lib/values/app_reach.ts";

/** Conversations with customers as the phone's endpoints give them. Pure. */

/** A conversation of the list; when it is opened, its last message is one of many. */
export type Conversation = Omit<crm.Conversation, "last"> & Partial<Pick<crm.Conversation, "last">>;
export type Thread = crm.ConversationThread;
export type ConversationEntry = Thread["messages"][number];
export type ConversationFile = ConversationEntry["files"][number];
export type ConversationAccount = Thread["accounts"][number];
export type Channel = Conversation["channel"];
export type OfferedTemplate = crm.OfferedTemplate;

/** Loaded part of a conversation, and the cursor of its next page. */
export interface Loaded {
  thread: Thread;
  nextCursor: string | null;
  fetchedAt: number;
  /** Fetched since the app was opened, not read from the cache. */
  isFresh: boolean;
}

export function entryKey({ kind, id }: Pick<ConversationEntry, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/** The newest page, followed by the older loaded ones if there is no gap between them. */
export function withNewest(before: Loaded | undefined, page: Loaded): Loaded {
  const last = page.thread.messages.at(-1);
  if (!before || !last || page.nextCursor === null) return page;
  const at = before.thread.messages.findIndex((one) => entryKey(one) === entryKey(last));
  if (at < 0) return page;
  const messages = [...page.thread.messages, ...before.thread.messages.slice(at + 1)];
  return { ...page, thread: { ...page.thread, messages }, nextCursor: before.nextCursor };
}

export function withOlder(
  before: Loaded,
  older: ConversationEntry[],
  nextCursor: string | null,
): Loaded {
  const keys = new Set(before.thread.messages.map(entryKey));
  const added = older.filter((one) => !keys.has(entryKey(one)));
  const messages = [...before.thread.messages, ...added];
  return { ...before, thread: { ...before.thread, messages }, nextCursor };
}

/** Whether an answer can quote it: the app has it, by an account that reaches this contact. */
export function canQuote(entry: ConversationEntry, { contact_id, accounts }: Thread): boolean {
  const { direction, channel, unsent_at: unsentAt, delivery } = entry;
  if (entry.contact_id !== contact_id || direction === "note" || unsentAt) return false;
  const isReached = accounts.some(({ id }) => id === entry.via_id);
  return isReached && appOf(channel ?? null) !== null && hasReachedApp(delivery);
}

/** The newest message by an app that they wrote; their app shows whether it was read. */
export function newestHeard({ messages }: Thread): ConversationEntry | undefined {
  return messages.find(({ direction, channel }) =>
    direction === "in" && appOf(channel ?? null) !== null
  );
}

/** Default account for answers. */
export function usualAccount(accounts: ConversationAccount[]): ConversationAccount | undefined {
  return accounts.find(({ usual }) => usual);
}

export interface ConversationList {
  /** Named as phones have stored it. */
  talks: Conversation[];
  nextCursor: string | null;
  fetchedAt: number;
  isFresh: boolean;
}

/** Merges the companies' lists, newest first, down to where one of them has more to load. */
export function listedConversations(
  lists: Record<string, ConversationList>,
): { device: string; conversation: Conversation }[] {
  const end = Object.values(lists).map(lowestOf).reduce((a, b) => a > b ? a : b, "");
  return Object.entries(lists)
    .flatMap(([device, { talks: conversations }]) =>
      conversations.map((conversation) => ({ device, conversation }))
    )
    .filter(({ conversation }) => conversation.last_message_at >= end)
    .sort((a, b) => a.conversation.last_message_at < b.conversation.last_message_at ? 1 : -1);
}

/** Device of the list whose next page is loaded next; null at the end of all. */
export function nextList(lists: Record<string, ConversationList>): string | null {
  const open = Object.entries(lists).filter(([, { nextCursor }]) => nextCursor !== null);
  open.sort(([, a], [, b]) => lowestOf(a) < lowestOf(b) ? 1 : -1);
  return open[0]?.[0] ?? null;
}

function lowestOf({ talks: conversations, nextCursor }: ConversationList): string {
  return nextCursor === null ? "" : conversations.at(-1)?.last_message_at ?? "";
}
