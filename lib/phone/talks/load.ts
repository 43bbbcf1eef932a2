import { callPhone, type PhoneOutcome } from "@/lib/phone/api.ts";
import { phone, readers } from "@/lib/phone/page/state.ts";
import { keepRead, readKept } from "@/lib/phone/talks/kept.ts";
import { talkKey, talks } from "@/lib/phone/talks/state.ts";
import {
  type Loaded,
  nextList,
  type Talk,
  type TalkList,
  type Thread,
  withNewest,
  withOlder,
} from "@/lib/phone/talks/talk.ts";

export type Found = "found" | "missing" | "offline" | "failed";

/** One for each company of which the person is a member here. */
export function memberDevices(): string[] {
  return readers().filter(({ isMember }) => isMember).map(({ deviceId }) => deviceId);
}

function setList(device: string, list: TalkList): void {
  talks.set({ lists: { ...talks.get().lists, [device]: list } });
}

function setThread(key: string, loaded: Loaded): void {
  talks.set({ threads: { ...talks.get().threads, [key]: loaded } });
}

async function ask<T>(device: string, path: string, query: Record<string, string> = {}) {
  const { language } = phone.get();
  const asked = new URLSearchParams(query);
  return await callPhone<T>(asked.size > 0 ? `${path}?${asked}` : path, { device, language });
}

function foundBy(outcome: PhoneOutcome<unknown>): Found {
  if (outcome.ok) return "found";
  if (outcome.why === "offline") return "offline";
  return outcome.status === 404 || outcome.status === 401 ? "missing" : "failed";
}

function queryOf({ q, isWaiting } = talks.get().asked): Record<string, string> {
  return { ...(q && { q }), ...(isWaiting && { waiting: "true" }) };
}

/** Reads the newest of every company anew. @returns the worst of what came of it */
export async function loadLists(): Promise<Found> {
  const { asked } = talks.get();
  const isWhole = asked.q === "" && !asked.isWaiting;
  const all = await Promise.all(
    memberDevices().map(async (device): Promise<Found> => {
      if (isWhole && !talks.get().lists[device]) {
        const kept = await readKept<TalkList>(device);
        if (kept && talks.get().asked === asked) setList(device, { ...kept, isFresh: false });
      }
      const outcome = await ask<Talk[]>(device, "conversations", queryOf(asked));
      // Something else was asked for meanwhile.
      if (talks.get().asked !== asked) return "found";
      if (!outcome.ok) return foundBy(outcome);
      const { nextCursor } = outcome.meta as { nextCursor: string | null };
      const list = { talks: outcome.data, nextCursor, fetchedAt: Date.now(), isFresh: true };
      setList(device, list);
      if (isWhole) await keepRead(device, device, { ...list, nextCursor: null });
      return "found";
    }),
  );
  return all.find((one) => one === "offline" || one === "failed") ?? "found";
}

export function askFor(asked: { q: string; isWaiting: boolean }): void {
  talks.set({ asked, lists: {} });
}

let isLoading = false;

export async function loadOlderTalks(): Promise<void> {
  const { lists, asked } = talks.get();
  const device = nextList(lists);
  if (device === null || isLoading) return;
  isLoading = true;
  const before = lists[device]!;
  const query = { ...queryOf(asked), cursor: before.nextCursor! };
  const outcome = await ask<Talk[]>(device, "conversations", query);
  isLoading = false;
  const now = talks.get().lists[device];
  if (!outcome.ok || now !== before) return;
  const known = new Set(before.talks.map(({ contact_id }) => contact_id));
  const added = outcome.data.filter(({ contact_id }) => !known.has(contact_id));
  const { nextCursor } = outcome.meta as { nextCursor: string | null };
  setList(device, { ...before, talks: [...before.talks, ...added], nextCursor });
}

/** Reads the newest of a conversation; what is kept is shown until then. */
export async function loadThread(device: string, contactId: number): Promise<Found> {
  const key = talkKey(device, contactId);
  if (!talks.get().threads[key]) {
    const kept = await readKept<Loaded>(key);
    if (kept && !talks.get().threads[key]) setThread(key, { ...kept, isFresh: false });
  }
  const outcome = await ask<Thread>(device, `conversations/${contactId}`);
  if (!outcome.ok) return foundBy(outcome);
  const { nextCursor } = outcome.meta as { nextCursor: string | null };
  const page = { thread: outcome.data, nextCursor, fetchedAt: Date.now(), isFresh: true };
  setThread(key, withNewest(talks.get().threads[key], page));
  await keepRead(key, device, { ...page, nextCursor: null });
  return "found";
}

export async function loadOlderEntries(device: string, contactId: number): Promise<void> {
  const key = talkKey(device, contactId);
  const cursor = talks.get().threads[key]?.nextCursor;
  if (!cursor || isLoading) return;
  isLoading = true;
  const outcome = await ask<Thread>(device, `conversations/${contactId}`, { cursor });
  isLoading = false;
  const before = talks.get().threads[key];
  if (!outcome.ok || before?.nextCursor !== cursor) return;
  const { nextCursor } = outcome.meta as { nextCursor: string | null };
  setThread(key, withOlder(before, outcome.data.messages, nextCursor));
}
