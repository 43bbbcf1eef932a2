import { callPhone, type PhoneOutcome } from "@/lib/phone/api.ts";
import { phone, readers } from "@/lib/phone/page/state.ts";
import { keepRead, readKept } from "@/lib/phone/conversations/kept.ts";
import {
  type ConversationFilter,
  conversationKey,
  conversations,
} from "@/lib/phone/conversations/state.ts";
import {
  type Conversation,
  type ConversationList,
  type Loaded,
  nextList,
  type Thread,
  withNewest,
  withOlder,
} from "@/lib/phone/conversations/conversation.ts";

export type LoadOutcome = "found" | "missing" | "offline" | "failed";

/** One for each company of which the person is a member here. */
export function memberDevices(): string[] {
  return readers().filter(({ isMember }) => isMember).map(({ deviceId }) => deviceId);
}

function setList(device: string, list: ConversationList): void {
  conversations.set({ lists: { ...conversations.get().lists, [device]: list } });
}

function setThread(key: string, loaded: Loaded): void {
  conversations.set({ threads: { ...conversations.get().threads, [key]: loaded } });
}

async function ask<T>(device: string, path: string, query: Record<string, string> = {}) {
  const { language } = phone.get();
  const params = new URLSearchParams(query);
  return await callPhone<T>(params.size > 0 ? `${path}?${params}` : path, { device, language });
}

function loadOutcomeOf(outcome: PhoneOutcome<unknown>): LoadOutcome {
  if (outcome.ok) return "found";
  if (outcome.why === "offline") return "offline";
  return outcome.status === 404 || outcome.status === 401 ? "missing" : "failed";
}

function queryOf({ q, isWaiting } = conversations.get().filter): Record<string, string> {
  return { ...(q && { q }), ...(isWaiting && { waiting: "true" }) };
}

/** Reads the newest of every company anew. @returns the worst outcome */
export async function loadLists(): Promise<LoadOutcome> {
  const { filter } = conversations.get();
  const isWhole = filter.q === "" && !filter.isWaiting;
  const all = await Promise.all(
    memberDevices().map(async (device): Promise<LoadOutcome> => {
      if (isWhole && !conversations.get().lists[device]) {
        const stored = await readKept<ConversationList>(device);
        if (stored && conversations.get().filter === filter) {
          setList(device, { ...stored, isFresh: false });
        }
      }
      const outcome = await ask<Conversation[]>(device, "conversations", queryOf(filter));
      // Something else was asked for meanwhile.
      if (conversations.get().filter !== filter) return "found";
      if (!outcome.ok) return loadOutcomeOf(outcome);
      const { nextCursor } = outcome.meta as { nextCursor: string | null };
      const list = { talks: outcome.data, nextCursor, fetchedAt: Date.now(), isFresh: true };
      setList(device, list);
      if (isWhole) await keepRead(device, device, { ...list, nextCursor: null });
      return "found";
    }),
  );
  return all.find((one) => one === "offline" || one === "failed") ?? "found";
}

export function askFor(filter: ConversationFilter): void {
  conversations.set({ filter, lists: {} });
}

let isLoading = false;

export async function loadOlderConversations(): Promise<void> {
  const { lists, filter } = conversations.get();
  const device = nextList(lists);
  if (device === null || isLoading) return;
  isLoading = true;
  const before = lists[device]!;
  const query = { ...queryOf(filter), cursor: before.nextCursor! };
  const outcome = await ask<Conversation[]>(device, "conversations", query);
  isLoading = false;
  const now = conversations.get().lists[device];
  if (!outcome.ok || now !== before) return;
  const ids = new Set(before.talks.map(({ contact_id }) => contact_id));
  const added = outcome.data.filter(({ contact_id }) => !ids.has(contact_id));
  const { nextCursor } = outcome.meta as { nextCursor: string | null };
  setList(device, { ...before, talks: [...before.talks, ...added], nextCursor });
}

/** Reads the newest of a conversation; what is kept is shown until then. */
export async function loadThread(device: string, contactId: number): Promise<LoadOutcome> {
  const key = conversationKey(device, contactId);
  if (!conversations.get().threads[key]) {
    const stored = await readKept<Loaded>(key);
    if (stored && !conversations.get().threads[key]) setThread(key, { ...stored, isFresh: false });
  }
  const outcome = await ask<Thread>(device, `conversations/${contactId}`);
  if (!outcome.ok) return loadOutcomeOf(outcome);
  const { nextCursor } = outcome.meta as { nextCursor: string | null };
  const page = { thread: outcome.data, nextCursor, fetchedAt: Date.now(), isFresh: true };
  setThread(key, withNewest(conversations.get().threads[key], page));
  await keepRead(key, device, { ...page, nextCursor: null });
  return "found";
}

export async function loadOlderEntries(device: string, contactId: number): Promise<void> {
  const key = conversationKey(device, contactId);
  const cursor = conversations.get().threads[key]?.nextCursor;
  if (!cursor || isLoading) return;
  isLoading = true;
  const outcome = await ask<Thread>(device, `conversations/${contactId}`, { cursor });
  isLoading = false;
  const before = conversations.get().threads[key];
  if (!outcome.ok || before?.nextCursor !== cursor) return;
  const { nextCursor } = outcome.meta as { nextCursor: string | null };
  setThread(key, withOlder(before, outcome.data.messages, nextCursor));
}
